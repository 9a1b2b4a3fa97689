#!/bin/sh
# Jamf Pro script (runs as root); any other MDM of macOS or Linux that runs a shell script does as well.
#
#   4  the archive a package has put there: tar -czf acme.tar.gz -C /opt/castellan acme   (what castellan build wrote, managed-settings.json in it)
#   5  its SHA-256
#   6  where the seat lies, as told to castellan build (--seat-at): /opt/castellan/acme
#
# The seat goes first, whole and by rename, then the settings that name it: at no time do settings point at half a seat. Where anything is wrong nothing
# is changed, and the exit code is not 0. CASTELLAN_ROOT puts all under another root, for a try.
set -eu
archive=${4:?parameter 4: the archive}
digest=${5:?parameter 5: its SHA-256}
seat=${6:?parameter 6: where the seat lies}
root=${CASTELLAN_ROOT:-}

case $(uname -s) in
  Darwin) settings=$root'/Library/Application Support/ClaudeCode/managed-settings.json' ;;
  *) settings=$root/etc/claude-code/managed-settings.json ;;
esac

if command -v sha256sum > /dev/null; then found=$(sha256sum "$archive"); else found=$(shasum -a 256 "$archive"); fi
[ "${found%% *}" = "$digest" ] || { echo "castellan: $archive is not what was to be placed" >&2; exit 1; }

umask 022
folder=$root$(dirname "$seat")
name=$(basename "$seat")
mkdir -p "$folder" "$(dirname "$settings")"
new=$(mktemp -d "$folder/.new.XXXXXX")
trap '[ -e "$folder/$name" ] || [ ! -e "$new/old" ] || mv "$new/old" "$folder/$name"; rm -rf "$new"' EXIT
tar -xzf "$archive" -C "$new"
[ -f "$new/$name/managed-settings.json" ] || { echo "castellan: $archive holds no $name/managed-settings.json" >&2; exit 1; }
# Nobody but root may change what guards: neither the seat nor the folders above it.
[ "$(id -u)" != 0 ] || chown -R 0:0 "$new"
chmod -R u=rwX,go=rX "$new/$name"
chmod 755 "$folder"

if [ -e "$folder/$name" ]; then mv "$folder/$name" "$new/old"; fi
mv "$new/$name" "$folder/$name"
cp "$folder/$name/managed-settings.json" "$settings.new"
chmod 644 "$settings.new"
mv "$settings.new" "$settings"
echo "castellan: $seat placed, $settings written"
