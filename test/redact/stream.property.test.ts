import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numbers, scenesOf, textOf } from './scenes.ts'

const SEED = 20_260_103
const scene = fc.constantFrom(...scenesOf(SEED, 50))

/** Cut anywhere: the lengths are used again from the first on. */
function chunksOf(text: string, lengths: readonly number[]): string[] {
  const chunks: string[] = []
  for (let at = 0, next = 0; at < text.length; next++) {
    const length = lengths[next % lengths.length] as number
    chunks.push(text.slice(at, at + length))
    at += length
  }
  return chunks
}

const lengths = fc.array(fc.constantFrom(1, 1, 2, 3, 5, 9, 20, 60), { minLength: 1, maxLength: 4 })

test('a stream comes to what the whole text comes to, wherever it is cut', () => {
  fc.assert(
    fc.property(scene, numbers, lengths, ({ redactor, pieces }, drawn, cuts) => {
      const text = textOf(pieces, drawn)
      const whole = redactor.text(text)
      const stream = redactor.stream()
      const out = chunksOf(text, cuts).map(stream.push).join('') + stream.end()
      if (out !== whole.text) expect(out).toBe(whole.text)
      if (JSON.stringify(stream.hits) !== JSON.stringify(whole.hits)) expect({ ...stream.hits }).toEqual({ ...whole.hits })
    }),
    { seed: SEED, numRuns: 12_000 },
  )
})
