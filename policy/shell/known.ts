/** What is known of the shell that a line runs in, before the line says anything. */

/** Names that the person's own shell gives a meaning. */
export type Known = {
  /** Aliases and their texts; null: the text cannot be told. */
  readonly aliases: ReadonlyMap<string, string | null>
  /** Functions, each with shell text that defines it. */
  readonly functions: ReadonlyMap<string, string>
}

/** A shell in which every name is a program. */
export const NOTHING_KNOWN: Known = { aliases: new Map(), functions: new Map() }
