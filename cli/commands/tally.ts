/** How `test` and `check` report: one runner's result, closed by the same line. */
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { json } from '../messages.ts'

export type Tally = { readonly passed: number; readonly failed: readonly { readonly line: string; readonly data: object }[] }

/** Failures on stderr, each one line; the closing line alone and last on stdout. */
export function report(tally: Tally, options: { readonly json?: boolean }, io: Io): number {
  if (options.json) {
    io.out(json({ passed: tally.passed, failed: tally.failed.length, failures: tally.failed.map(one => one.data) }))
  } else {
    for (const one of tally.failed) io.err(one.line)
    io.out(`${tally.passed} passed, ${tally.failed.length} failed\n`)
  }
  return tally.failed.length === 0 ? EXIT.well : EXIT.fails
}
