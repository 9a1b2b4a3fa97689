/** Describes a call together with the scripts in files that its command line runs. */
import type { Evaluation } from '../shell/effects.ts'
import type { Draft } from './draft.ts'
import { foldPath } from './lexical-path.ts'
import { spellPath } from './spell.ts'

/** Scripts that scripts call are read as well; what these call is not. */
const MAX_LEVELS = 2
/** Files looked for, for one line. */
const MAX_FILES = 8

/** A file to be read: its name on the line, and its absolute path. */
export type ScriptFile = { readonly place: string; readonly path: string }

/**
 * Asks `describe` once for the line, and once more for each level of scripts, with what the line does by their texts. A generator, since some
 * wait for files and some have them at hand: it yields the files, each once, and is handed the texts that could be read, by place.
 */
export function* describeWithScripts(
  describe: (command?: Evaluation) => Draft,
  cwd: string,
  home: readonly string[],
): Generator<readonly ScriptFile[], Draft, ReadonlyMap<string, string>> {
  let draft = describe()
  let left = MAX_FILES
  for (let level = 0; draft.command?.scripts !== undefined; level++) {
    const { places, read } = draft.command.scripts
    const files = places.slice(0, level < MAX_LEVELS ? left : 0).flatMap(place => {
      const path = spellPath(place, cwd, home, 'shell').spellings?.[0]
      return path === undefined ? [] : [{ place, path: foldPath(path) }]
    })
    left -= files.length
    draft = describe(read(files.length === 0 ? new Map() : yield files))
  }
  return draft
}
