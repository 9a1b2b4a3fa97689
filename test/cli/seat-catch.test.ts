import { expect, test } from 'vitest'
import { planSeat } from '../../cli/build/plan.ts'
import { renderSeat } from '../../cli/build/seat.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { packageRoot } from '../../cli/package-root.ts'
import { complaintsAbout } from './seat-catch-rules.ts'

const loaded = loadPolicy('policies/reference', packageRoot())
if (!loaded.ok) throw new Error('the reference policy does not compile')
const { policy } = loaded
const plan = planSeat(policy)
const seat = renderSeat(policy, plan)

test('the reference seat has a hook of every kind, so that every kind is judged here', () => {
  expect([...new Set(plan.hooks.map(planned => planned.hook))].sort()).toEqual(
    [
      ['asks', 'ceiling', 'check', 'mentions', 'mod-call', 'mod-stream', 'mod-tools', 'plugins', 'record'],
      ['refused-files', 'requests', 'results', 'rows', 'settings', 'start', 'status', 'withhold'],
    ].flat(),
  )
})

test('every hook answers from constants when it fails, whatever came before', async () => {
  expect(await complaintsAbout(seat, policy, plan)).toEqual([])
})

/** One seat each, wrong in one way: the place that is changed, what stands there then, and which hook is told. */
const BROKEN: readonly (readonly [what: string, from: string | RegExp, to: string, event: string])[] = [
  ['a gate without .catch', /\n {4}\.catch\(\(\) => \(\{ decision: 'deny', reason: FAILED \}\)\)/, '', 'tool.check'],
  ['a second .catch', `{ deny: WITHHELD }))`, `{ deny: WITHHELD })).catch(() => ({ deny: WITHHELD }))`, 'tool.call'],
  ['a gate that opens', `({ decision: 'deny', reason: FAILED }))`, `({ decision: 'allow' }))`, 'tool.check'],
  ['a gate that asks', `({ decision: 'deny', reason: FAILED }))`, `({ decision: 'ask', reason: FAILED }))`, 'tool.check'],
  ['a refusal of another event', `{ refuse: FAILED }`, `{ deny: FAILED }`, 'plugin.register'],
  ['a refusal that the recorder cannot know', `next(e) : { refuse: FAILED }`, `next(e) : { refuse: 'no' }`, 'plugin.register'],
  ['a gate that never called next and lets through', `(next.called ? next(e) : { refuse: FAILED })`, 'next(e)', 'plugin.register'],
  ['a check that lets stand what is beneath', `() => ({ decision: 'deny', reason: FAILED })`, '($, e, next) => next(e)', 'tool.check'],
  [
    'a .catch that calls $',
    `() => ({ decision: 'deny', reason: FAILED })`,
    `$ => ({ decision: 'deny', reason: $.x ?? FAILED })`,
    'tool.check',
  ],
  ['a .catch that hands $ on', `() => ({ deny: WITHHELD })`, `$ => doorsOf($).home() && ({ deny: WITHHELD })`, 'tool.call'],
  ['a .catch that needs the runtime', `() => ({ deny: WITHHELD })`, `() => ({ deny: castellan.told })`, 'tool.call'],
  ['a .catch that reads the event', `() => ({ deny: WITHHELD })`, `($, e) => ({ deny: e.tool ?? WITHHELD })`, 'tool.call'],
  [
    'a redactor of results that lets stand',
    `() => ({ deny: WITHHELD })`,
    `($, e, next) => next.called ? next(e) : { deny: WITHHELD }`,
    'tool.call',
  ],
  [
    'a redactor of rows that passes on',
    `next({ ...e, message: { ...e.message, content: e.message.content.map(withheld) } })`,
    'next(e)',
    'session.append',
  ],
  [
    'a row that is not stored',
    `next({ ...e, message: { ...e.message, content: e.message.content.map(withheld) } })`,
    `({ deny: WITHHELD })`,
    'session.append',
  ],
  ['a row whose texts stay', `block.type === 'text' ||`, '', 'session.append'],
  ['a row whose results stay', `{ ...block, content: WITHHELD }`, 'block', 'session.append'],
  ['a row whose documents stay', ` || block.type === 'document'`, '', 'session.append'],
  ['a row whose images stay', `block.type === 'image' ||`, '', 'session.append'],
  ['a row whose calls lose their ids', `{ ...block, content: WITHHELD }`, `{ type: 'tool_result', content: WITHHELD }`, 'session.append'],
  ['a request that stands once next was called', `(next.origin.plugin === 'engine' || !next.called ?`, `(!next.called ?`, 'http.fetch'],
  [
    'a recorder that refuses',
    `castellan.record(doorsOf($), e, next)).catch(($, e, next) => void castellan.recordFailure(e, next))`,
    `castellan.record(doorsOf($), e, next)).catch(() => ({ deny: FAILED }))`,
    '*',
  ],
  [
    'a recorder that opens every gate',
    `castellan.record(doorsOf($), e, next)).catch(($, e, next) => void castellan.recordFailure(e, next))`,
    `castellan.record(doorsOf($), e, next)).catch(($, e, next) => next(e))`,
    '*',
  ],
  [
    'a start that stops the session',
    /(castellan\.start[\s\S]*?)\.catch\(\(\$, e, next\) => next\(e\)\)/,
    '$1.catch(() => undefined)',
    'session.start',
  ],
  ['an ask that a hook beneath may answer', `.catch(() => ({}))`, `.catch(($, e, next) => next(e))`, 'classic.PermissionRequest'],
  ['an ask that is allowed', `.catch(() => ({}))`, `.catch(() => ({ decision: { behavior: 'allow' } }))`, 'classic.PermissionRequest'],
  ['a stream that opens', `next.called ? yield* next(e) : { deny: FAILED }`, `yield* next(e)`, 'process.spawn'],
  [
    'a status that fails',
    `({ text: 'castellan: the status could`,
    `castellan.status() ?? ({ text: 'castellan: the status could`,
    'command.run',
  ],
]

test.each(BROKEN)('%s is found', async (_, from, to, event) => {
  const broken = seat.replace(from, to)
  expect(broken).not.toBe(seat)
  const complaints = await complaintsAbout(broken, policy, plan)
  expect(complaints).not.toEqual([])
  expect(
    complaints.every(line => line.startsWith(event)),
    complaints.join('\n'),
  ).toBe(true)
})
