import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What a finished program left: its exit code (`null` when it was killed, by the time limit or a signal) and everything it printed. */
export type Finished = { code: number | null; stdout: string; stderr: string; timedOut: boolean }

/** What goes into a program's stdin: `lines`, each when the one before was answered by a line of stdout that `answers`; after the last answer it is closed. */
export type Feed = { lines: readonly string[]; answers: (line: string) => boolean }

/** Sends a signal to the program, and to it alone, once a file is there. */
export type EndedBy = { file: string; signal: NodeJS.Signals }

/**
 * Runs a program to its end with exactly this environment and stdin closed, or fed. Past `timeoutMs` it and everything it started in its own
 * process group are killed, and the answer says so. Rejects only where the program cannot be started.
 */
export function runProcess(
  argv: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string>>; timeoutMs: number; feed?: Feed; endedBy?: EndedBy },
): Promise<Finished> {
  const [program = '', ...args] = argv
  return new Promise((resolve, reject) => {
    const stdin = options.feed === undefined ? 'ignore' : 'pipe'
    const child = spawn(program, args, { cwd: options.cwd, env: { ...options.env }, stdio: [stdin, 'pipe', 'pipe'], detached: true })
    const out: Buffer[] = []
    const err: Buffer[] = []
    let timedOut = false
    const limit = setTimeout(() => {
      timedOut = true
      killGroup(child.pid)
    }, options.timeoutMs)
    const { endedBy } = options
    const watch = endedBy && setInterval(() => existsSync(endedBy.file) && child.kill(endedBy.signal), WATCH_MS)
    child.stdout?.on('data', (piece: Buffer) => out.push(piece))
    if (options.feed !== undefined) feed(child, options.feed)
    child.stderr?.on('data', (piece: Buffer) => err.push(piece))
    child.once('error', error => {
      clearTimeout(limit)
      clearInterval(watch)
      reject(error)
    })
    const settle = (code: number | null) => {
      clearTimeout(limit)
      clearInterval(watch)
      resolve({ code, stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8'), timedOut })
    }
    // A background child of the run may hold the pipes open after it: the run is over shortly after its own exit, closed or not.
    child.once('close', settle)
    child.once('exit', code => setTimeout(() => settle(code), AFTER_EXIT_MS).unref())
  })
}

function feed({ stdin, stdout }: ChildProcess, { lines, answers }: Feed): void {
  const waiting = [...lines]
  const goOn = () => {
    const next = waiting.shift()
    if (next === undefined) stdin?.end()
    else stdin?.write(`${next}\n`)
  }
  // A program that has gone takes no more: that shows by its exit.
  stdin?.on('error', () => undefined)
  let rest = ''
  stdout?.on('data', (piece: Buffer) => {
    const parts = (rest + piece.toString('utf8')).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) if (answers(line)) goOn()
  })
  goOn()
}

const AFTER_EXIT_MS = 500
const WATCH_MS = 20

/** Kills a process group this module started; one that has already gone is no error. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // it has gone
  }
}
