import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Finished, runProcess } from './process.ts'

/** Where a run may write: a folder to start in, a HOME of its own and a temporary folder of its own. */
export type EnginePlace = { cwd: string; home: string; tmp: string }

/**
 * The path of the engine's native program: `CASTELLAN_ENGINE` where set, else the one in the platform package, which is there even when
 * npm ran no install scripts.
 *
 * Throws where the pinned package is not installed: nothing that needs the engine can be tested then.
 */
export function engineBinary(): string {
  const named = process.env.CASTELLAN_ENGINE
  if (named !== undefined && named !== '') return named
  const resolve = createRequire(import.meta.url).resolve
  return join(dirname(resolve(`@anthropic-ai/claude-code-${process.platform}-${process.arch}/package.json`)), 'claude')
}

/** The exact environment of an engine run: nothing of the caller's own comes through but the folders of programs. */
export function engineEnv(place: EnginePlace, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const isRoot = process.getuid?.() === 0
  return {
    HOME: place.home,
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    SHELL: '/bin/bash',
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    TMPDIR: place.tmp,
    CLAUDE_CODE_TMPDIR: place.tmp,
    ANTHROPIC_API_KEY: DUMMY_KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ...(isRoot ? { IS_SANDBOX: '1' } : {}),
    ...extra,
  }
}

/** The key every run carries. It is never checked: requests go to loopback. */
export const DUMMY_KEY = 'sk-ant-dummy'

/** Runs one offline command of the engine (`plugin validate`, `plugin test`, `--version`) to its end, stdin closed. */
export function runEngine(
  args: readonly string[],
  options: EnginePlace & { env?: Readonly<Record<string, string>>; timeoutMs?: number },
): Promise<Finished> {
  const env = engineEnv(options, options.env)
  return runProcess([engineBinary(), ...args], { cwd: options.cwd, env, timeoutMs: options.timeoutMs ?? 60_000 })
}
