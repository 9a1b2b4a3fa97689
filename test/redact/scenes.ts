/** Texts made of what redaction is about: values and their disguises, whole, cut and with something in between, markers, and noise of the same letters. */
import fc from 'fast-check'
import { createRedactor, type Redactor, type Secret } from '../../redact/redactor.ts'
import { needlesOf } from './oracle.ts'

const letters = (units: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...units), minLength, maxLength })

const value = fc.oneof(
  letters('abcd', 8, 12),
  letters('abc1"\\\n ', 8, 18),
  letters('abcd1', 30, 60),
  letters('fkeä🔑-9x%&<', 8, 14),
  fc.constantFrom(
    'abcdabcdab',
    'cdabcdabcd',
    'dabcdabcda',
    'secret:N0',
    'et:N1› abcd',
    'abcd ‹secr',
    'first-ab\nsecond-cd\r\nx',
    'postgres://u:p%21word-9@h/x',
  ),
)
const short = letters('abcdx', 4, 7)

export type Scene = { readonly secrets: readonly Secret[]; readonly redactor: Redactor; readonly pieces: readonly string[] }

/** Secrets and what texts about them are made of; the same for one seed. */
export function scenesOf(seed: number, count: number): readonly Scene[] {
  const lists = fc.sample(fc.tuple(fc.array(value, { minLength: 1, maxLength: 3 }), fc.option(short, { freq: 3, nil: undefined })), {
    seed,
    numRuns: count,
  })
  return lists.map(([values, forced]) => {
    const secrets = values.map((one, at): Secret => ({ name: `N${at}`, value: one }))
    if (forced !== undefined) secrets.push({ name: 'F', value: forced, force: true })
    const encoded = values.flatMap(one =>
      ['', 'x', 'xy'].flatMap(before => [
        Buffer.from(`${before}${one}zz`).toString('base64'),
        Buffer.from(`${before}${one}`).toString('base64url'),
      ]),
    )
    const pieces = [...needlesOf(secrets).map(({ form }) => form), ...encoded]
    return { secrets, redactor: createRedactor(secrets), pieces }
  })
}

const NOISE = [
  '',
  ' ',
  'a',
  'abcd',
  '\n',
  '\\n',
  '‹',
  '‹secret:N0›',
  '‹secret:N1›',
  '‹secret:',
  '‹secret:nobody›',
  '\x1b[31m',
  '\x1b',
  '\x1b[',
  'AbCd1+/_-'.repeat(4),
  '=',
  'x y',
]
const BETWEEN = ['', '\n', '\r\n', '\\n', '\n  ', '\x1b[0m', '\x1b[1', '\x1b]8;;x\x07', ' ', 'a']

/** One number a piece: which, how much of it, and what stands in it. */
export function textOf(pieces: readonly string[], numbers: readonly number[]): string {
  return numbers
    .map(number => {
      const isNoise = number % 4 === 0
      const list = isNoise ? NOISE : pieces
      let rest = number >> 2
      const take = (count: number) => {
        const taken = rest % count
        rest = Math.floor(rest / count)
        return taken
      }
      const piece = list[take(list.length)] as string
      const how = take(4)
      if (how === 0) return piece.slice(take(5), piece.length - take(5))
      const at = take(piece.length + 1)
      return how === 1 ? piece.slice(0, at) + BETWEEN[take(BETWEEN.length)] + piece.slice(at) : piece
    })
    .join('')
}

export const numbers = fc.array(fc.nat(0x3fffffff), { maxLength: 5, size: 'max' })
