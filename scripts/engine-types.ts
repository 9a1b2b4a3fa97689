// Gets the engine's own declarations of its mod API into .engine-types/ (ignored by git: they are the engine's to give, not ours). The engine
// writes them beside a mod that a person opens interactively, so a throw-away session on an empty mod is what it takes. See npm run engine-types.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { writePlugin } from '../test/support/plugin.ts'
import { canUsePty, runInteractive } from '../test/support/pty.ts'
import { createSandbox, textOf } from '../test/support/sandbox.ts'

const FOLDERS = ['claude-code', 'claude-code-tools', 'claude-code-mcp']
const NO_PTY = 3

const target = resolve('.engine-types')
const { version } = createRequire(import.meta.url)('@anthropic-ai/claude-code/package.json') as { version: string }

const areOf = (folder: string) =>
  textOf(join(folder, 'claude-code/index.d.ts')).split('\n', 1)[0]?.includes(`Claude Code ${version}.`) === true &&
  FOLDERS.every(name => existsSync(join(folder, name, 'index.d.ts')))

process.exitCode = await main()

async function main(): Promise<number> {
  if (areOf(target)) {
    console.log(`.engine-types/ holds the declarations of Claude Code ${version} already`)
    return 0
  }
  if (!canUsePty()) {
    console.error("the engine's declarations need a terminal to be written: install util-linux's `script` (Debian: bsdutils)")
    return NO_PTY
  }
  const sandbox = createSandbox()
  const mod = writePlugin(sandbox.dir, 'stub', "export function register(on) {\n  on('session.start', (_$, e, next) => next(e))\n}\n")
  const written = join(mod, '.claude-plugin/types')
  const session = await runInteractive({ sandbox, pluginDirs: [mod], until: () => areOf(written), timeoutMs: 60_000 })
  if (!session.reached) {
    const found = textOf(join(written, 'claude-code/index.d.ts')).split('\n', 1)[0]
    console.error(
      `the engine wrote no declarations of Claude Code ${version} (found: ${found || 'none'}). The screen said:\n${session.screen}`,
    )
    return 1
  }
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  for (const name of FOLDERS) cpSync(join(written, name), join(target, name), { recursive: true })
  console.log(`.engine-types/ now holds the declarations of Claude Code ${version}`)
  return 0
}
