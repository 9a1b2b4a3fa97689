import type { Verification } from '../../audit/verification.ts'
import { createVerifier, type PlacedLine, type VerifyOptions } from '../../audit/verify.ts'

/** What the verifier says of lines that are at hand; texts alone count as lines of `-`. */
export function verifyChains(lines: Iterable<string | PlacedLine>, options: VerifyOptions): Verification {
  const verifier = createVerifier(options)
  let at = 0
  for (const line of lines) verifier.take(typeof line === 'string' ? { file: '-', line: ++at, text: line } : line)
  return verifier.finish()
}
