import { expect, test } from 'vitest'
import { groupOf, groupsOf, levelOf } from '../../audit/levels.ts'
import type { Levels } from '../../policy/compile/compiled.ts'
import { recordOf } from './example.ts'

const LEVELS: Levels = { decisions: 'decision', redactions: 'full', conversation: 'none', noise: 'count' }
const MOD = { plugin: 'mod', tier: 'user' }

test.each([
  ['decisions', 'tool.check tool.call plugin.register prompt.mention http.fetch engine.create settings.read something.new'],
  [
    'conversation',
    'session.start session.end prompt.submit turn.start turn.complete session.append session.compact classic.PreToolUse command.run',
  ],
  [
    'noise',
    'command.describe ui.render ui.log tool.offer agent.offer tool.describe prompt.section attribution.text telemetry.log session.id turn.step',
  ],
])('%s', (group, events) => {
  for (const event of events.split(' ')) expect([event, groupOf(event)]).toEqual([event, group])
})

test('what a person’s mod calls itself is a decision, whatever it is', () => {
  expect(groupOf('ui.log', 'user')).toBe('decisions')
  expect(groupOf('ui.log', 'builtin')).toBe('noise')
})

test('a record of noise that was judged, failed or cleaned belongs to what that was as well', () => {
  const describe = recordOf({ event: 'command.describe' })
  expect(groupsOf(describe)).toEqual(['noise'])
  expect(groupsOf({ ...describe, decision: 'deny' })).toEqual(['noise', 'decisions'])
  expect(groupsOf({ ...describe, guardFailure: { event: 'x' } })).toEqual(['noise', 'decisions'])
  expect(groupsOf({ ...describe, redactions: { TOKEN: 1 } })).toEqual(['noise', 'redactions'])
})

test('the most that a group of it asks for is kept', () => {
  expect(levelOf(LEVELS, recordOf({ event: 'turn.start' }))).toBe('none')
  expect(levelOf(LEVELS, recordOf({ event: 'turn.start', decision: 'deny' }))).toBe('decision')
  expect(levelOf(LEVELS, recordOf({ event: 'turn.start', redactions: { A: 1 } }))).toBe('full')
  expect(levelOf(LEVELS, recordOf({ event: 'ui.log' }))).toBe('count')
  expect(levelOf(LEVELS, recordOf({ event: 'ui.log', caller: MOD }))).toBe('decision')
})
