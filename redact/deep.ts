import { type Hits, NO_HITS, tally } from './hits.ts'

const isArray = Array.isArray
const keysOf = Object.keys
const fromEntries = Object.fromEntries
const prototypeOf = Object.getPrototypeOf

/** Deeper than any honest data, and far from the end of the stack. */
const MAX_DEPTH = 500
const TOO_DEEP = '‹too deep to redact›'

export type RedactedText = { readonly text: string; readonly hits: Hits }

/** `value` is the very one handed in when nothing was changed. `isCut`: something was nested too deeply, or in a circle, to be looked at, and was withheld. */
export type RedactedValue<T> = { readonly value: T; readonly hits: Hits; readonly isCut: boolean }

/**
 * What kind of data it is.
 * - `free`: anything may stand anywhere; keys are redacted as well.
 * - `record`: its keys and the `type` of its parts are somebody's schema (a tool's result) and stay.
 * - `api`: a model request or the content of a message: what the API reads as its own words stays, and the arguments of a tool call are `free`.
 */
export type Shape = 'free' | 'record' | 'api'

/** Text fields that the API reads as its own words. A value that happens to read like one of them would make every request invalid. */
const PROTOCOL_TEXTS: ReadonlySet<string> = new Set(
  'type role id tool_use_id name model media_type stop_reason format $schema $ref'.split(' '),
)
/** Fields that hold nothing but such words. */
const PROTOCOL_PARTS: ReadonlySet<string> = new Set(['cache_control', 'tool_choice', 'required', 'betas'])
const SPARED_TEXTS: Readonly<Record<Shape, ReadonlySet<string>>> = { free: new Set(), record: new Set(['type']), api: PROTOCOL_TEXTS }

const isToolCall = (block: Plain) => typeof block.type === 'string' && block.type.endsWith('tool_use')

type Plain = Readonly<Record<string, unknown>>

/** An object of any realm that has no class of its own. */
function isPlain(value: object): value is Plain {
  const prototype = prototypeOf(value)
  return prototype === null || prototypeOf(prototype) === null
}

/** The field of a block that must stay as it is: one changed character would make the block invalid. */
function sparedField(block: Plain): string | undefined {
  if (block.type === 'thinking') return 'signature'
  if (block.type === 'redacted_thinking') return 'data'
  return undefined
}

const isBase64Block = (block: Plain) => block.type === 'image' || block.type === 'document'
const isBase64Source = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !isArray(value) && (value as Plain).type === 'base64'

/** What can be left out: strings of fewer units than `shortest`, and numbers where no secret could be written as one. */
export type Least = { readonly shortest: number; readonly hasNumbers: boolean }
const NOTHING_LEFT_OUT: Least = { shortest: 0, hasNumbers: true }

/**
 * Every string of nested plain data, object keys too, through `redact`. Left as it is: the data of base64 images and documents, signatures of
 * thinking, what `shape` spares, and what is not plain data (dates, bytes, instances of classes). Never throws on data, whatever its depth.
 */
export function redactDeep<T>(
  input: T,
  redact: (text: string) => RedactedText,
  shape: Shape = 'free',
  { shortest, hasNumbers }: Least = NOTHING_LEFT_OUT,
): RedactedValue<T> {
  let hits = NO_HITS
  let isCut = false
  /** Answers by object: one that is shared is done once. undefined: being walked right now. */
  const done = new Map<object, unknown>()

  const text = (value: string) => {
    if (value.length < shortest) return value
    const redacted = redact(value)
    hits = tally(hits, redacted.hits)
    return redacted.text
  }
  const cut = () => {
    isCut = true
    return TOO_DEEP
  }

  /** A value of digits alone may stand as a number. */
  const number = (value: number) => {
    if (!hasNumbers) return value
    const written = String(value)
    const answer = text(written)
    return answer === written ? value : answer
  }

  const walk = (value: unknown, depth: number, shape: Shape): unknown => {
    if (typeof value === 'string') return text(value)
    if (typeof value === 'number') return number(value)
    if (typeof value !== 'object' || value === null) return value
    if (done.has(value)) return done.get(value) ?? cut()
    if (depth >= MAX_DEPTH) return cut()
    done.set(value, undefined)
    const answer = isArray(value) ? list(value, depth, shape) : isPlain(value) ? object(value, depth, shape, sparedField(value)) : value
    done.set(value, answer)
    return answer
  }

  const list = (items: readonly unknown[], depth: number, shape: Shape): readonly unknown[] => {
    let walked: unknown[] | undefined
    for (let at = 0; at < items.length; at++) {
      const item = items[at]
      const answer = walk(item, depth + 1, shape)
      if (answer !== item) walked ??= items.slice(0, at)
      walked?.push(answer)
    }
    return walked ?? items
  }

  const object = (fields: Plain, depth: number, shape: Shape, spared: string | undefined): Plain => {
    let hasNewKey = false
    /** The fields so far, made with the first that changed. */
    let walked: [string, unknown][] | undefined
    const hasBase64 = isBase64Block(fields)
    const keys = keysOf(fields)
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as string
      const field = fields[key]
      const isWord = typeof field === 'string' && (key === spared || SPARED_TEXTS[shape].has(key))
      const isSpared = isWord || (shape === 'api' && PROTOCOL_PARTS.has(key))
      const isData = hasBase64 && key === 'source' && isBase64Source(field)
      const inner = shape === 'api' && key === 'input' && isToolCall(fields) ? 'free' : shape
      const answer = isSpared ? field : isData ? object(field, depth + 1, shape, 'data') : walk(field, depth + 1, inner)
      const newKey = shape === 'free' ? text(key) : key
      if (newKey !== key) hasNewKey = true
      if (answer !== field || newKey !== key) walked ??= keys.slice(0, at).map(same => [same, fields[same]])
      walked?.push([newKey, answer])
    }
    if (walked === undefined) return fields
    return fromEntries(hasNewKey ? withFreeKeys(walked) : walked)
  }

  const value = walk(input, 0, shape) as T
  return { value, hits, isCut }
}

/** Two keys may come to read the same once redacted; neither field may be lost. */
function withFreeKeys(fields: readonly [string, unknown][]): readonly [string, unknown][] {
  const taken = new Set<string>()
  return fields.map(([key, field]) => {
    let free = key
    for (let n = 2; taken.has(free); n++) free = `${key}~${n}`
    taken.add(free)
    return [free, field]
  })
}
