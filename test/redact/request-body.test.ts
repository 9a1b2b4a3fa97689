import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../redact/redactor.ts'
import { redactRequestBody } from '../../redact/request-body.ts'

const SECRET = 'FAKE"hunter2\t0001'
const redactor = createRedactor([
  { name: 'PW', value: SECRET },
  { name: 'TOKEN', value: 'FAKE-token-abcd' },
])
const bodyOf = (text: string) => JSON.stringify({ model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text }] }] })

describe('redactRequestBody', () => {
  test('a clean body is unchanged', () => {
    expect(redactRequestBody(bodyOf('hello "you"'), redactor)).toEqual({ kind: 'unchanged' })
  })

  test('values are found whatever the escapes, and nothing else moves', () => {
    const text = (value: string) => `one ${value} two ${JSON.stringify({ value })} three ${JSON.stringify(JSON.stringify({ value }))}`
    const answer = redactRequestBody(bodyOf(text(SECRET)), redactor)
    expect(answer).toEqual({ kind: 'redacted', body: bodyOf(text('‹secret:PW›')), hits: { PW: 3 } })
  })

  test('a value spelled with escapes that JSON does not need is found', () => {
    const answer = redactRequestBody('{"a":"FAKE\\u002dtoken\\u002dabcd"}', redactor)
    expect(answer).toMatchObject({ kind: 'redacted', body: '{"a":"‹secret:TOKEN›"}' })
  })

  test('a value behind a name that stands twice does not leave', () => {
    const answer = redactRequestBody('{"a":"FAKE-token-abcd","a":"clean"}', redactor)
    expect(answer).toMatchObject({ kind: 'redacted', body: '{"a":"clean"}', hits: { TOKEN: 1 } })
  })

  test('a body with blanks and nothing in it is unchanged', () => {
    expect(redactRequestBody('{ "a": "clean" }', redactor)).toEqual({ kind: 'unchanged' })
  })

  test.each(['', '{"a":', 'a=FAKE-token-abcd', `${'['.repeat(5000)}${']'.repeat(5000)}`])('unreadable: %#', body => {
    expect(redactRequestBody(body, redactor)).toEqual({ kind: 'unreadable' })
  })

  test('what is no text is unreadable', () => {
    expect(redactRequestBody(undefined as never, redactor)).toEqual({ kind: 'unreadable' })
  })
})
