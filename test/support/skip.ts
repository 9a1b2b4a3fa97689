/** Says on stderr, where nobody overlooks it, that something was not tested and why; answers whether it is to be skipped. */
export function skipUnless(isPossible: boolean, what: string, why: string): boolean {
  if (!isPossible) process.stderr.write(`\n!!! SKIPPED: ${what}: ${why}\n\n`)
  return !isPossible
}
