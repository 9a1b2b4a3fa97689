/** What an expression of another language is worth, as far as the text tells. */
import { type Arg, type Part, UNKNOWN } from '../arg.ts'

/**
 * - `path`: a name and what was reached from it (`os.system`, `pathlib.Path()`); `()` stands for a call, `of` is what a method was called on,
 *   `args` what the last call was given.
 * - `record`: values by key, of an object literal.
 */
export type Value =
  | { readonly kind: 'text'; readonly parts: readonly Part[] }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'record'; readonly named: ReadonlyMap<string, Value> }
  | { readonly kind: 'path'; readonly path: string; readonly of?: Value; readonly args?: Args; readonly isModule?: true }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'unknown' }

export type Args = { readonly values: readonly Value[]; readonly named: ReadonlyMap<string, Value> }

export const NOTHING: Value = { kind: 'unknown' }
export const HOME: Value = { kind: 'text', parts: [{ kind: 'place', place: 'home', written: '~' }] }
export const NO_ARGS: Args = { values: [], named: new Map() }
/** Parts and characters of one text, items of one list: past these the rest is unknown. */
const MAX_PARTS = 64
const MAX_TEXT = 32 * 1024
export const MAX_ITEMS = 512

export function textValue(text: string): Value {
  return { kind: 'text', parts: text === '' ? [] : [{ kind: 'text', text }] }
}

/** Objects that stand for the one thing they were made of. */
const MADE_OF =
  /(^|\.)(Path|PurePath|PosixPath|Pathname|Request|URI|parse|URL|str|String|File|file|bytes|new|escapeshellarg|quote|Shellwords|shellescape)\(\)$/

/** The text a value is, or was made of; undefined: it is none, or nobody knows. */
export function partsOf(value: Value | undefined, depth = 0): readonly Part[] | undefined {
  if (value === undefined || depth > 8) return undefined
  if (value.kind === 'text') return value.parts
  if (value.kind === 'number') return [{ kind: 'text', text: value.text }]
  const isMade = value.kind === 'path' && value.args !== undefined && MADE_OF.test(value.path)
  return isMade ? partsOf(value.args?.values[0], depth + 1) : undefined
}

/** The value as one argument of a program. */
export function argOf(value: Value | undefined): Arg {
  return { parts: partsOf(value) ?? [UNKNOWN], isMany: false, source: '' }
}

/** The text when all of it is certain. */
export function literal(value: Value | undefined): string | undefined {
  const parts = partsOf(value)
  if (parts === undefined) return undefined
  let text = ''
  for (const part of parts) {
    if (part.kind === 'text') text += part.text
    else return undefined
  }
  return text
}

export function joined(left: Value, right: Value): Value {
  const [before, after] = [partsOf(left), partsOf(right)]
  if (before === undefined && after === undefined) return NOTHING
  return ofParts([...(before ?? [UNKNOWN]), ...(after ?? [UNKNOWN])])
}

export function ofParts(parts: readonly Part[]): Value {
  const merged: Part[] = []
  let length = 0
  for (const part of parts) {
    length += part.kind === 'text' ? part.text.length : 1
    if (length > MAX_TEXT) return { kind: 'text', parts: [...merged, UNKNOWN] }
    const last = merged.at(-1)
    if (part.kind === 'text' && last?.kind === 'text') merged[merged.length - 1] = { kind: 'text', text: last.text + part.text }
    else if (part.kind !== 'unknown' || last?.kind !== 'unknown') merged.push(part)
    if (merged.length > MAX_PARTS) return { kind: 'text', parts: [...merged.slice(0, MAX_PARTS), UNKNOWN] }
  }
  return { kind: 'text', parts: merged }
}

/** Segments of a path, put together; an absolute one starts anew. */
export function joinedPath(values: readonly Value[]): Value {
  let result: Value | undefined
  for (const value of values) {
    const isAbsolute = literal(value)?.startsWith('/') === true
    result = result === undefined || isAbsolute ? value : joined(joined(result, textValue('/')), value)
  }
  return result ?? NOTHING
}

/** Where `~/` is written for the home directory, it becomes it. */
export function expandedHome(value: Value | undefined): Value {
  const parts = partsOf(value)
  const [first, ...rest] = parts ?? []
  const isHome = first?.kind === 'text' && /^~(\/|$)/.test(first.text)
  if (parts === undefined) return NOTHING
  if (!isHome) return { kind: 'text', parts }
  const after = first.text.slice(1)
  return ofParts([
    ...(HOME as { parts: readonly Part[] }).parts,
    ...(after === '' ? [] : [{ kind: 'text' as const, text: after }]),
    ...rest,
  ])
}

/** A printf-like template with its `%s` and `{}` filled by values, as far as those are given in order. */
export function filled(template: Value, values: readonly Value[], slot: RegExp): Value {
  const parts = partsOf(template)
  if (parts === undefined) return NOTHING
  let next = 0
  const made: Part[] = []
  for (const part of parts) {
    if (part.kind !== 'text') {
      made.push(part)
      continue
    }
    part.text.split(slot).forEach((piece, index) => {
      if (index > 0) made.push(...(partsOf(values[next++]) ?? [UNKNOWN]))
      if (piece !== '') made.push({ kind: 'text', text: piece })
    })
  }
  return ofParts(made)
}

/** base64 -> text; undefined when it is none. */
export function decoded(text: string): string | undefined {
  try {
    return atob(text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return undefined
  }
}

export function fromHex(text: string): string | undefined {
  const isHex = /^(?:[\da-fA-F]{2}|\s)*$/.test(text)
  return isHex ? text.replace(/\s+/g, '').replace(/../g, pair => String.fromCharCode(Number.parseInt(pair, 16))) : undefined
}
