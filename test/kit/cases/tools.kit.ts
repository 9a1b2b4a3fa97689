import { expect, tier } from 'claude-code/testing'
import { kitTest, PROJECT, START, seated, type World } from './seated'

tier('prepend')

const bash = (command: string, more: object = {}) => ({ tool: 'Bash', input: { command }, tool_use_id: `use ${command}`, ...more })
const MERGE = { tool: 'mcp__github__merge_pull_request', input: {}, tool_use_id: 'merge' } as const
const GET = 'mcp__github__get_pull_request'

kitTest('tool.check: deny, ask and pass, for the main loop and for a sub-agent', [], async ($, on) => {
  seated(on)
  await $.session.start(START)
  const denied = await $.tool.check(bash('git push -f origin main'))
  expect(denied.decision).toBe('deny')
  expect(denied.reason ?? '').toMatch(/^castellan \(reference\): .*\[git\.force-push\]/)
  expect((await $.tool.check(MERGE)).decision).toBe('ask')
  expect(await $.tool.check(bash('ls'))).toEqual({ decision: 'allow' })
  expect((await $.tool.check(bash('git push origin topic'))).decision).toBe('allow')
  const sub = await $.tool.check(bash('git push origin topic', { agentId: 'a1' }))
  expect(sub.decision).toBe('deny')
  expect(sub.reason ?? '').toContain('[acme.sub-agent-push]')
})

kitTest('tool.check: the stricter of both is answered, whichever it is', [], async ($, on) => {
  const world: World = { check: { decision: 'deny', reason: 'a managed rule' } }
  seated(on, world)
  await $.session.start(START)
  expect(await $.tool.check(MERGE)).toEqual({ decision: 'deny', reason: 'a managed rule' })
  expect(await $.tool.check(bash('ls'))).toEqual({ decision: 'deny', reason: 'a managed rule' })
  world.check = { decision: 'ask', reason: 'the mode asks' }
  expect((await $.tool.check(bash('ls'))).decision).toBe('ask')
  expect((await $.tool.check(bash('git push -f'))).decision).toBe('deny')
})

kitTest("tool.call: a tool of a user-tier mod is judged before it runs, a server's is tool.check's to decide", [], async ($, on) => {
  const world: World = {}
  const seen = seated(on, world)
  await $.session.start(START)
  expect((await $.tool.call({ tool: GET, tool_use_id: 'g1' })).result).toBe('ran')
  const ofServer = await $.tool.call({ tool: MERGE.tool, tool_use_id: 'm1' })
  expect([ofServer.isError, ofServer.deny]).toEqual([true, undefined])
  world.tools = [{ name: MERGE.tool, registeredBy: { plugin: 'tips', tier: 'user' } }]
  const ofMod = await $.tool.call({ tool: MERGE.tool, tool_use_id: 'm2' })
  expect(ofMod.deny ?? '').toContain('[acme.merge-pull-request]')
  expect(seen.calls).toEqual([GET])
})

kitTest('prompt.mention: a secret file is refused, another is attached', [], async ($, on) => {
  on('prompt.mention', () => ({ type: 'file' }))
  seated(on)
  await $.session.start(START)
  const mention = (name: string) => $.prompt.mention({ mention: name, path: `${PROJECT}/${name}` })
  expect((await mention('.env')).deny ?? '').toMatch(/^castellan \(reference\): .*\[secret\.env-file\]/)
  expect(await mention('notes')).toEqual({ type: 'file' })
})
