/** One offline engine command (`plugin validate`, `plugin test`), away from the person's own settings. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Both commands take about a second; a machine under load gets a hundred. */
const TIMEOUT_MS = 120_000
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

export type EngineRun =
  | { readonly ran: true; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly ran: false; readonly why: string }

/** Runs the engine with `work` (an existing, empty folder) as its whole world: HOME, temporary files and directory. */
export function runEngine(engine: string, args: readonly string[], work: string): EngineRun {
  const folder = (name: string): string => {
    const path = join(work, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  const temporary = folder('tmp')
  const done = spawnSync(engine, args, {
    cwd: folder('project'),
    env: {
      HOME: folder('home'),
      PATH: '/usr/local/bin:/usr/bin:/bin',
      TERM: 'xterm',
      LANG: 'C.UTF-8',
      TMPDIR: temporary,
      CLAUDE_CODE_TMPDIR: temporary,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  if (done.error) return { ran: false, why: done.error.message }
  if (done.status === null) return { ran: false, why: `it was ended by ${done.signal}` }
  return { ran: true, code: done.status, stdout: done.stdout, stderr: done.stderr }
}
