import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether a session can be given managed settings of its own here: it takes root or user namespaces, and `unshare` and `mount`. Asked once
 * a process.
 */
export function canUseManaged(): boolean {
  possible ??= spawnSync('unshare', [...namespace(), 'sh', '-c', 'mount --bind /etc /etc'], { stdio: 'ignore' }).status === 0
  return possible
}

let possible: boolean | undefined

/**
 * The command that runs `argv` with these managed settings, in a mount namespace where `/etc` is a copy kept under `dir`: this process tree
 * alone sees them, and the machine's own `/etc` is never written. The network is shared, so that the test's own servers are in reach.
 */
export function managedCommand(argv: readonly string[], managed: object, dir: string): string[] {
  const settings = join(dir, 'managed-settings.json')
  const etc = join(dir, 'etc')
  mkdirSync(etc, { recursive: true })
  writeFileSync(settings, JSON.stringify(managed, null, 1))
  return ['unshare', ...namespace(), 'sh', '-c', OVER_ETC, 'castellan', etc, settings, ...argv]
}

// In a user namespace the session sees itself as root, which the engine accepts in a sandbox alone.
const OVER_ETC = `
etc=$1 settings=$2; shift 2
cp -a /etc/. "$etc" 2>/dev/null || true
rm -rf "$etc/claude-code" && mkdir -p "$etc/claude-code" && cp "$settings" "$etc/claude-code/managed-settings.json" || exit 125
mount --bind "$etc" /etc || exit 125
export IS_SANDBOX=1
exec "$@"
`

function namespace(): string[] {
  return process.getuid?.() === 0 ? ['-m'] : ['-r', '-m']
}
