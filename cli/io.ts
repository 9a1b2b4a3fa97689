/** What a command may touch of the process that runs it, so that tests run it in theirs. */
export type Io = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether `err` is a terminal that can redraw its last line. */
  readonly isTerminal?: boolean
}

/** The process's own. */
export const processIo = (): Io => ({
  out: text => void process.stdout.write(text),
  err: text => void process.stderr.write(text),
  cwd: process.cwd(),
  env: process.env,
  isTerminal: process.stderr.isTTY === true,
})
