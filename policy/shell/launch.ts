/** What a program starts besides its own work: a command in an option, a variable or a file it reads. */
import type { Arg } from './arg.ts'
import type { MarkerKind } from './effects.ts'

/**
 * - `argv`: the words are a program and its arguments.
 * - `script`: a shell reads the words, joined.
 * - `input`: a shell reads the standard input.
 * - `expansion`: the shell expands the words: only the substitutions in them run.
 * - `mark`: something runs that the text does not tell.
 */
export type Launch =
  | {
      readonly as: 'argv' | 'script' | 'input' | 'expansion'
      /** The wrapper's name as `Run.via` shows it. */
      readonly via: string
      readonly words: readonly Arg[]
      readonly isRemote?: boolean
      /** Folders here and where they are found there, and the folder it starts in. */
      readonly mounts?: readonly (readonly [here: Arg, there: string])[]
      readonly start?: Arg | undefined
      /** It starts in a directory that cannot be told. */
      readonly isElsewhere?: boolean
      /** It stands in code of another language: it may happen. */
      readonly isInCode?: boolean
    }
  | { readonly as: 'mark'; readonly marker: MarkerKind }

export const UNKNOWN_COMMAND: Launch = { as: 'mark', marker: 'unknown-wrapper' }
