import { describe, expect, test } from 'vitest'
import { planSeat } from '../../cli/build/plan.ts'
import { renderSeat } from '../../cli/build/seat.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { packageRoot } from '../../cli/package-root.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { complaintsAbout } from './seat-catch-rules.ts'

const loaded = loadPolicy('policies/reference', packageRoot())
if (!loaded.ok) throw new Error('the reference policy does not compile')
const { policy } = loaded
const plan = planSeat(policy)
const seat = renderSeat(policy, plan)

test('the reference seat has a hook of every kind, so that every kind is judged here', () => {
  expect([...new Set(plan.hooks.map(planned => planned.hook))].sort()).toEqual(
    [
      ['answers', 'asks', 'ceiling', 'check', 'commands', 'compactions', 'mentions', 'mod-call', 'mod-stream', 'mod-tools', 'plugins'],
      [
        'prompts',
        'record',
        'refused-files',
        'requests',
        'results',
        'rows',
        'settings',
        'start',
        'status',
        'steps',
        'telemetry',
        'withhold',
      ],
    ].flat(),
  )
})

test('every hook answers from constants when it fails, whatever came before', async () => {
  expect(await complaintsAbout(seat, policy, plan)).toEqual([])
})

describe('a seat that hydrates', () => {
  const hydrating: CompiledPolicy = {
    ...policy,
    secrets: { env: ['TOKEN'], dotenv: [], hydrate: { tools: ['Bash'], re: /^Bash$/, env: ['TOKEN'] } },
  }
  const its = planSeat(hydrating)
  const told = async (text: string) =>
    (await complaintsAbout(text, hydrating, its)).filter(line => /\((?:check|results|hidden)\)/.test(line))

  test('answers so too', async () => {
    expect(await told(renderSeat(hydrating, its))).toEqual([])
  })

  test('and one that lets a raw result stand, or stops what it only hides, is found', async () => {
    const raw = renderSeat(hydrating, its).replace('() => ({ deny: WITHHELD })', '($, e, next) => next(e)')
    expect(await told(raw)).not.toEqual([])
    const stopped = renderSeat(hydrating, its).replace(
      /(isHidden\(e\) \? next\.to\(e, 'append'\) : next\(e\)\)\)\s+\.catch\()[^\n]*/,
      '$1() => undefined)',
    )
    expect(await told(stopped)).not.toEqual([])
  })
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
    'a text that passes on',
    `() => ({ text: WITHHELD })`,
    `($, e, next) => (next.called ? next(e) : { text: WITHHELD })`,
    'prompt.attachment',
  ],
  ['a text that stays', `() => ({ description: WITHHELD })`, `($, e) => ({ description: e.description })`, 'tool.describe'],
  ['a context that passes on', `() => ({ blocks: [] })`, `($, e, next) => next(e)`, 'prompt.context'],
  ['a request without a word of the system prompt', /\{ sections: \[.*?\] \}\)/, '{ sections: [] })', 'prompt.compose'],
  ['a prompt that passes on', `{ drop: UNSENT }`, `next(e)`, 'prompt.submit'],
  ['a prompt that is dropped after it had entered', `next.called ? next(e) : { drop: UNSENT }`, `{ drop: UNSENT }`, 'prompt.submit'],
  [
    'a compaction that is skipped after it was done, which leaves the raw summary',
    `next.called ? { messages: e.messages } : { skip: UNSENT }`,
    `{ skip: UNSENT }`,
    'session.compact',
  ],
  ['a compaction that stands', `next.called ? { messages: e.messages }`, `next.called ? next(e)`, 'session.compact'],
  ['a command that locks a person out', `next.called ? { text: WITHHELD } : next(e)`, `{ text: WITHHELD }`, 'command.run'],
  ['a command that prints all the same', `next.called ? { text: WITHHELD } : next(e)`, `next(e)`, 'command.run'],
  ['a record for the collector that says all', `next({ ...e, attributes: {} })`, `next(e)`, 'telemetry.log'],
  ['a response that goes on', /yield \{ kind: 'text'.*\n/, 'yield* next(e)\n', 'turn.step'],
  ['a response whose text may end up in a tool call', `index: 999`, `index: 0`, 'turn.step'],
  ['a response without an end', /yield \{ kind: 'stop'.*\n/, '\n', 'turn.step'],
  ['a response that calls tools', `answer: WITHHELD, toolUses: []`, `answer: WITHHELD, toolUses: [{ name: 'Bash' }]`, 'turn.step'],
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
