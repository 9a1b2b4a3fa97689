import { expect, tier } from 'claude-code/testing'
import { kitTest, START, seated, TOKEN, typed, type World } from './seated'

tier('prepend')

const force = { tool: 'Bash', input: { command: `git push -f https://${TOKEN}@git.example/x` }, tool_use_id: 'force' }

kitTest('/castellan tells the person alone what is on and what happened, even where the session cannot be read', [], async ($, on) => {
  const world: World = { isSessionUnknown: true }
  seated(on, world)
  await $.session.start(START)
  expect((await $.tool.check(force)).reason ?? '').toContain('[castellan.guard-failed]')
  expect((await $.command.run(typed('castellan'))).text ?? '').toContain('Secrets  could not be loaded')
  world.isSessionUnknown = false
  for (let i = 0; i < 2; i++) await $.tool.check(force)
  const { text, isTextDisplayOnly } = await $.command.run(typed('castellan'))
  expect(text ?? '').toContain('advisory')
  expect(text ?? '').toContain('So far   1 denied, 0 asked')
  expect(text ?? '').toContain('Secrets  2 registered')
  expect(isTextDisplayOnly).toBe(true)
})

kitTest('a dispatch is recorded with its rules: what was denied leaves at once, the rest by the timer, values never', [], async ($, on) => {
  const seen = seated(on)
  await $.session.start(START)
  const bodies = () => seen.posts.map(post => post.init.body).join()
  await $.tool.check({ tool: 'Bash', input: { command: `ls ${TOKEN}` }, tool_use_id: 'harmless' })
  await $.tool.check(force)
  await seen.clock.settle()
  expect(bodies()).toContain('git.force-push')
  await seen.clock.advance(1000)
  expect(bodies()).toContain('"harmless"')
  expect(bodies()).toContain('"session-1"')
  expect(bodies()).not.toContain(TOKEN)
  expect(seen.posts.every(post => post.url === 'http://127.0.0.1:4318/v1/traces')).toBe(true)
})
