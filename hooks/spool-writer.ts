/** Writes what the spool holds: one file after another, one pass at a time, and whoever waits for a line waits no longer than the policy says. */
import type { SpoolFile, SpoolFiles, Token } from '../audit/spool-files.ts'
import { race } from './realm.ts'

/** A write that is so long under way is given up: what it was to write goes into another file. */
const GIVE_UP_MS = 30_000

export type Writer = {
  /** Writes all there is to write. Answers why it could not; never rejects. It may never settle where the disk does not answer. */
  readonly flush: () => Promise<string | undefined>
  /** Answers undefined once the line is on the disk, or why it is not, at the latest when the deadline is up. Never rejects. */
  readonly kept: (token: Token) => Promise<string | undefined>
  /** For a timer: starts a pass, or gives up one that does not end. */
  readonly tick: () => void
  readonly lastFailure: () => string | undefined
}

/** A code that says what went wrong, and nothing else of the message: that holds a path. */
const codeOf = (error: unknown): string => /\bE[A-Z]{2,}\b/.exec(error instanceof Error ? error.message : '')?.[0] ?? 'the write failed'

/** `write` may reject, or never settle. */
export function createWriter(options: {
  readonly files: SpoolFiles
  readonly write: (name: string, text: string) => Promise<unknown>
  readonly sleep: (ms: number) => Promise<unknown>
  readonly clock: () => number
  readonly deadlineMs: number
}): Writer {
  const { files, write, sleep, clock, deadlineMs } = options
  let running: Promise<string | undefined> | undefined
  let began = 0
  let at: SpoolFile | undefined
  let passes = 0
  let lastFailure: string | undefined

  const late = `not written within ${deadlineMs / 1000} s`
  const isStuck = (): boolean => running !== undefined && clock() - began >= deadlineMs

  const pass = async (number: number): Promise<string | undefined> => {
    for (;;) {
      const file = files.dirty()[0]
      if (file === undefined) return undefined
      const { text, turn } = file
      at = file
      began = clock()
      try {
        await write(file.name, text)
      } catch (error) {
        return codeOf(error)
      }
      // Given up meanwhile: another pass is under way.
      if (number !== passes) return late
      files.wrote(file, turn, text.length)
    }
  }

  const flush = (): Promise<string | undefined> => {
    if (running !== undefined) return running
    const number = ++passes
    began = clock()
    const mine = pass(number).then(failure => {
      if (number !== passes) return failure
      running = undefined
      at = undefined
      lastFailure = failure
      return failure
    })
    running = mine
    return mine
  }

  const attempt = async (token: Token): Promise<string | undefined> => {
    let failure: string | undefined
    // The pass under way may have begun before the line was there.
    for (let tries = 0; tries < 2 && !files.isSettled(token); tries++) failure = await flush()
    return files.isSettled(token) ? undefined : (failure ?? late)
  }

  return {
    flush,
    async kept(token) {
      if (isStuck()) return late
      const deadline = sleep(deadlineMs).then(
        () => late,
        () => late,
      )
      const failure = await race([attempt(token), deadline])
      if (failure === undefined || files.isSettled(token)) return undefined
      lastFailure = failure
      return failure
    },
    tick() {
      if (running !== undefined && at !== undefined && clock() - began >= GIVE_UP_MS) {
        passes++
        running = undefined
        lastFailure = late
        files.abandon(at)
      }
      void flush()
    },
    lastFailure: () => lastFailure,
  }
}
