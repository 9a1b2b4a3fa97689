/**
 * Building blocks of the schemas. Every message of a schema is a noun phrase saying what would be right ("one sentence that says why"): the compiler
 * puts what is wrong before it. A `custom` issue is the exception: its message is the whole sentence.
 */
import { z } from 'zod'
import { didYouMean } from '../compile/closest.ts'
import { show } from '../compile/show.ts'

/** A map that takes these keys alone. `later`: names kept for later, with what will bring them. */
export const strict = <Shape extends z.core.$ZodLooseShape>(right: string, shape: Shape, later: Readonly<Record<string, string>> = {}) =>
  z.strictObject(shape, {
    error: issue => (issue.code === 'unrecognized_keys' ? JSON.stringify({ known: Object.keys(shape), later }) : right),
  })

/** The sentence for a key that a `strict` map does not take, from its message. */
export const unknownKey = (key: string, message: string): string => {
  const { known, later } = JSON.parse(message) as { known: readonly string[]; later: Readonly<Record<string, string>> }
  const kept = Object.hasOwn(later, key) ? later[key] : undefined
  if (kept !== undefined) return `${key} comes later (${kept}): this version of castellan does not know it yet.`
  if (key === '<<') return 'merge keys (<<) are off: write the keys out.'
  return `unknown key ${show(key)}.${didYouMean(key, known)} Known keys: ${known.join(', ')}.`
}

// Line breaks and tabs are text; escapes, overrides of direction and the like would let a file look different from what it says.
const IS_CLEAN = /^(?:[^\p{Cc}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\n\t\r])*$/u
const MAX_TEXT_LENGTH = 1000

/** Text of a person for a person: not blank, without control characters. */
export const text = (right: string) =>
  z
    .string({ error: right })
    .max(MAX_TEXT_LENGTH, `${right}, in at most ${MAX_TEXT_LENGTH} characters`)
    .regex(/\S/, right)
    .regex(IS_CLEAN, `${right}, without control characters`)

/** Text of a fixed form. */
export const word = (right: string, form: RegExp) => z.string({ error: right }).regex(form, right)

/** One, or a list of at least one. */
export const oneOrMany = <Item extends z.ZodType>(right: string, item: Item) => z.union([item, listOf(right, item)], { error: right })

export const listOf = <Item extends z.ZodType>(right: string, item: Item) => z.array(item, { error: right }).min(1, right)

/** One of these words. */
export const choice = <const Words extends readonly string[]>(words: Words) => z.enum(words, { error: orList(words) })

/** `a, b or c`. */
const orList = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** What `oneOrMany` read, as a list. */
export const many = <Item>(value: Item | readonly Item[]): readonly Item[] => (Array.isArray(value) ? value : [value as Item])

/** Adds a whole-sentence complaint to a value: `check` answers it, or undefined. */
export const complain =
  <Value>(check: (value: Value) => string | undefined) =>
  (payload: z.core.ParsePayload<Value>): void => {
    const message = check(payload.value)
    if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value, path: [], continue: true })
  }
