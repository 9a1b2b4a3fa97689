import { expect, mock, tier } from 'claude-code/testing'
import { DOTENV_VALUE, kitTest, PROJECT, START, seated, TOKEN, type World } from './seated'

tier('prepend')

const BASH = { tool: 'Bash', command: 'true' } as const
const stdout = (text: string) => ({ stdout: text, stderr: '', interrupted: false, isImage: false })

kitTest('values are read before the first call, and a file that stays as it is once, however many calls there are', [], async ($, on) => {
  const seen = seated(on)
  await $.session.start(START)
  expect([seen.lists, seen.reads]).toEqual([[PROJECT], [`${PROJECT}/.env`]])
  await Promise.all(['a', 'b', 'c', 'd'].map(id => $.tool.call({ ...BASH, tool_use_id: id })))
  expect(seen.reads).toEqual([`${PROJECT}/.env`])
})

kitTest('values are read by the first call where no session was started, once for a burst', [], async ($, on) => {
  const seen = seated(on, { call: { result: stdout(`a ${DOTENV_VALUE}`) } })
  const answers = await Promise.all(['a', 'b', 'c'].map(id => $.tool.call({ ...BASH, tool_use_id: id })))
  for (const answer of answers) expect(answer.result).toEqual(stdout('a ‹secret:DB_PASSWORD›'))
  expect(seen.reads).toEqual([`${PROJECT}/.env`])
})

kitTest('a result goes up without the values, an error as a refusal without them, what hooks attached untouched', [], async ($, on) => {
  const world: World = { call: { result: stdout(`a ${TOKEN} ${DOTENV_VALUE}`), context: [`see ${TOKEN}`] } }
  seated(on, world)
  await $.session.start(START)
  const answer = await $.tool.call({ ...BASH, tool_use_id: 't1' })
  expect(answer.result).toEqual(stdout('a ‹secret:GITHUB_TOKEN› ‹secret:DB_PASSWORD›'))
  expect(answer.context).toEqual([`see ${TOKEN}`])
  world.call = { isError: true, result: `Exit 1 ${TOKEN}`, text: `Exit 1 ${TOKEN}` }
  expect(await $.tool.call({ ...BASH, tool_use_id: 't2' })).toEqual({ deny: 'Exit 1 ‹secret:GITHUB_TOKEN›' })
})

kitTest('a row is stored without the values', [], async ($, on) => {
  seated(on)
  const session = mock.session(on)
  await $.session.start(START)
  const text = { type: 'text', text: `a ${TOKEN}` } as const
  const result = { type: 'tool_result', tool_use_id: 't1', content: `b ${TOKEN}` } as const
  await $.session.append({
    message: { type: 'user', role: 'user', content: [text, result] },
    door: 'tool-result',
    uuid: 'u1',
    origin: { kind: 'tool', tool: 'Bash' },
  })
  const [stored] = session.appended()
  expect(stored?.message.content).toEqual([
    { type: 'text', text: 'a ‹secret:GITHUB_TOKEN›' },
    { type: 'tool_result', tool_use_id: 't1', content: 'b ‹secret:GITHUB_TOKEN›' },
  ])
})

kitTest('a session that cannot be read: results are withheld before anything runs, and no row holds its text', [], async ($, on) => {
  const seen = seated(on, { isSessionUnknown: true })
  const session = mock.session(on)
  await $.session.start(START)
  expect((await $.tool.call({ ...BASH, tool_use_id: 't1' })).deny ?? '').toMatch(/^castellan: .*\[castellan\.guard-failed\]/)
  expect(seen.calls).toEqual([])
  const media = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: TOKEN } } as const
  const content = [{ type: 'text', text: `a ${TOKEN}` } as const, media]
  await $.session.append({ message: { type: 'user', role: 'user', content }, door: 'prompt', origin: { kind: 'composer' }, uuid: 'u1' })
  const [stored] = session.appended()
  expect(JSON.stringify(stored?.message.content)).not.toContain(TOKEN)
  expect(JSON.stringify(stored?.message.content)).toContain('[castellan.guard-failed]')
})
