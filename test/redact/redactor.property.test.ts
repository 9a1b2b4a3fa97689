import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readByteRuns } from '../../redact/byte-runs.ts'
import { createRedactor, type Redactor } from '../../redact/redactor.ts'
import { naive } from './oracle.ts'
import { numbers, scenesOf, textOf } from './scenes.ts'

const SEED = 20_260_101
const scenes = scenesOf(SEED, 60)
const scene = fc.constantFrom(...scenes)

const streamed = (redactor: Redactor, text: string) => {
  const stream = redactor.stream()
  return { text: stream.push(text) + stream.end(), hits: stream.hits }
}

test('the text is what a naive oracle makes of it', () => {
  let changed = 0
  let same = 0
  fc.assert(
    fc.property(scene, numbers, ({ secrets, redactor, pieces }, drawn) => {
      const text = textOf(pieces, drawn)
      // The oracle reads no runs of bytes, nor do streams: where there are any, what a stream makes of it is compared.
      const redacted = readByteRuns(text, 4).length === 0 ? redactor.text(text) : streamed(redactor, text)
      if (redacted.text === redactor.text(text).text) same++
      if (redacted.text !== naive(text, secrets)) expect(redacted.text).toBe(naive(text, secrets))
      if (redacted.text !== text) changed++
      if (Object.keys(redacted.hits).length > 0 !== (redacted.text !== text)) expect(redacted.hits).toEqual({})
    }),
    { seed: SEED, numRuns: 12_000 },
  )
  expect(changed).toBeGreaterThan(6000)
  expect(same).toBeGreaterThan(11_900)
})

test('known to be bad: a redactor that misses one disguise is told from the oracle', () => {
  const secrets = [{ name: 'N0', value: 'fake-abc-1234' }]
  const text = `x ${Buffer.from('fake-abc-1234').toString('hex')}`
  expect(createRedactor([]).text(text).text).not.toBe(naive(text, secrets))
})
