import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../redact/redactor.ts'

const PW = 'FAKE-hunter2-0001'
const { stream } = createRedactor([{ name: 'PW', value: PW }])

describe('what a stream holds back', () => {
  test.each([
    ['plain text goes on at once', ['all good. ', 'still. '], ['all good. ', 'still. '], ''],
    ['a beginning is held, and let out when it does not complete', ['x FAKE-hun', 'ger. '], ['x ', 'FAKE-hunger. '], ''],
    ['a marker is never cut', ['‹secret:', 'PW› z '], ['', '‹secret:PW› z '], ''],
    ['an escape sequence is waited for', ['a\x1b', '[3', '1m b '], ['a', '', '\x1b[31m b '], ''],
    ['the rest comes at the end', ['x FAKE-hunter'], ['x '], 'FAKE-hunter'],
  ])('%s', (_name, chunks, shown, rest) => {
    const { push, end } = stream()
    expect(chunks.map(push)).toEqual(shown)
    expect(end()).toBe(rest)
  })

  test('a value at the end of a piece goes on as a marker when nothing could begin in it', () => {
    const { push } = createRedactor([{ name: 'PW', value: 'Fake-Password123!' }]).stream()
    expect(push('pw=Fake-Password123!')).toBe('pw=‹secret:PW›')
  })

  test('nothing at all without secrets', () => {
    const { push, end } = createRedactor([]).stream()
    expect(push('‹secret:FAKE-hun')).toBe('‹secret:FAKE-hun')
    expect(end()).toBe('')
  })

  test('base64 waits for the character that it shares, and its padding', () => {
    const { push, end } = stream()
    const encoded = Buffer.from(PW).toString('base64')
    expect(push(`t=${encoded.slice(0, -2)}`)).toBe('t=')
    expect(push(encoded.slice(-2)) + push(' .') + end()).toBe('‹secret:PW› .')
  })
})

test('a hit goes on over two sequences of a terminal, the second of them cut', () => {
  const value = 'aacdcbdccb'
  const [head, tail] = ['x', ''].map(before =>
    Buffer.from(before + value, 'utf16le')
      .toString('base64')
      .replaceAll('=', ''),
  )
  const redactor = createRedactor([{ name: 'PW', value }])
  const text = `${tail}\x1b[31m\x1b[E${head}`
  const { push, end } = redactor.stream()
  expect(text.split('').map(push).join('') + end()).toBe(redactor.text(text).text)
})

test('a text made to need much work is held longer, and comes to the same', () => {
  const near = 'abcd'.repeat(600)
  const redactor = createRedactor([
    { name: 'LONG', value: `${near}X` },
    { name: 'TAIL', value: `y${near}` },
  ])
  const text = `${'abcd'.repeat(6000)}Y y${near} ${near}X end`
  const { push, end } = redactor.stream()
  let out = ''
  for (let at = 0; at < text.length; at += 3) out += push(text.slice(at, at + 3))
  out += end()
  expect(out === redactor.text(text).text).toBe(true)
  expect(out.endsWith('Y ‹secret:TAIL› ‹secret:LONG› end')).toBe(true)
})
