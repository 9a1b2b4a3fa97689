/** Exit codes of the command line, as the policy language names them. */
export const EXIT = {
  well: 0,
  /** The policy or the cases fail: rule tests, misses, the engine's report. */
  fails: 1,
  /** Bad input or usage. */
  badInput: 2,
  /** No engine found where one is needed. */
  noEngine: 3,
  /** A bug in castellan. */
  bug: 70,
} as const
