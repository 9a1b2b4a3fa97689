import { spawn } from 'node:child_process'

/** What a finished program left: its exit code (`null` when it was killed, by the time limit or a signal) and everything it printed. */
export type Finished = { code: number | null; stdout: string; stderr: string; timedOut: boolean }

/**
 * Runs a program to its end with exactly this environment and stdin closed. Past `timeoutMs` it and everything it started in its own
 * process group are killed, and the answer says so. Rejects only where the program cannot be started.
 */
export function runProcess(
  argv: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string>>; timeoutMs: number },
): Promise<Finished> {
  const [program = '', ...args] = argv
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: options.cwd, env: { ...options.env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const out: Buffer[] = []
    const err: Buffer[] = []
    let timedOut = false
    const limit = setTimeout(() => {
      timedOut = true
      killGroup(child.pid)
    }, options.timeoutMs)
    child.stdout.on('data', (piece: Buffer) => out.push(piece))
    child.stderr.on('data', (piece: Buffer) => err.push(piece))
    child.once('error', error => {
      clearTimeout(limit)
      reject(error)
    })
    const settle = (code: number | null) => {
      clearTimeout(limit)
      resolve({ code, stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8'), timedOut })
    }
    // A background child of the run may hold the pipes open after it: the run is over shortly after its own exit, closed or not.
    child.once('close', settle)
    child.once('exit', code => setTimeout(() => settle(code), AFTER_EXIT_MS).unref())
  })
}

const AFTER_EXIT_MS = 500

/** Kills a process group this module started; one that has already gone is no error. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // it has gone
  }
}
