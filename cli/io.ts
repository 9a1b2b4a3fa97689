import { readFileSync } from 'node:fs'
import { type Line, linesOf } from './lines.ts'

/** What a command may touch of the process that runs it, so that tests run it in theirs. */
export type Io = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where this machine's administrator keeps managed settings; undefined: nowhere. */
  readonly managedFolder?: string
  /** Everything on stdin. Throws where it cannot be read. */
  readonly input?: () => string
  /** The same, one line at a time. */
  readonly inputLines?: () => Iterable<Line>
  /** Waits so many milliseconds; false: it is time to stop. */
  readonly wait?: (ms: number) => boolean
  /** Whether anybody still reads `out`. */
  readonly isRead?: () => boolean
  /** Whether `err` is a terminal that can redraw its last line. */
  readonly isTerminal?: boolean
}

/** As Claude Code looks for them. */
const MANAGED: Readonly<Record<string, string>> = {
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
}

/** The process's own. */
export const processIo = (): Io => ({
  out: text => void process.stdout.write(text),
  err: text => void process.stderr.write(text),
  cwd: process.cwd(),
  env: process.env,
  managedFolder: MANAGED[process.platform] ?? '/etc/claude-code',
  input: () => readFileSync(0, 'utf8'),
  inputLines: () => linesOf(0),
  wait: ms => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms) === 'timed-out',
  isRead: () => process.stdout.errored === null,
  isTerminal: process.stderr.isTTY === true,
})
