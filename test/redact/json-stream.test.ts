import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createJsonStream } from '../../redact/json-stream.ts'
import { withPatterns } from '../../redact/pattern-layer.ts'
import { createRedactor } from '../../redact/redactor.ts'

const VALUES = {
  PIN: '123456789012',
  QUOTED: '"fake-quoted-1"',
  ODD: 'fake"odd\\pw\n-1',
  LIST: '12345,67890,11111',
  WORD: 'fake-word-é🔑-1',
  OPEN: '"fake-open-1',
}
const redactor = createRedactor(Object.entries(VALUES).map(([name, value]) => ({ name, value })))

/** What comes out of the pieces, joined, and what was counted. */
function streamed(pieces: readonly string[], by = redactor) {
  const stream = createJsonStream(by)
  const out = pieces.map(stream.push).join('') + stream.end()
  return { out, hits: stream.hits }
}
const inPieces = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []

describe('JSON in pieces', () => {
  test.each([
    ['{"pin":123456789012}', { pin: '‹secret:PIN›' }],
    ['{"pin": 99123456789012, "b": [123456789012,1]}', { pin: '99‹secret:PIN›', b: ['‹secret:PIN›', 1] }],
    ['{"a":"fake-quoted-1"}', { a: '‹secret:QUOTED›' }],
    ['{"a":"fake-open-1 and more"}', { a: 'fake-open-1 and more' }],
    [JSON.stringify({ a: VALUES.OPEN, [VALUES.ODD]: `x ${VALUES.ODD}` }), { a: '‹secret:OPEN›', '‹secret:ODD›': 'x ‹secret:ODD›' }],
    ['{"a":[12345,67890,11111],"b":2}', { a: ['‹secret:LIST›'], b: 2 }],
    ['{"a":"fake-word-\\u00e9\\ud83d\\udd11-1"}', { a: '‹secret:WORD›' }],
    [JSON.stringify({ command: `echo 'fake"odd\\pw\n-1'` }), { command: "echo '‹secret:ODD›'" }],
    ['123456789012', '‹secret:PIN›'],
    ['{}', {}],
  ])('%s stays JSON however it is cut, and comes to what its value comes to', (text, wanted) => {
    for (let size = 1; size <= text.length; size++) expect(JSON.parse(streamed(inPieces(text, size)).out), `${size}`).toEqual(wanted)
  })

  test('what is looked for in a shell’s quotes is found inside JSON’s', () => {
    const quoted = createRedactor([{ name: 'IT', value: "fake'it'is" }])
    const { out, hits } = streamed(inPieces(JSON.stringify({ command: "echo 'fake'\\''it'\\''is'" }), 3), quoted)
    expect([JSON.parse(out), hits]).toEqual([{ command: "echo '‹secret:IT›'" }, { IT: 1 }])
  })

  test('a pattern’s token that stands as a number or in a string is one too', () => {
    const by = withPatterns(createRedactor([{ name: 'PIN', value: VALUES.PIN }]), [])
    expect(streamed(['{"a":1234567', '89012}'], by).out).toBe('{"a":"‹secret:PIN›"}')
  })

  test('what is not JSON is still without its values, and nothing else of it is lost', () => {
    expect(streamed(['{"a":"fake-word-é🔑-1']).out).toBe('{"a":"‹secret:WORD›')
    expect(streamed(['fake-word-é🔑-1, "b\\uzz fake-word-é🔑-1"']).out).toBe('"‹secret:WORD›", "b\\\\uzz ‹secret:WORD›"')
    expect(streamed(['"a\\']).out).toBe('"a\\')
    expect(streamed(['"a\nfake-word-é🔑-1\\u00"']).out).toBe('"a\\n‹secret:WORD›\\\\u00"')
  })
})

test('any JSON in any pieces is what the whole comes to', () => {
  const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...Object.values(VALUES)), fc.constant(123456789012), fc.integer())
  const tree = fc.letrec(tie => ({
    value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))),
  })).value
  fc.assert(
    fc.property(tree, fc.integer({ min: 1, max: 9 }), fc.constantFrom(undefined, 1), (value, size, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(JSON.parse(streamed(inPieces(text, size)).out)).toEqual(JSON.parse(JSON.stringify(redactor.deep(value).value)))
    }),
    { seed: 20_260_105, numRuns: 300 },
  )
})
