import { expect, test } from 'vitest'
import { formsOf } from '../../redact/forms.ts'

test('a plain value has one form', () => {
  expect(formsOf('FAKE-hunter2-0001')).toEqual(['FAKE-hunter2-0001'])
})

test('a value that JSON escapes is also looked for escaped once and twice', () => {
  expect(formsOf('fake"pass\\word')).toEqual(['fake"pass\\word', 'fake\\"pass\\\\word', 'fake\\\\\\"pass\\\\\\\\word'])
})

test('the spellings of other JSON writers: PHP escapes slashes, Python all but ASCII, Go what HTML reads', () => {
  const forms = formsOf('fäke/pass<word')
  expect(forms).toContain('fäke\\/pass<word')
  expect(forms).toContain('f\\u00e4ke/pass<word')
  expect(forms).toContain('f\\u00E4ke\\/pass<word')
  expect(forms).toContain('fäke/pass\\u003cword')
  expect(forms).toContain('f\\\\u00e4ke/pass<word')
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
