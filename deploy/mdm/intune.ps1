# Intune, as a Win32 app (system context): the package holds this script and acme.zip, what castellan build wrote (managed-settings.json in it).
# Install command:   powershell -ExecutionPolicy Bypass -File intune.ps1 -Digest <SHA-256 of acme.zip>
# Detection rule:    the file C:\Program Files\ClaudeCode\managed-settings.json, by the policy's digest in it or by its date
#
# The seat first, then the settings that name it. Program Files is where only administrators write.
param(
  [Parameter(Mandatory)] [string] $Digest,
  [string] $Archive = (Join-Path $PSScriptRoot 'acme.zip'),
  [string] $Seat = 'C:\Program Files\castellan\acme',
  [string] $Settings = 'C:\Program Files\ClaudeCode\managed-settings.json'
)
$ErrorActionPreference = 'Stop'

if ((Get-FileHash -Algorithm SHA256 $Archive).Hash -ne $Digest) { throw "castellan: $Archive is not what was to be placed" }

$new = "$Seat.new"
$old = "$Seat.old"
foreach ($folder in $new, $old) { if (Test-Path $folder) { Remove-Item -Recurse -Force $folder } }
Expand-Archive -Path $Archive -DestinationPath $new
if (-not (Test-Path (Join-Path $new 'managed-settings.json'))) { throw "castellan: $Archive holds no managed-settings.json" }

if (Test-Path $Seat) { Move-Item $Seat $old }
try { Move-Item $new $Seat } catch {
  if (Test-Path $old) { Move-Item $old $Seat }
  throw
}
New-Item -ItemType Directory -Force (Split-Path $Settings) | Out-Null
Copy-Item (Join-Path $Seat 'managed-settings.json') "$Settings.new"
Move-Item -Force "$Settings.new" $Settings
if (Test-Path $old) { Remove-Item -Recurse -Force $old }
