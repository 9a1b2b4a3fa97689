/** `castellan audit report`: a page about logs. */
import { statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createVerifier } from '../../audit/verify.ts'
import { NO_RECORD, openLogs, readingLogs } from '../audit/logs.ts'
import { isReportPage, reportPage } from '../audit/page/page.ts'
import { createSummary } from '../audit/summary.ts'
import { type GivenOptions, verifyOptions } from '../audit/verify-options.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { lineAt } from '../lines.ts'
import { plural, printable } from '../messages.ts'
import { problemOf } from '../read-file.ts'

export type ReportOptions = GivenOptions & { readonly out: string }

/** Exit code 0 also where the logs are not whole: the page says so. `now`: milliseconds since the epoch. */
export function auditReport(files: readonly string[], options: ReportOptions, io: Io, now: number = Date.now()): number {
  const told = verifyOptions(options, io)
  const logs = openLogs(files, io)
  if (told === undefined || !logs.ok) return EXIT.badInput
  const out = resolve(io.cwd, options.out)
  if (logs.paths.includes(out)) {
    io.err('--out names one of the logs: the page would be written over it.\n')
    return EXIT.badInput
  }
  return readingLogs(io, () => {
    const verifier = createVerifier(told)
    const summing = createSummary()
    for (const line of logs.lines) for (const record of verifier.take(line)) summing.add(record)
    const verification = verifier.finish()
    if (verification.records === 0) {
      io.err(NO_RECORD)
      return EXIT.badInput
    }
    try {
      if (isForeign(out)) {
        io.err(`${printable(options.out)} is not replaced: it is no page that castellan wrote. Name a new file.\n`)
        return EXIT.badInput
      }
      writeFileSync(out, reportPage({ summary: summing.summary(), verification, files, now }))
    } catch (error) {
      io.err(`The page cannot be written to ${printable(options.out)}: ${printable(problemOf(error))}.\n`)
      return EXIT.badInput
    }
    const { records, findingCount, isWhole } = verification
    io.out(`${printable(options.out)}: ${plural(records, 'record')}, ${isWhole ? 'whole' : plural(findingCount, 'finding')}\n`)
    return EXIT.well
  })
}

/** As far as the title of a page may reach. */
const HEAD_BYTES = 4096

/** Whether a file with something else in it stands there. Empty files, devices and pipes are free to take. */
function isForeign(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size > 0 && !isReportPage(lineAt(path, { offset: 0, bytes: HEAD_BYTES }))
}
