/**
 * The names of the spool's files. `<session>-<chain>-<n>.jsonl` holds sealed lines of one chain, `<session>-<chain>.live` says who writes them: so no two
 * sessions, and no two loads of the module in one session, ever write the same file.
 */

export type SpoolName = {
  /** What the names of all files of a chain begin with. */
  readonly owner: string
  readonly chain: string
  /** The number of a file of lines; absent: the `.live` file. */
  readonly number?: number
}

const NAME = /^([\w-]{1,80}-([0-9a-f]{16}))(?:-(\d{1,6})\.jsonl|\.live)$/

/** What the names of a chain's files begin with. What is no letter, digit, `_` or `-` in the session's id becomes `_`. */
export const ownerOf = (session: string, chain: string): string => `${session.replace(/[^\w-]/g, '_').slice(0, 80) || '_'}-${chain}`

export const linesFile = (owner: string, number: number): string => `${owner}-${number}.jsonl`
export const liveFile = (owner: string): string => `${owner}.live`

/** undefined: it is no file of a spool. */
export function readName(name: string): SpoolName | undefined {
  const [, owner, chain, number] = NAME.exec(name) ?? []
  if (owner === undefined || chain === undefined) return undefined
  return number === undefined ? { owner, chain } : { owner, chain, number: Number(number) }
}
