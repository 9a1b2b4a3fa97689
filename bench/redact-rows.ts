/** The table of what redaction costs, in Node's realm or the engine's: texts of three sizes against so many values with all their disguises. */
import { createRedactor } from '../redact/redactor.ts'
import { type Clock, type Effort, medianBy } from './median.ts'
import { passOver, proseOf, secretsOf } from './redact-scenes.ts'

const SIZES = [
  ['4 KB', 4096],
  ['100 KB', 102_400],
  ['2 MB', 2_097_152],
] as const
/** Beyond these a RegExp takes seconds for one text. */
const MAX_REGEXP = 1000
const MAX_REGEXP_UNITS = 102_400

/** The automaton of the package `ahocorasick`. */
export type Published = new (words: readonly string[]) => { search: (text: string) => unknown }

const escaped = (value: string) => value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/**
 * Lines of the table for so many values: each a ratio to one pass over the text unit by unit, next to `indexOf` of one needle, a RegExp of the bare values,
 * and a published automaton over the bare values. `now` in microseconds. Between two lines the caller may rest.
 */
export function* rowsOf(count: number, now: Clock, effort: Effort, Published?: Published): Generator<string, void> {
  const median = (run: () => void) => medianBy(now, run, effort)
  const label = `${count} values`.padEnd(14)
  const secrets = secretsOf(count)
  const start = now()
  const redactor = createRedactor(secrets)
  yield `${label}built in ${((now() - start) / 1000).toFixed(0)} ms`
  const one = secrets[0]?.value ?? ''
  const any = new RegExp(secrets.map(({ value }) => escaped(value)).join('|'), 'g')
  const published = count <= MAX_REGEXP && Published !== undefined ? new Published(secrets.map(({ value }) => value)) : undefined
  for (const [name, length] of SIZES) {
    const text = proseOf(length)
    const pass = median(() => void passOver(text))
    const ours = median(() => void redactor.text(text))
    const search = median(() => void text.indexOf(one))
    const isShort = text.length <= MAX_REGEXP_UNITS
    const per = (run: () => unknown) => (median(() => void run()) / pass).toFixed(1)
    const figures = [
      'a pass unit by unit 1',
      `redaction ${(ours / pass).toFixed(2)}`,
      `indexOf of one value ${(search / pass).toFixed(3)}`,
      `RegExp of bare values ${count <= MAX_REGEXP && isShort ? per(() => text.replace(any, '')) : 'not measured'}`,
      `ahocorasick of bare values ${published !== undefined && isShort ? per(() => published.search(text)) : 'not measured'}`,
      `here ${(ours / 1000).toFixed(2)} ms`,
    ]
    yield `${label}${name.padEnd(8)}${figures.join('; ')}`
  }
}
