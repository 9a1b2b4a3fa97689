import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor } from '../../redact/redactor.ts'
import { naive } from './oracle.ts'
import { numbers, scenesOf, textOf } from './scenes.ts'

const SEED = 20_260_101
const scenes = scenesOf(SEED, 60)
const scene = fc.constantFrom(...scenes)

test('the text is what a naive oracle makes of it', () => {
  let changed = 0
  fc.assert(
    fc.property(scene, numbers, ({ secrets, redactor, pieces }, drawn) => {
      const text = textOf(pieces, drawn)
      const redacted = redactor.text(text)
      if (redacted.text !== naive(text, secrets)) expect(redacted.text).toBe(naive(text, secrets))
      if (redacted.text !== text) changed++
      if (Object.keys(redacted.hits).length > 0 !== (redacted.text !== text)) expect(redacted.hits).toEqual({})
    }),
    { seed: SEED, numRuns: 12_000 },
  )
  expect(changed).toBeGreaterThan(6000)
})

test('known to be bad: a redactor that misses one disguise is told from the oracle', () => {
  const secrets = [{ name: 'N0', value: 'fake-abc-1234' }]
  const text = `x ${Buffer.from('fake-abc-1234').toString('hex')}`
  expect(createRedactor([]).text(text).text).not.toBe(naive(text, secrets))
})
