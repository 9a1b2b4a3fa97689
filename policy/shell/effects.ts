/**
 * What a command line would do: the one boundary between `policy/shell` and everything that judges.
 * `evaluateCommand` (evaluate.ts) answers an `Evaluation`; nothing outside this folder sees a syntax tree.
 */

/** Where in the command text something stands: offsets in UTF-16 code units, end exclusive. */
export type Span = { readonly start: number; readonly end: number }

/**
 * One piece of a word.
 * - `text`: characters that are certain.
 * - `glob`: an unquoted `*`, `?` or `[...]`, which the shell replaces by file names, or leaves as written when none fits.
 * - `unknown`: zero or more characters that only running the line would tell.
 */
export type Piece = { readonly kind: 'text' | 'glob'; readonly text: string } | { readonly kind: 'unknown' }

/** One argument as the program would receive it, as far as it can be known. */
export type Word = {
  readonly pieces: readonly Piece[]
  /** It may turn into any number of arguments, none included (an unquoted expansion, a glob). */
  readonly isMany: boolean
  /** As written, for messages. */
  readonly source: string
}

/** It stands in a script that was read from a file. */
export type InScript = true

/** A program that would run. */
export type Run = {
  readonly kind: 'run'
  /** The program word as written; `name` is its last path segment, undefined when it cannot be told. */
  readonly program: Word
  readonly name: string | undefined
  /** Every argument after the program, in order. */
  readonly args: readonly Word[]
  /** The program's global options that stand before its subcommand (`git -C x`), each without its value. */
  readonly globals: readonly string[]
  /** Options after the globals, normalised: `-rf` is `-r`, `-f`; `--force=x` is `--force`; in order of appearance. */
  readonly flags: readonly string[]
  /** What is neither an option nor an option's value, in order; after `--` everything is. The first is the subcommand, where the program has them. */
  readonly words: readonly Word[]
  /** Some argument cannot be told and could be, or hold, further flags. */
  readonly mayHaveMoreFlags: boolean
  /** The wrappers it came through, outermost first, as programs were named: `['sudo', 'bash -c']`. */
  readonly via: readonly string[]
  readonly at: Span
  /** Variables set for this program: in front of it, by `env`, or exported earlier on the line. */
  readonly env?: readonly { readonly name: string; readonly value: Word }[]
  /** It runs on another machine or in a container (`ssh`, `docker exec`). */
  readonly isRemote?: true
  /** Code handed to an interpreter on the line (`python -c`, `node -e`, a heredoc): the language and the text. */
  readonly code?: { readonly language: string; readonly text: Word }
  /** It was seen inside code of another language: it may run. Absent: it runs if the line gets there. */
  readonly certainty?: 'may'
  readonly inScript?: InScript
}

/** A file that would be read, written (created, truncated or changed) or deleted. First cut: only paths that are wholly known. */
export type FileEffect = {
  readonly kind: 'read' | 'write' | 'delete'
  /** As written, `~` not yet replaced, relative to `directory`. */
  readonly path: string
  /** The directory a `cd` on the line moved to, as written; undefined: the session's own. `null`: it moved somewhere that cannot be told. */
  readonly directory: string | null | undefined
  readonly via: readonly string[]
  readonly at: Span
  /** Not wholly known: `path` is then how the line spells it, and these are its pieces. */
  readonly pattern?: readonly Piece[]
  readonly certainty?: 'may'
  readonly inScript?: InScript
}

/** A host that would be contacted: an address (`https://example.org/x`) or a host alone (`example.org`), as written. */
export type ConnectEffect = {
  readonly kind: 'connect'
  readonly address: Word
  readonly via: readonly string[]
  readonly at: Span
  readonly certainty?: 'may'
  readonly inScript?: InScript
}

export type Effect = Run | FileEffect | ConnectEffect

/** Why the text does not tell everything that would run. Each kind means: any program might run there. */
export type MarkerKind =
  | 'dynamic-program'
  | 'dynamic-script'
  | 'stdin-script'
  | 'sourced-file'
  | 'script-file'
  | 'interpreter-code'
  | 'parse-error'
  | 'too-complex'
  | 'unknown-wrapper'
  /** A script in a file was not read, or leaves something open itself. */
  | 'script'

export type Marker = { readonly kind: MarkerKind; readonly at: Span; readonly source: string }

/** Everything the line would do, and every place where it could do something that the text does not tell. Never both empty for a non-blank line that runs something. */
export type Evaluation = {
  readonly effects: readonly Effect[]
  readonly markers: readonly Marker[]
  /** Set where the line runs scripts in files that it did not write: what it does is known better with their texts. */
  readonly scripts?: Scripts
}

export type Scripts = {
  /** The files as the line spells them, seen from the session's directory (`~/x`, `sub/../x.sh`), each once. */
  readonly places: readonly string[]
  /** The whole line with the texts of the files, by place. One that is missing is a `script` marker. To be called once: it goes on from where it stopped. */
  readonly read: (texts: ReadonlyMap<string, string>) => Evaluation
}
