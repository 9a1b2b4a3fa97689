/** Values and texts for the benches of redaction: the same in every run. */
import type { Secret } from '../redact/redactor.ts'

let state = 7
/** Numerical Recipes' generator. */
const below = (count: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 4_294_967_296) * count)
}
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const token = (length: number): string => Array.from({ length }, () => LETTERS[below(LETTERS.length)]).join('')
const VALUES: readonly ((at: number) => string)[] = [
  () => `tok_${token(36)}`,
  () => `${token(10)}/+&"${token(8)}`,
  at => `postgres://user${at}:${token(20)}@db.example:5432/app`,
]
const WORDS =
  'the function returns const value import export from if else for while "key": error message path user https://example.com/a?x=1 { } //'.split(
    ' ',
  )

/** Tokens, passwords with special characters and database URLs, a third each. */
export const secretsOf = (count: number): readonly Secret[] =>
  Array.from({ length: count }, (_, at) => ({ name: `N${at}`, value: (VALUES[at % VALUES.length] as (at: number) => string)(at) }))

/** Text like code and prose, without a secret in it; in one piece, as texts from outside are. */
export function proseOf(length: number): string {
  const parts: string[] = []
  for (let units = 0; units < length; ) {
    const word = `${WORDS[below(WORDS.length)]}${below(9) === 0 ? '\n' : ' '}`
    parts.push(word)
    units += word.length
  }
  return JSON.parse(JSON.stringify(parts.join('').slice(0, length)))
}

/** The least that reading a text unit by unit costs. */
export const passOver = (text: string): number => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum ^= text.charCodeAt(at)
  return sum
}
