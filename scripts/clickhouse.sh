#!/usr/bin/env bash
# Leaves ClickHouse, as a library for node (chdb), in $CASTELLAN_CACHE/clickhouse-<of these files> (else ~/.cache/castellan/...): the tests of
# deploy/clickhouse run the views and findings on it. From the npm registry, pinned with its hashes, no install script run; 550 MB. Does nothing where it
# is there. Exits 1, and says so, where it cannot be had: it is built for glibc on x64 and arm64, and for macOS.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/clickhouse
skip() { printf '\n!!! SKIPPED: ClickHouse: %s\n\n' "$1" >&2; exit 1; }

key=$(cat "$here/package.json" "$here/package-lock.json" | sha256sum | cut -c1-12)
cache=${CASTELLAN_CACHE:-$HOME/.cache/castellan}
folder=$cache/clickhouse-$key
[ -d "$folder" ] && { echo "already there: $folder"; exit 0; }
mkdir -p "$cache"
work=$(mktemp -d "$cache/clickhouse.XXXXXX")
trap 'rm -rf "$work"' EXIT
cp "$here/package.json" "$here/package-lock.json" "$work/"
cd "$work"
# Not `npm ci`: it refuses a lock without the libraries for other systems, which not every registry serves. What the lock has is held to its hashes.
npm install --ignore-scripts --no-audit --no-fund --loglevel=error || skip 'the package chdb cannot be installed'
node -e 'console.log("ClickHouse", require("chdb").query("SELECT version()").trim())' || skip 'it does not start here'
mv "$work" "$folder"
