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
    expect(answer).toEqual({ kind: 'redacted', body: bodyOf(text('‹secret:PW›')), hits: { PW: 3 }, channels: ['user.text'] })
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

  test('a value that reads like the words of the API takes nothing of a request but its texts', () => {
    const words = createRedactor([
      { name: 'ROLE', value: 'moderator-role' },
      { name: 'MODEL', value: 'claude-test-model-1' },
      { name: 'KIND', value: 'custom_block' },
    ])
    const request = (told: string, kept: string) => ({
      model: 'claude-test-model-1',
      system: [{ type: 'text', text: `You are ${told}`, cache_control: { type: 'custom_block' } }],
      tools: [
        {
          name: 'moderator-role',
          description: told,
          input_schema: { type: 'object', properties: { 'moderator-role': {} }, required: ['moderator-role'] },
        },
      ],
      messages: [
        {
          role: 'moderator-role',
          content: [
            { type: 'custom_block', text: told },
            { type: 'tool_use', id: 'claude-test-model-1', name: 'moderator-role', input: { type: kept, [kept]: kept } },
          ],
        },
      ],
    })
    const answer = redactRequestBody(JSON.stringify(request('claude-test-model-1', 'moderator-role')), words)
    expect(answer).toMatchObject({ kind: 'redacted', body: JSON.stringify(request('‹secret:MODEL›', '‹secret:ROLE›')) })
  })

  test('a value of digits is found as a number too', () => {
    const digits = createRedactor([{ name: 'PIN', value: '123456789012' }])
    const answer = redactRequestBody('{"messages":[{"content":[{"type":"tool_use","input":{"pin":123456789012}}]}]}', digits)
    expect(answer).toMatchObject({
      kind: 'redacted',
      body: '{"messages":[{"content":[{"type":"tool_use","input":{"pin":"‹secret:PIN›"}}]}]}',
    })
  })

  test.each([
    [
      ['FAKE-token-abcd', null, 7, []],
      ['‹secret:TOKEN›', null, 7, []],
    ],
    ['FAKE-token-abcd', '‹secret:TOKEN›'],
    [{ 0: 'FAKE-token-abcd' }, { 0: '‹secret:TOKEN›' }],
  ])('messages that are none are written as they are: %#', (messages, told) => {
    const body = JSON.stringify({ messages, model: 'm' })
    expect(redactRequestBody(body, redactor)).toMatchObject({ kind: 'redacted', body: JSON.stringify({ messages: told, model: 'm' }) })
  })

  test('thinking that holds a value goes as a text: its signature is right for the whole alone', () => {
    const clean = { type: 'thinking', thinking: 'hm', signature: 'c2ln' }
    const after = { type: 'tool_use', id: 't', name: 'Bash', input: { type: 'thinking', thinking: 'FAKE-token-abcd' } }
    const request = (block: object, input: object) => ({
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [clean, block, { ...after, input }] },
      ],
    })
    const told = request({ type: 'thinking', thinking: 'is it FAKE-token-abcd?', signature: 'c2ln' }, after.input)
    expect(redactRequestBody(JSON.stringify(told), redactor)).toMatchObject({
      body: JSON.stringify(request({ type: 'text', text: 'is it ‹secret:TOKEN›?' }, { ...after.input, thinking: '‹secret:TOKEN›' })),
      channels: ['assistant.thinking', 'assistant.tool_use'],
    })
  })

  test.each(['', '{"a":', 'a=FAKE-token-abcd', `${'['.repeat(5000)}${']'.repeat(5000)}`])('unreadable: %#', body => {
    expect(redactRequestBody(body, redactor)).toEqual({ kind: 'unreadable' })
  })

  test('what is no text is unreadable', () => {
    expect(redactRequestBody(undefined as never, redactor)).toEqual({ kind: 'unreadable' })
  })
})
