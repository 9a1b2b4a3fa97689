#!/usr/bin/env bash
# Builds a real OpenTelemetry Collector, core components only, from Debian's packages alone: nothing is installed, no root is needed, nothing comes from
# anywhere else. Leaves $CASTELLAN_CACHE/collector-<of these files>/otelcol (else ~/.cache/castellan/...) and the versions it was made of; does nothing
# where it is there. Exits 1, and says so, where it cannot be built.
#
# Takes 90 s to 2 minutes on two cores, 120 MB of packages and 1.4 GB of disk while it runs; 33 MB stay. $DEBIAN_MIRROR names another mirror than the
# machine's own: it has to serve trixie-backports (for Go) and sid (for the libraries). sid moves: when the compiler misses an import, packages.txt wants
# one more name.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
skip() { printf '\n!!! SKIPPED: the collector: %s\n\n' "$1" >&2; exit 1; }

GO=go-1.26 GO_SUITE=trixie-backports LIBRARIES=sid
key=$(cat "$here/main.go" "$here/packages.txt" | sha256sum | cut -c1-12)
folder=${CASTELLAN_CACHE:-$HOME/.cache/castellan}/collector-$key
[ -x "$folder/otelcol" ] && { echo "already there: $folder/otelcol"; exit 0; }
for program in apt-get dpkg-deb dpkg; do command -v "$program" > /dev/null || skip "no $program: not a Debian machine"; done
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f "$keyring" ] || skip "no $keyring"
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -E '/debian/?$' | sort -u | head -1 || true)}
[ -n "$mirror" ] || skip "no Debian mirror among the machine's apt sources: set DEBIAN_MIRROR"

mkdir -p "$folder"
work=$(mktemp -d "$folder/build.XXXXXX")
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT

# apt with lists, cache and status of its own. Of the machine's settings only how to reach a mirror is taken over.
mkdir -p "$work"/apt/{parts,state/lists/partial,cache/archives/partial} "$work"/{debs,root,home}
for suite in "$GO_SUITE" "$LIBRARIES"; do echo "deb [signed-by=$keyring] $mirror $suite main"; done > "$work/apt/sources.list"
: > "$work/apt/state/status"
{
  apt-config dump | grep -E '^Acquire::(Check-Valid-Until|https?::(Proxy|Timeout|Verify|CaInfo))' || true
  cat << CONF
Dir::State "$work/apt/state"; Dir::State::status "$work/apt/state/status"; Dir::Cache "$work/apt/cache"; Dir::Log "$work/apt";
Dir::Etc::sourcelist "$work/apt/sources.list"; Dir::Etc::sourceparts "$work/apt/parts"; Dir::Etc::preferencesparts "$work/apt/parts";
Dir::Etc::Main "$work/apt/parts/none"; Dir::Etc::Parts "$work/apt/parts";
APT::Sandbox::User "$(id -un)"; Acquire::Languages "none"; Acquire::Retries "2"; APT::Install-Recommends "false";
CONF
} > "$work/apt/apt.conf"
export APT_CONFIG=$work/apt/apt.conf
apt-get -qq --error-on=any update || skip "the mirror $mirror does not serve $GO_SUITE and $LIBRARIES"

# packages.txt is the closure of what main.go imports: all that the library packages depend on would be four times as much.
mapfile -t libraries < "$here/packages.txt"
(
  cd "$work/debs"
  apt-get -qq download "golang-1.26-go/$GO_SUITE" "golang-1.26-src/$GO_SUITE" "${libraries[@]/%//$LIBRARIES}"
) || skip 'not every package can be downloaded'
for deb in "$work"/debs/*.deb; do
  dpkg-deb -x "$deb" "$work/root"
  dpkg-deb -W --showformat '${Package} ${Version}\n' "$deb"
done | sort > "$work/versions.txt"

# In GOPATH mode: Debian's Go libraries are plain trees of source, and no module is looked for anywhere.
mkdir -p "$work/gopath/src/otelcol"
cp "$here/main.go" "$work/gopath/src/otelcol/"
goroot=$work/root/usr/lib/$GO
env -i HOME="$work/home" PATH="$goroot/bin:/usr/bin:/bin" GOROOT="$goroot" GOPATH="$work/gopath:$work/root/usr/share/gocode" GOCACHE="$work/gocache" \
  GO111MODULE=off GOTOOLCHAIN=local GOPROXY=off CGO_ENABLED=0 \
  go build -trimpath -ldflags '-s -w' -o "$work/otelcol" otelcol || skip 'it does not compile'
"$work/otelcol" --version
mv "$work/versions.txt" "$folder/versions.txt"
mv "$work/otelcol" "$folder/otelcol"
