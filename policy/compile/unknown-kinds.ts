/** The kinds of what castellan cannot tell: a rule's `unknown` may answer each in its own way. */
import type { MarkerKind } from '../shell/effects.ts'
import type { Verdict } from './verdict.ts'

/** Why the text of a command line does not tell everything that would run. */
export const MARKER_KINDS = [
  'dynamic-program',
  'dynamic-script',
  'stdin-script',
  'sourced-file',
  'script-file',
  'interpreter-code',
  'parse-error',
  'too-complex',
  'unknown-wrapper',
  'script',
] as const satisfies readonly MarkerKind[]

/**
 * The marker kinds of command lines, and:
 * - `argument`: an argument, a flag or an operand that cannot be told, or an argument of a tool whose use of it is not known.
 * - `path`: a path that cannot be told, or may land in a further place.
 * - `pattern`: a shell glob that may name the path.
 * - `code`: something seen only inside code of another language.
 * - `value`: a value too long to be tried.
 */
export const UNKNOWN_KINDS = [...MARKER_KINDS, 'argument', 'path', 'pattern', 'code', 'value'] as const satisfies readonly (
  | MarkerKind
  | 'argument'
  | 'path'
  | 'pattern'
  | 'code'
  | 'value'
)[]

export type UnknownKind = (typeof UNKNOWN_KINDS)[number]

/** What one kind counts as. */
export type UnknownAnswer = Verdict | 'ignore'

/** What "cannot tell" counts as: the same for every kind, or by kind, `default` for the kinds that are not named. */
export type Unknown = UnknownAnswer | ({ readonly default: UnknownAnswer } & { readonly [Kind in UnknownKind]?: UnknownAnswer })

/** What one kind counts as. What a script in a file leaves open is let by, unless it is named. Code that castellan cannot read counts as what is seen inside code, unless it is named itself. */
export const answerTo = (unknown: Unknown, kind: UnknownKind): UnknownAnswer => {
  const named = typeof unknown === 'string' ? undefined : unknown[kind]
  // Every session runs scripts all day, and most leave something open.
  if (kind === 'script') return named ?? 'ignore'
  if (typeof unknown === 'string') return unknown
  return named ?? (kind === 'interpreter-code' ? unknown.code : undefined) ?? unknown.default
}

/** As one line: `ask`, or `pattern deny, else ignore`. */
export const unknownText = (unknown: Unknown): string => {
  if (typeof unknown === 'string') return unknown
  const named = UNKNOWN_KINDS.flatMap(kind => (unknown[kind] === undefined ? [] : [`${kind} ${unknown[kind]}`]))
  return [...named, named.length === 0 ? unknown.default : `else ${unknown.default}`].join(', ')
}
