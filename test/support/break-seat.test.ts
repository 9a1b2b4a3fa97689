import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planSeat } from '../../cli/build/plan.ts'
import { renderSeat } from '../../cli/build/seat.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { breaking, inTurn, passing, uncaught, withoutRedactors } from './break-seat.ts'

const FAILURE = join(import.meta.dirname, '../session/failure')

const loaded = loadPolicy(join(import.meta.dirname, '../session/policy'), process.cwd())
if (!loaded.ok) throw new Error('the policy of the session tests does not compile')
const plan = planSeat(loaded.policy)
const seat = renderSeat(loaded.policy, plan)

const caught = plan.hooks.filter(hook => hook.hasCatch)
const targetOf = ({ hook, event }: (typeof plan.hooks)[number]) => ({ hook, event })

test.each(caught.map(hook => [`${hook.hook} ${hook.event}`, hook] as const))('%s is found, and nothing else is touched', (_name, hook) => {
  const changed = breaking(targetOf(hook), { always: 'throws-before' })(seat, plan)
  // A stream can fail midway as well.
  expect(changed.split('broken on purpose')).toHaveLength(hook.hook === 'steps' || hook.hook === 'mod-stream' ? 4 : 3)
  const [before = '', after = ''] = changed.split(/\n {4}const way = [\s\S]*\n {4}return way === 'answers-five' \? 5 : answer\n {2}\}/)
  expect(seat.startsWith(before.slice(0, before.lastIndexOf('on(')))).toBe(true)
  expect(after).not.toBe('')
  expect(seat.endsWith(after.slice(after.indexOf('.catch(')))).toBe(true)
})

test('the catch of a hook can be taken, and its work', () => {
  const mentions = { hook: 'mentions' } as const
  expect(uncaught(mentions)(seat, plan).split('.catch(')).toHaveLength(seat.split('.catch(').length - 1)
  expect(passing(mentions)(seat, plan)).toContain("on('prompt.mention', ($, e, next) => next(e))\n")
})

test('what is not broken passes where that is asked for, and a work can be left to some dispatches', () => {
  const rows = { hook: 'rows' } as const
  const one = breaking(rows, { by: inTurn('rows', ['hangs']), only: 'e.x === 1', otherwise: 'passes' })(seat, plan)
  expect(one).toContain(
    `const way = e.x === 1 ? (["hangs"][(doorsOf.rows = (doorsOf.rows ?? -1) + 1)]) : 'passes'\n    if (way === 'passes') return next(e)`,
  )
  expect(passing(rows, 'e.x === 1')(seat, plan)).toContain(`const way = e.x === 1 ? (undefined) : 'passes'`)
})

test('every redactor can be taken away but some', () => {
  const none = withoutRedactors()(seat, plan)
  expect(none).not.toContain('castellan.redactor(')
  expect(none).toContain('castellan.check(')
  const but = withoutRedactors({ hook: 'rows' }, { hook: 'answers', event: 'skill.prompt' })(seat, plan)
  expect(but.split('castellan.redactor(')).toHaveLength(3)
})

test('a hook that is not there, is there twice or is spelled in another way is an error', () => {
  expect(() => breaking({ hook: 'rows', event: 'tool.check' }, { always: 'hangs' })(seat, plan)).toThrow('the plan has 0 of it')
  expect(() => breaking({ hook: 'mod-call' }, { always: 'hangs' })(seat, plan)).toThrow(/the plan has \d\d? of it/)
  expect(() => passing({ hook: 'withhold' })(seat.replace('engine.create', 'engine.made'), plan)).toThrow('does not stand')
  expect(() => passing({ hook: 'rows' })(seat.replace("  on('session.append', ", "  on('session.append',"), plan)).toThrow('another way')
  expect(() => passing({ hook: 'rows' })('', plan)).toThrow('not laid out')
})

test('every hook that can fail is broken in some session', () => {
  const sessions = readdirSync(FAILURE).map(name => readFileSync(join(FAILURE, name), 'utf8'))
  const authority = readFileSync(join(import.meta.dirname, '../authority/seated.test.ts'), 'utf8')
  const text = [...sessions, authority].join('\n')
  const broken = [...text.matchAll(/hook: '([a-z-]+)'/g)].map(([, hook]) => hook)
  expect([...new Set(caught.map(({ hook }) => hook))].filter(hook => !broken.includes(hook))).toEqual([])
})
