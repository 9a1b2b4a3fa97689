import type { Reporter } from 'vitest/node'

/** What a run came to. A test file that did not load and an error nobody awaited count as failed. */
export type Tally = { passed: number; failed: number; skipped: number }

/** The last line of a run: `N passed, N failed`, and how many were skipped where some were. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  const skips = skipped === 0 ? '' : `, ${skipped} skipped`
  return `${passed} passed, ${failed} failed${skips}`
}

/** A reporter that prints the closing line, alone on its line, after every other word of the run. */
export function createClosingLine(print: (line: string) => void = line => process.stdout.write(`${line}\n`)): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const tally: Tally = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
      for (const module of modules) {
        tally.failed += module.errors().length
        for (const test of module.children.allTests()) {
          const { state } = test.result()
          if (state === 'passed') tally.passed++
          else if (state === 'skipped') tally.skipped++
          else tally.failed++
        }
      }
      print(closingLine(tally))
    },
  }
}
