#!/usr/bin/env bash
# Leaves promtool, the tester of Prometheus rules, in $CASTELLAN_CACHE/promtool (else ~/.cache/castellan/promtool), unpacked from Debian's own package:
# nothing is installed, no root is needed. Does nothing where it is there. Exits 1, and says so, where it cannot be had.
set -euo pipefail
folder=${CASTELLAN_CACHE:-$HOME/.cache/castellan}/promtool
[ -x "$folder/promtool" ] && { echo "already there: $folder/promtool"; exit 0; }
command -v promtool > /dev/null && { echo "on PATH: $(command -v promtool)"; exit 0; }
skip() { printf '\n!!! SKIPPED: promtool: %s\n\n' "$1" >&2; exit 1; }
command -v apt-get > /dev/null && command -v dpkg-deb > /dev/null || skip 'not a Debian machine'
# A fresh container has no lists yet.
apt-cache show prometheus > /dev/null 2>&1 || { [ "$(id -u)" = 0 ] && apt-get -qq update; } || sudo -n apt-get -qq update || true
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cd "$work"
# As root, apt reads as a user of its own, who may not look in here.
apt-get -qq -o APT::Sandbox::User="$(id -un)" download prometheus || skip 'the package prometheus cannot be downloaded (apt-get update?)'
dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool
usr/bin/promtool --version
mkdir -p "$folder"
mv usr/bin/promtool "$folder/promtool"
