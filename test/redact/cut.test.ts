import { expect, test } from 'vitest'
import { createRedactor } from '../../redact/redactor.ts'

const { text } = createRedactor([
  { name: 'PW', value: 'FAKE-hunter2-0001' },
  { name: 'REP', value: 'abcdabcdabcdx' },
])
const encoded = Buffer.from('FAKE-hunter2-0001').toString('base64')

test.each([
  ['x FAKE-h', ['end'], 'x ‹secret:PW›'],
  ['x FAKE-', ['end'], 'x FAKE-'],
  ['x FAKE-h', ['start'], 'x FAKE-h'],
  ['x FAKE-h', [], 'x FAKE-h'],
  ['2-0001 y', ['start'], '‹secret:PW› y'],
  ['-0001 y', ['start'], '-0001 y'],
  ['2-0001 FAKE-h', ['end', 'start'], '‹secret:PW› ‹secret:PW›'],
  ['nter2-0001 FAKE-hunter2-0001 FAKE-hunter2', ['end', 'start'], '‹secret:PW› ‹secret:PW› ‹secret:PW›'],
  ['x abcdabcdabcdabcd', ['end'], 'x abcd‹secret:REP›'],
  [`x ${encoded.slice(0, 9)}`, ['end'], 'x ‹secret:PW›'],
  ['x FAK\x1b[1mE-hun', ['end'], 'x ‹secret:PW›'],
  ['FAKE-', ['end', 'start'], 'FAKE-'],
  ['', ['end'], ''],
] as const)('%j cut at %j', (input, cut, expected) => {
  expect(text(input, { cut }).text).toBe(expected)
})
