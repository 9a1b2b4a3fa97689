import { describe, expect, test } from 'vitest'
import { leakChannels } from '../../redact/leak-channels.ts'
import { createRedactor } from '../../redact/redactor.ts'

const VALUE = 'zq7-fixture-value-1'
const redactor = createRedactor([{ name: 'TOKEN', value: VALUE }])
const channels = (body: unknown) => leakChannels(body, redactor)

describe('where in a request a value stands', () => {
  test.each([
    ['system', { system: [{ type: 'text', text: VALUE }] }],
    ['system', { system: `You know ${VALUE}` }],
    ['tools', { tools: [{ name: 'x', description: VALUE }] }],
    ['metadata', { metadata: { user_id: VALUE } }],
    ['user.text', { messages: [{ role: 'user', content: VALUE }] }],
    ['user.text', { messages: [{ role: 'user', content: [{ type: 'text', text: VALUE }] }] }],
    [
      'user.tool_result',
      { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: VALUE }] }] }] },
    ],
    [
      'assistant.tool_use',
      { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { [VALUE]: 1 } }] }] },
    ],
    ['assistant.thinking', { messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: VALUE, signature: 's' }] }] }],
    ['system.text', { messages: [{ role: 'system', content: VALUE }] }],
  ])('%s', (channel, body) => {
    expect(channels(body)).toEqual([channel])
  })

  test('is told once a place, in the order of the alphabet', () => {
    const user = {
      role: 'user',
      content: [
        { type: 'text', text: VALUE },
        { type: 'text', text: VALUE },
      ],
    }
    expect(channels({ tools: [VALUE], messages: [user, user, { role: 'assistant', content: VALUE }], system: VALUE })).toEqual([
      'assistant.text',
      'system',
      'tools',
      'user.text',
    ])
  })
})

test('no text of the conversation comes out as the name of a place', () => {
  const odd = (role: unknown, type: unknown) => ({ messages: [{ role, content: [{ type, text: VALUE }] }] })
  for (const word of [VALUE, 'Some text', 5, null, undefined, 'x'.repeat(33)]) expect(channels(odd(word, word))).toEqual(['other.other'])
  expect(channels({ [VALUE]: VALUE })).toEqual(['other'])
  expect(channels({ messages: VALUE })).toEqual(['messages'])
})

test('nothing is found where nothing is, and no data makes it fail', () => {
  for (const body of [{}, { messages: [] }, { messages: [{ role: 'user', content: 'x' }] }, [], null, undefined, 5, 'x'])
    expect(channels(body)).toEqual([])
  for (const messages of [[VALUE], [null, { content: VALUE }], { a: VALUE }]) expect(channels({ messages }).length).toBeGreaterThan(0)
})
