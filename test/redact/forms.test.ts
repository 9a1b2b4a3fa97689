import { expect, test } from 'vitest'
import { formsOf as allOf } from '../../redact/forms.ts'

const formsOf = (value: string) => allOf(value).map(({ form }) => form)
const kindsOf = (value: string) => new Set(allOf(value).map(({ kind }) => kind))

test('base64 of a value reads otherwise in an address, and in the JSON of .NET, where it has signs', () => {
  const encoded = btoa('fake~~~???>>>123')
  expect(encoded).toMatch(/\+.*\/|\/.*\+/)
  const forms = formsOf('fake~~~???>>>123')
  const inAddress = encodeURIComponent(encoded).replace(/.(?:%3D)*$/, '')
  for (const form of [inAddress, inAddress.replace(/%../g, digits => digits.toLowerCase())]) expect(forms).toContain(form)
  expect(forms).toContain(encoded.replace(/.=*$/, '').replaceAll('+', '\\u002B'))
})

test('a plain value has only the forms that no writer leaves as they are', () => {
  expect(formsOf('FAKE-hunter2-0001')[0]).toBe('FAKE-hunter2-0001')
  expect(kindsOf('FAKE-hunter2-0001')).toEqual(new Set(['value', 'base64', 'hex']))
  expect(formsOf('FAKE-hunter2-0001').length).toBe(11)
})

test('a value that JSON escapes is also looked for escaped once and twice', () => {
  const forms = formsOf('fake"pass\\word')
  for (const form of ['fake"pass\\word', 'fake\\"pass\\\\word', 'fake\\\\\\"pass\\\\\\\\word']) expect(forms).toContain(form)
})

test('the spellings of other JSON writers: PHP escapes slashes, Python all but ASCII, Go what HTML reads', () => {
  const forms = formsOf('fäke/pass<word')
  expect(forms).toContain('fäke\\/pass<word')
  expect(forms).toContain('f\\u00e4ke/pass<word')
  expect(forms).toContain('f\\u00E4ke\\/pass<word')
  expect(forms).toContain('fäke/pass\\u003cword')
  expect(forms).toContain('f\\\\u00e4ke/pass<word')
})

test('what is past ASCII is looked for by its numbers and its bytes, but in texts of no password’s length', () => {
  expect(formsOf('fäke-key-99')).toEqual(expect.arrayContaining(['f\\xe4ke-key-99', 'f\\xC3\\xA4ke-key-99', 'f\\303\\244ke-key-99']))
  expect(formsOf(`fäke-key-99${'x'.repeat(5000)}`).filter(form => form.startsWith('f\\x'))).toEqual([])
})

test('a value of several lines: whole, with either line ending, and each line that could stand on its own', () => {
  const forms = formsOf('first-line-99\n  second-line-99\nshort\npassword')
  expect(forms).toContain('first-line-99\n  second-line-99\nshort\npassword')
  expect(forms).toContain('first-line-99\r\n  second-line-99\r\nshort\r\npassword')
  expect(forms).toContain('first-line-99\\n  second-line-99\\nshort\\npassword')
  expect(forms).toContain('first-line-99')
  expect(forms).toContain('second-line-99')
  expect(forms).not.toContain('short')
  expect(forms).not.toContain('password')
})

test('the frame of a key file is no secret', () => {
  const forms = formsOf('-----BEGIN PRIVATE KEY-----\nFAKEfakeFAKEfake\n-----END PRIVATE KEY-----')
  expect(forms).toContain('FAKEfakeFAKEfake')
  expect(forms).not.toContain('-----BEGIN PRIVATE KEY-----')
})

test('a key kept in one line is found with real line breaks, and by its lines', () => {
  const forms = formsOf('-----BEGIN PRIVATE KEY-----\\nFAKEfakeFAKEfake\\n-----END PRIVATE KEY-----')
  expect(forms).toContain('-----BEGIN PRIVATE KEY-----\nFAKEfakeFAKEfake\n-----END PRIVATE KEY-----')
  expect(forms).toContain('FAKEfakeFAKEfake')
  expect(formsOf('fake\\nfake-line-88')).not.toContain('fake-line-88')
})

test.each([
  ['json', 'fake"quote', 'fake\\u0022quote'],
  ['json-twice', 'fake"quöte', 'fake\\\\\\"qu\\u00f6te'],
  ['percent', 'fake word/1', 'fake+word%2f1'],
  ['percent', 'fake word/1', 'fake%2520word%252F1'],
  ['markup', 'fake<&\'"ä', 'fake&lt;&amp;&#39;&quot;&#xe4;'],
  ['shell', "fake'pass'9", "fake'\\''pass'\\''9"],
  ['shell', 'fake"$pass', 'fake`"`$pass'],
  ['hex', 'fäke-pw-1', '66c3a46b652d70772d31'],
  ['hex', 'fake-pw1', '660061006b0065002d00700077003100'],
  ['hex', 'fake-pw1', '660061006B0065002D00700077003100'],
  ['markup', 'fake<a>&"b"', 'fake&lt;a>&amp;&quot;b&quot;'],
  ['markup', 'fake<a>&b1', 'fake&lt;a>&amp;b1'],
  ['shell', "fake'pass'9", "fake'\\\\''pass'\\\\''9"],
  ['shell', 'fake$pa ss9', 'fake\\\\$pa\\\\ ss9'],
])('%s of %j', (kind, value, form) => {
  expect(allOf(value).find(one => one.form === form)?.kind).toBe(kind)
})
