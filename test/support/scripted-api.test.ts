import { afterEach, expect, test } from 'vitest'
import { type Script, type ScriptedApi, startScriptedApi } from './scripted-api.ts'
import { say, toolUse } from './scripted-reply.ts'

let api: ScriptedApi
afterEach(() => api.close())

const TOOLS = ['a', 'b', 'c', 'd'].map(name => ({ name }))
const ask = async (body: object, path = '/v1/messages') =>
  fetch(api.url + path, { method: 'POST', headers: { 'x-api-key': 'k', authorization: 'Bearer k' }, body: JSON.stringify(body) })
const textOfAnswer = async (body: object) => ((await (await ask(body)).json()) as { content: { text: string }[] }).content[0]?.text
const start = async (script: Script) => {
  api = await startScriptedApi(script)
}

test('the loop gets its replies in order and then DONE; side calls and counts take none of them', async () => {
  await start([[say('one')], [say('two')]])
  const loop = { tools: TOOLS, messages: [] }
  expect(await textOfAnswer(loop)).toBe('one')
  expect(await textOfAnswer({ messages: [] })).toBe('ok')
  expect(await (await ask({ messages: [] }, '/v1/messages/count_tokens')).json()).toEqual({ input_tokens: 10 })
  expect(await textOfAnswer(loop)).toBe('two')
  expect(await textOfAnswer(loop)).toBe('DONE')
  expect(api.requests.map(request => request.kind)).toEqual(['main', 'side', 'count_tokens', 'main', 'main'])
})

test('a rule answers what it matches, as often as it says, ahead of the loop', async () => {
  await start({ main: [[say('main')]], rules: [{ match: { first: 'sub-task' }, times: 1, blocks: [say('sub')] }] })
  const sub = {
    tools: TOOLS,
    messages: [
      { role: 'user', content: 'a sub-task' },
      { role: 'user', content: 'x' },
    ],
  }
  expect(await textOfAnswer({ ...sub, messages: [...sub.messages].reverse() })).toBe('main')
  expect(await textOfAnswer(sub)).toBe('sub')
  expect(await textOfAnswer(sub)).toBe('DONE')
})

test('a streamed tool call is cut where the script says and joins to its input', async () => {
  await start([[{ type: 'thinking', pieces: ['hm', 'm'] }, { ...toolUse('Bash', { command: 'ls' }), split: 4 } as never]])
  const text = await (await ask({ tools: TOOLS, messages: [], stream: true })).text()
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data as string))
  const inputs = events.flatMap(event => event.delta?.partial_json ?? [])
  expect(inputs.length).toBeGreaterThan(3)
  expect(JSON.parse(inputs.join(''))).toEqual({ command: 'ls' })
  expect(events.find(event => event.type === 'message_delta').delta.stop_reason).toBe('tool_use')
  expect(events.at(-1).type).toBe('message_stop')
})

test('errors are answered as told, stray paths with 404, and no credential is kept', async () => {
  await start([{ status: 529 }])
  expect((await ask({ tools: TOOLS })).status).toBe(529)
  expect((await ask({}, '/v1/elsewhere')).status).toBe(404)
  expect(JSON.stringify(api.requests.map(request => request.headers))).not.toMatch(/"(Bearer )?k"/)
})
