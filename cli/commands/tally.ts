/** How `test` and `check` report: one runner's result, closed by the same line. */
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { json } from '../messages.ts'

export type Tally = { readonly passed: number; readonly failed: readonly { readonly line: string; readonly data: object }[] }

/** What a command found beside its failures. It never changes what passed and failed. */
export type Part = {
  /** Its key in the JSON answer, and its value there. */
  readonly key: string
  readonly data: object
  /** Lines for stderr, one finding each. */
  readonly findings: readonly string[]
  /** Lines for stdout, before the closing one. */
  readonly summary: readonly string[]
  /** Something in it is not proven by any test. */
  readonly isUnproven?: boolean
}

/** Failures on stderr, each one line; the closing line alone and last on stdout. */
export function report(tally: Tally, options: { readonly json?: boolean }, io: Io, parts: readonly Part[] = []): number {
  if (options.json) {
    const more = Object.fromEntries(parts.map(part => [part.key, part.data]))
    io.out(json({ passed: tally.passed, failed: tally.failed.length, failures: tally.failed.map(one => one.data), ...more }))
  } else {
    for (const line of [...tally.failed.map(one => one.line), ...parts.flatMap(part => part.findings)]) io.err(line)
    for (const line of parts.flatMap(part => part.summary)) io.out(line)
    io.out(`${tally.passed} passed, ${tally.failed.length} failed\n`)
  }
  return tally.failed.length === 0 ? EXIT.well : EXIT.fails
}
