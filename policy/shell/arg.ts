/** Words while they are being evaluated: `effects.ts` shows the outside a simpler form of them. */
import type { Piece, Word } from './effects.ts'

/**
 * One part of a word or of a variable's value.
 * - `unknown`: `isEnvironment` when it comes from a variable that the line never set, `neverDash` when it cannot begin with `-`,
 *   `splits` when it may hold spaces all the same. `content`: it names a stream, and this is what there is to read in it. `isStream`: it and what stands
 *   before it name the stream of a process substitution, and no file. `paths`: from here to the end of the word stands one of these, and nothing else.
 *   `line`: each line of the stream is the name of such a file.
 * - `place`: a directory the shell fills in. `written` is how the line spells it (`~`), undefined for `$HOME` and `$PWD`. `from`: the
 *   directory that `$PWD` was.
 */
export type Part =
  | { readonly kind: 'text' | 'glob'; readonly text: string }
  | {
      readonly kind: 'unknown'
      readonly isEnvironment?: boolean
      readonly neverDash?: boolean
      readonly isStream?: true
      readonly splits?: boolean
      readonly content?: string
      readonly line?: readonly Part[]
      readonly paths?: readonly (readonly Piece[])[]
    }
  | {
      readonly kind: 'place'
      readonly place: 'home' | 'cwd' | 'other'
      readonly written?: string
      readonly from?: string | undefined
    }

/** One argument, or a word that may become any number of them. */
export type Arg = { readonly parts: readonly Part[]; readonly isMany: boolean; readonly source: string }

/** What an unknown part becomes where partly known text is read as a script: an expansion whose value nobody knows. */
export const UNKNOWN_EXPANSION = `\${_}`

export const UNKNOWN: Part = { kind: 'unknown' }
/** The value of a variable that the line took away. */
export const UNSET: Part = { kind: 'text', text: '' }
/** Any number of arguments, as `xargs` and `"$@"` add them. */
export const ANY_ARGS: Arg = { parts: [UNKNOWN], isMany: true, source: '' }

export function textArg(text: string, source = text): Arg {
  return { parts: [{ kind: 'text', text }], isMany: false, source }
}

/** The argument's text when every character of it is certain, else undefined. */
export function textOf(arg: Arg | undefined): string | undefined {
  return arg === undefined ? undefined : textOfParts(arg.parts)
}

export function textOfParts(parts: readonly Part[]): string | undefined {
  let text = ''
  for (const part of parts) {
    if (part.kind === 'text') text += part.text
    else if (part.kind === 'place' && part.written !== undefined) text += part.written
    else return undefined
  }
  return text
}

/** The certain characters the argument begins with. */
export function knownStart(arg: Arg): string {
  let text = ''
  for (const part of arg.parts) {
    if (part.kind === 'text') text += part.text
    else if (part.kind === 'place' && part.written !== undefined) text += part.written
    else break
  }
  return text
}

/** Text to read as a script when not all of it is known: the rest of it is evaluated around the gaps. */
export function scriptTextOf(args: readonly Arg[]): string {
  return args.map(arg => arg.parts.map(scriptTextOfPart).join('')).join(' ')
}

function scriptTextOfPart(part: Part): string {
  if (part.kind === 'text' || part.kind === 'glob') return part.text
  if (part.kind === 'place' && part.written !== undefined) return part.written
  return UNKNOWN_EXPANSION
}

/** Whether the argument could turn out to be, or to hold, an option. */
export function couldBeFlag(arg: Arg): boolean {
  const first = arg.parts.find(part => part.kind !== 'text' || part.text !== '')
  if (first === undefined) return false
  if (first.kind === 'unknown') return first.neverDash !== true || (arg.isMany && first.splits === true)
  if (first.kind === 'glob') return true
  const isSplitLater = arg.isMany && arg.parts.some(part => part.kind === 'unknown' && part.neverDash !== true)
  return isSplitLater
}

/** Whether it may become other than one argument, through something that the line itself made unknown. */
export function isManyUnknown(arg: Arg): boolean {
  return arg.isMany && arg.parts.some(part => part.kind === 'unknown' && part.isEnvironment !== true)
}

/** What is left after so many characters of certain text. */
export function dropStart(arg: Arg, count: number): Arg {
  const parts: Part[] = []
  let left = count
  for (const part of arg.parts) {
    if (left > 0 && part.kind === 'text') {
      if (part.text.length > left) parts.push({ kind: 'text', text: part.text.slice(left) })
      left = Math.max(0, left - part.text.length)
    } else parts.push(part)
  }
  return { ...arg, parts }
}

/** Whether the last of the parts tells which paths it may become. */
export function isPaths(part: Part | undefined): boolean {
  return part?.kind === 'unknown' && part.paths !== undefined
}

/** What may be one of these, or anything else. */
export function anyOf(paths: readonly (readonly Piece[])[]): Part {
  return { kind: 'unknown', paths: [[{ kind: 'unknown' }], ...paths] }
}

/** The texts that one word may be, as far as they are known. */
export function textsOf({ parts: [only, more] }: Arg): readonly string[] {
  const paths = only?.kind === 'unknown' && more === undefined ? (only.paths ?? []) : []
  return paths.flatMap(([first, ...rest]) => (first?.kind === 'text' && rest.length === 0 ? [first.text] : []))
}

/** Whether the word is one of the texts that it may be, and nothing else. */
export function isOneOfTexts(arg: Arg): boolean {
  const [only] = arg.parts
  const count = textsOf(arg).length
  return only?.kind === 'unknown' && count > 0 && only.paths?.length === count
}

export function withoutPaths(part: Part): Part {
  return part.kind === 'unknown' ? { kind: 'unknown', neverDash: part.neverDash === true } : part
}

/** For a name that is not quoted: with spaces in it, it is several words, of which any may be an option. */
export function splitName(part: Part): Part {
  return part.kind === 'unknown' ? { ...part, neverDash: false } : part
}

/** The argument with each `marker` in its text put for something unknown. */
export function withUnknownFor(arg: Arg, marker: string, unknown: readonly Part[]): Arg {
  const isHolding = arg.parts.some(part => part.kind === 'text' && part.text.includes(marker))
  if (!isHolding) return arg
  const parts = arg.parts.flatMap(part => (part.kind === 'text' ? replaced(part.text, marker, unknown) : [part]))
  return { ...arg, parts }
}

function replaced(text: string, marker: string, unknown: readonly Part[]): Part[] {
  const parts: Part[] = []
  text.split(marker).forEach((piece, index) => {
    if (index > 0) parts.push(...unknown)
    if (piece !== '') parts.push({ kind: 'text', text: piece })
  })
  return parts
}

const words = new WeakMap<Arg, Word>()

/** The form that leaves this folder: one word for one argument, so that a program's words are found among its arguments. */
export function wordOf(arg: Arg): Word {
  const known = words.get(arg)
  if (known !== undefined) return known
  const pieces: Piece[] = []
  for (const part of arg.parts) {
    const piece = pieceOf(part)
    const last = pieces.at(-1)
    const isJoined = piece.kind === 'text' && last?.kind === 'text'
    if (isJoined) pieces[pieces.length - 1] = { kind: 'text', text: last.text + piece.text }
    else pieces.push(piece)
  }
  const [first] = arg.parts
  // `D=$HOME; ls "$D"/*` is said as `$HOME/*`.
  const isHome = first?.kind === 'place' && first.place === 'home' && first.written === undefined && !arg.source.includes('HOME')
  const source = isHome ? `$HOME${arg.parts.map(part => ('text' in part ? part.text : '')).join('')}` : arg.source
  const word = { pieces, isMany: arg.isMany, source }
  words.set(arg, word)
  return word
}

function pieceOf(part: Part): Piece {
  if (part.kind === 'place') return part.written === undefined ? { kind: 'unknown' } : { kind: 'text', text: part.written }
  if (part.kind === 'unknown') return { kind: 'unknown' }
  return { kind: part.kind, text: part.text }
}
