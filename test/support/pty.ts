import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DUMMY_KEY, engineBinary, engineEnv } from './engine.ts'
import { managedCommand } from './managed.ts'
import { killGroup } from './process.ts'
import { createSandbox, type Sandbox, textOf, writeFiles } from './sandbox.ts'
import { createScreen, type Screen } from './screen.ts'
import { type LoggedRequest, type Script, startScriptedApi } from './scripted-api.ts'
import { furnish, type SessionOptions } from './session.ts'

/** What to wait for: a text on the screen, a form of it, so many milliseconds, or whatever a function says. */
export type Waiting = string | RegExp | number | (() => boolean)

/** Keys to send once what they wait for is there. `KEYS` has the ones without a letter. */
export type KeyPress = { after: Waiting; send: string }

/** The keys a person has beside the letters. */
export const KEYS = { enter: '\r', escape: '\x1b', up: '\x1b[A', down: '\x1b[B', tab: '\t', interrupt: '\x03' } as const

export type InteractiveOptions = Omit<SessionOptions, 'script' | 'prompt'> & {
  script?: Script
  keys?: readonly KeyPress[]
  /** What to wait for after the last key, before the session is ended. */
  until: Waiting
}

/**
 * What an interactive session left. `screen` is the screen as it stood at the end, `screens` as it stood when each key was sent. `reached`
 * is false where something waited for did not come within the time limit, and `missed` says what.
 */
export type Interactive = {
  screen: string
  screens: string[]
  reached: boolean
  missed: string
  debugLog: string
  requests: LoggedRequest[]
  sandbox: Sandbox
}

/** Whether this machine can give a program a terminal: it takes util-linux's `script`. */
export function canUsePty(): boolean {
  possible ??= spawnSync('script', ['-qfec', 'tty', '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'], timeout: 5000 }).status === 0
  return possible
}

let possible: boolean | undefined

/** The size of the terminal a session is given. */
const ROWS = 50
const COLUMNS = 160

/** A dialog draws before it listens: keys wait this long after their text came. */
const SETTLE_MS = 250

/**
 * Runs one interactive session of the real engine in a terminal of its own, past the screens of a first run, types the keys, and ends the
 * session as a closed terminal would (its `session.end` hooks run). The engine is killed where it has not gone soon after.
 */
export async function runInteractive(options: InteractiveOptions): Promise<Interactive> {
  const sandbox = options.sandbox ?? createSandbox(options.keep)
  await furnish(sandbox, options)
  writeFiles(sandbox.home, { '.claude.json': JSON.stringify(pastTheFirstRun(sandbox.cwd)) })
  const api = await startScriptedApi(options.script ?? [])
  const debugFile = join(sandbox.dir, 'debug.log')
  const plugins = (options.pluginDirs ?? []).flatMap(folder => ['--plugin-dir', ownCopy(folder, sandbox)])
  const engine = [engineBinary(), '--debug-file', debugFile, ...plugins, ...(options.args ?? [])]
  const argv = options.managed === undefined ? engine : managedCommand(engine, options.managed, sandbox.dir)
  const launcher = join(sandbox.dir, 'launch.sh')
  writeFileSync(launcher, `stty rows ${ROWS} cols ${COLUMNS}\nexec ${argv.map(quoted).join(' ')}\n`)

  const env = engineEnv(sandbox, { ANTHROPIC_BASE_URL: api.url, ...options.env })
  const command = ['-qfec', `exec bash ${quoted(launcher)}`, '/dev/null']
  const child = spawn('script', command, { cwd: sandbox.cwd, env, stdio: ['pipe', 'pipe', 'ignore'], detached: true })
  const screen = createScreen(ROWS, COLUMNS)
  child.stdout.setEncoding('utf8').on('data', (piece: string) => screen.write(piece))
  child.stdin.on('error', () => {}) // the engine may have gone before a key arrives; what was waited for then says so

  const screens: string[] = []
  const missed = await type(child, screen, screens, options)
  const last = screen.text()
  await end(child)
  await api.close()
  return { screen: last, screens, reached: missed === '', missed, debugLog: textOf(debugFile), requests: api.requests, sandbox }
}

/** The engine writes its declarations beside a mod it opens interactively: it gets a copy, unless the mod is the sandbox's already. */
function ownCopy(folder: string, sandbox: Sandbox): string {
  if (folder.startsWith(`${sandbox.dir}/`)) return folder
  const copy = join(sandbox.dir, 'plugins', basename(folder))
  cpSync(folder, copy, { recursive: true })
  return copy
}

/** Waits and types in turn, keeping each screen typed at; answers what did not come, or ''. */
async function type(child: ChildProcess, screen: Screen, screens: string[], options: InteractiveOptions): Promise<string> {
  const { keys = [], until, timeoutMs = 30_000 } = options
  const deadline = Date.now() + timeoutMs
  for (const { after, send } of keys) {
    if (!(await came(after, screen, child, deadline))) return String(after)
    await sleep(SETTLE_MS)
    screens.push(screen.text())
    child.stdin?.write(send)
  }
  return (await came(until, screen, child, deadline)) ? '' : String(until)
}

async function came(waiting: Waiting, screen: Screen, child: ChildProcess, deadline: number): Promise<boolean> {
  if (typeof waiting === 'number') {
    await sleep(waiting)
    return true
  }
  while (Date.now() < deadline && child.exitCode === null) {
    if (isThere(waiting, screen)) return true
    await sleep(50)
  }
  return isThere(waiting, screen)
}

function isThere(waiting: string | RegExp | (() => boolean), screen: Screen): boolean {
  if (typeof waiting === 'function') return waiting()
  return typeof waiting === 'string' ? screen.text().includes(waiting) : waiting.test(screen.text())
}

/** Ends the engine under `script` with SIGHUP, as a terminal that closes does, then whatever is left of both. */
async function end(child: ChildProcess): Promise<void> {
  const engines = childrenOf(child.pid)
  const gone = new Promise(resolve => child.once('exit', resolve))
  if (child.exitCode !== null) return
  for (const pid of engines) signal(pid, 'SIGHUP')
  await Promise.race([gone, sleep(4000, undefined, { ref: false })])
  for (const pid of engines) signal(pid, 'SIGKILL')
  killGroup(child.pid)
}

function childrenOf(pid: number | undefined): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // it has gone
  }
}

/** What the engine remembers of an earlier run: the key was approved and the project is trusted. */
function pastTheFirstRun(project: string) {
  return {
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: [DUMMY_KEY], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
