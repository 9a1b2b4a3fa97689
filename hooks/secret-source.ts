/** What every source of secrets is: something that is looked at, gives values by name, and may fail alone. */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import type { Places } from '../policy/facts/facts.ts'
import type { Found } from '../redact/found.ts'
import type { Doors } from './doors.ts'
import { GUARD_FAILED } from './guard-failed.ts'

/** `label` names it in messages. `look` answers undefined where nothing has changed since the last look that succeeded; rejects where castellan's own guard failed. */
export type Source = {
  readonly label: string
  /** Until it was loaded once, nothing is redacted and so nothing let through. */
  readonly isRequired?: boolean
  readonly look: () => Promise<Found | undefined>
}

/** Reads a file of secrets; undefined: it looks as it did when it was read last. A file that is not there holds nothing, unless it is required. Rejects where castellan's own guard failed. */
export type FileReader = (doors: Doors, path: string, read: (text: string) => Found, isRequired?: boolean) => Promise<Found | undefined>

/**
 * The sources of a policy besides variables and dotenv files. They stand in `sources.js`, which only the seats of policies that have such import. `isWhole`: a
 * look at everything; otherwise what costs little.
 */
export type MoreSources = (
  policy: Pick<CompiledPolicy, 'secrets'>,
  readFile: FileReader,
  now: () => number,
) => (doors: Doors, places: Places, isWhole: boolean) => readonly Source[]

/** What an error says, without the path it is about: a path is anybody's words. */
const said = (error: unknown, path: string): string => (error instanceof Error ? error.message.replaceAll(path, '') : '')

/** Castellan's own gate failed and so refused the look: that says nothing of the file, which may be read the next time. */
export function rethrowGuardFailure(error: unknown, path = ''): undefined {
  if (said(error, path).includes(GUARD_FAILED)) throw error
}

export const isMissing = (error: unknown, path: string): boolean => /ENOENT|ENOTDIR/.test(said(error, path))
