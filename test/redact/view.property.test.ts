import fc from 'fast-check'
import { expect, test } from 'vitest'
import { viewOf } from '../../redact/view.ts'

/** CSI, OSC, and sequences of one letter. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it is about
const ESCAPE = /\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,512}(?:\x07|\x1b\\)|[ -/]{0,4}[0-Z\\^-~])/g

const pieces = fc.constantFrom('\x1b', '\x1b[', '\x1b]', '\x07', '\\', '0', ';', '31', 'm', 'A', ' ', '/', '~', '^', '[', ']', '漢')
const runs = fc.tuple(fc.constantFrom('0', '1', ';', ' ', '-', 'x'), fc.constantFrom(4, 5, 8, 9, 63, 64, 65, 511, 512, 513))
const texts = fc.array(
  fc.oneof({ weight: 6, arbitrary: pieces }, { weight: 1, arbitrary: runs.map(([unit, times]) => unit.repeat(times)) }),
)

test('a view leaves out what the grammar of escape sequences says, and keeps the place of everything else', () => {
  fc.assert(
    fc.property(texts, parts => {
      const text = parts.join('')
      const view = viewOf(text)
      const wanted = text.replace(ESCAPE, '')
      expect(view?.text ?? text).toBe(wanted)
      for (let at = 0; view !== undefined && at < wanted.length; at++) expect(text[view.toOriginal(at)]).toBe(wanted[at])
    }),
    { numRuns: 5000, seed: 7 },
  )
})
