import { describe, expect, test } from 'vitest'
import { redactOutput } from '../../hooks/cut-output.ts'
import { createRedactor, type Redactor, type TextOptions } from '../../redact/redactor.ts'

const VALUE = 'zq7-fixture-value-1'
const SHOWN = '‹secret:TOKEN›'
const redactor = createRedactor([{ name: 'TOKEN', value: VALUE }])
const KEPT = 30_000
const filled = (length: number, start = '', end = '') => `${start}${'.'.repeat(length - start.length - end.length)}${end}`
const LINE = '\n... [812 lines truncated] ...\n'

/** Which ends of which pieces it was told are cut. */
function asked(text: string, isCut?: boolean) {
  const pieces: [piece: string, cut: TextOptions['cut']][] = []
  const spy: Redactor = {
    ...redactor,
    text(piece, options) {
      pieces.push([piece, options?.cut])
      return redactor.text(piece)
    },
  }
  const done = redactOutput(spy, text, isCut)
  return { pieces, done }
}

describe('output', () => {
  test.each([
    ['short', 'a b'],
    ['long, and less than is kept', filled(KEPT - 2)],
  ])('that is whole (%s) has no cut ends', (_, text) => {
    expect(asked(text).pieces).toEqual([[text, undefined]])
  })

  test('as long as the engine keeps is cut at its end', () => {
    for (const length of [KEPT - 1, KEPT, KEPT + 500]) expect(asked(filled(length)).pieces.map(([, cut]) => cut)).toEqual([['end']])
  })

  test('that is known to be cut is so at its end, however short', () => {
    for (const length of [0, 20, 1000, KEPT - 2]) expect(asked(filled(length), true).pieces.map(([, cut]) => cut)).toEqual([['end']])
    expect(redactOutput(redactor, `a ${VALUE.slice(0, 6)}`, true)).toEqual({ text: `a ${SHOWN}`, hits: { TOKEN: 1 } })
  })

  // Of a command that fails the engine keeps 5,000 characters of either end.
  test.each([1, 5000, 10_000])('with its middle left out is cut on both sides of it (%d), and the line that says so stays', length => {
    const text = `${filled(length)}${LINE}${filled(length)}`
    const { pieces, done } = asked(text)
    expect(pieces.map(([, cut]) => cut)).toEqual([['end'], ['start']])
    expect(done.text).toBe(text)
    expect(asked(text, true).pieces.map(([, cut]) => cut)).toEqual([['end'], ['start', 'end']])
  })

  test('loses the parts of a value at either side of the lines that the engine puts there', () => {
    const at = (before: string, after: string) => `Exit code 3\n${before}\n\n... [20012 characters truncated] ...\n\n${after}`
    const [first, last] = [VALUE.slice(0, 9), VALUE.slice(-9)]
    expect(redactOutput(redactor, at(`a ${first}`, `${last} z`)).text).toBe(at(`a ${SHOWN}`, `${SHOWN} z`))
  })

  test('of a command that went to the background is cut at its start, after the line that says where the rest is', () => {
    const text = (part: string) => `[… earlier output omitted; full output: /tmp/a b/tasks/b7.output]\n${part} z`
    expect(redactOutput(redactor, text(VALUE.slice(-9))).text).toBe(text(SHOWN))
  })

  test('loses the values in all of its pieces, and they are counted together', () => {
    const text = `${filled(10_000, VALUE)}${LINE}${filled(10_000, '', VALUE)}`
    expect(redactOutput(redactor, text)).toEqual({ text: text.replaceAll(VALUE, SHOWN), hits: { TOKEN: 2 } })
    const long = filled(KEPT, `${VALUE} `)
    expect(redactOutput(redactor, long)).toEqual({ text: long.replace(VALUE, SHOWN), hits: { TOKEN: 1 } })
  })

  test('of digits without end is read in linear time', () => {
    const text = '31415926'.repeat(50_000)
    expect(redactOutput(redactor, text).text).toBe(text)
  })

  test('without a value is the same text', () => {
    for (const text of ['', 'x', filled(KEPT), `${filled(20_000)}${LINE}x`]) expect(redactOutput(redactor, text).text).toBe(text)
  })
})
