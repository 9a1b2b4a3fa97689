/** `castellan audit verify`: whether a log is whole. */
import { createVerifier } from '../../audit/verify.ts'
import { NO_RECORD, openLogs, readingLogs } from '../audit/logs.ts'
import { findingLine, verificationText } from '../audit/verification-text.ts'
import { type GivenOptions, verifyOptions } from '../audit/verify-options.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { json } from '../messages.ts'

export type VerifyCommandOptions = GivenOptions & { readonly json?: boolean }

export function auditVerify(files: readonly string[], options: VerifyCommandOptions, io: Io): number {
  const told = verifyOptions(options, io)
  const logs = openLogs(files, io)
  if (told === undefined || !logs.ok) return EXIT.badInput
  return readingLogs(io, () => {
    const verifier = createVerifier(told)
    for (const line of logs.lines) verifier.take(line)
    const verification = verifier.finish()
    // Nothing but unreadable lines is no log; one of which all was taken cannot be told from that, unless something names what it held.
    const isLog = verification.records > 0 || verification.findings.some(({ kind }) => kind === 'missing')
    if (!isLog) io.err(NO_RECORD)
    if (options.json) io.out(json(verification))
    else if (verification.records > 0 || verification.findingCount > 0) {
      for (const finding of verification.findings) io.err(findingLine(finding))
      if (isLog) io.out(verificationText(verification))
    }
    if (!isLog) return EXIT.badInput
    return verification.isWhole ? EXIT.well : EXIT.fails
  })
}
