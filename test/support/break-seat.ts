import type { SeatPlan } from '../../cli/build/plan.ts'
import type { HookName } from '../../cli/build/planned-hook.ts'
import { isLong } from './long.ts'
import type { Change } from './seated.ts'

/** How a hook can fail: with an error or an answer of no shape, before or after it did its work, or never coming to an end. */
export const WAYS = ['throws-before', 'throws-after', 'hangs', 'answers-five', 'answers-nothing'] as const
export type Way = (typeof WAYS)[number]

/** The ways that get a session of their own where one cannot show several: CI alone plays those of a wrong answer as well. */
export const OWN_WAYS: readonly Way[] = WAYS.filter(way => isLong || !way.startsWith('answers'))

/** One registration of a seat. `event` tells apart those that have the hook in common. */
export type Target = { hook: HookName; event?: string }

/** A stream can also fail when some of it was handed up: at its first chunk of a kind, which goes up yet. */
export const MIDWAY = ['throws-at-text', 'throws-at-tool', 'throws-at-input'] as const

/**
 * When a broken hook fails: always in one way, in the way that a marker in its event says (`markerOf`), or in the one that `by` answers, an expression over
 * `e` and `next`; where `only`, an expression, holds. `otherwise: 'passes'` takes its work away from every other dispatch: then it alone stands for its own.
 */
export type When = ({ always: Way } | { marked: string } | { by: string }) & { only?: string; otherwise?: 'passes' }

/** How often it was called before, as an expression for `by` and `only`: so many ways can be seen in one session. */
export const callsOf = (name: string): string => `(doorsOf.${name} = (doorsOf.${name} ?? -1) + 1)`

/** These ways, one a call, in order: an expression for `by`. */
export const inTurn = (name: string, ways: readonly string[]): string => `${JSON.stringify(ways)}[${callsOf(name)}]`

/** The text that makes the hook which is broken for `name` fail so. It is fit for paths, commands and names alike. */
export const markerOf = (name: string, way: Way): string => `break.${name}.${way}.`

/** Breaks the target: it works as it did, but for the dispatches that `when` is about. */
export const breaking = (target: Target, when: When): Change =>
  changing(target, ({ handler, ...rest }) => ({ ...rest, handler: brokenHandler(handler, when) }))

/** Takes the target's work away: it hands everything down as it is. `but`, an expression over `e`: its work is done where that holds. */
export const passing = (target: Target, but?: string): Change =>
  but !== undefined
    ? breaking(target, { by: 'undefined', only: but, otherwise: 'passes' })
    : changing(target, ({ head, handler }) => ({
        head,
        handler: STREAM.test(handler) ? PASSING_STREAM : '($, e, next) => next(e)',
        rescue: '',
      }))

/** The hooks that remove secret values. `mentions` judges too. */
const REDACTORS: ReadonlySet<HookName> = new Set([
  ...(['results', 'rows', 'requests', 'steps', 'prompts', 'commands', 'compactions', 'answers', 'telemetry', 'mentions'] as const),
])

/** Takes the work of every redactor away but of these, so that what they do, or do not, is seen. */
export const withoutRedactors =
  (...but: readonly Target[]): Change =>
  (seat, plan) => {
    const isKept = (hook: HookName, event: string) => but.some(kept => kept.hook === hook && (kept.event ?? event) === event)
    const gone = plan.hooks.filter(({ hook, event }) => REDACTORS.has(hook) && !isKept(hook, event))
    return allOf(...gone.map(({ hook, event }) => passing({ hook, event })))(seat, plan)
  }

/** Takes the target's `.catch` away. */
export const uncaught = (target: Target): Change => changing(target, registration => ({ ...registration, rescue: '' }))

/** One change after the other. */
export const allOf =
  (...changes: readonly Change[]): Change =>
  (seat, plan) =>
    changes.reduce((text, change) => change(text, plan), seat)

/** `on(<head><handler>)<rescue>`: a registration as the seat spells it. */
type Registration = { head: string; handler: string; rescue: string }

const BODY = /^([\s\S]*\nexport function register\(on\) \{\n)([\s\S]*)(\n\}\n)$/
const REGISTRATION = /^ {2}on\(('[^']+', (?:\{ [^}]* \}, )?)([\s\S]*?)\)(\s*\.catch\([\s\S]*\))$/

/** Throws where the seat has no such registration, or more than one, or spells it in a way that is not known here: a test must not go on with a whole seat. */
function changing(target: Target, change: (registration: Registration) => Registration): Change {
  return (seat, plan) => {
    const [, before, body, after] = BODY.exec(seat) ?? fail(target, 'the seat is not laid out as it was')
    const blocks = (body ?? '').split('\n\n')
    const at = placeOf(target, plan)
    if (blocks.length !== plan.hooks.length) fail(target, 'the seat and its plan do not have the same hooks')
    const block = blocks[at] ?? ''
    if (!block.startsWith(`  on('${plan.hooks[at]?.event}'`)) fail(target, 'it does not stand where the plan has it')
    const [, head, handler, rescue] =
      REGISTRATION.exec(block) ?? CHANGED.exec(block) ?? fail(target, `it is spelled in another way: ${block}`)
    const changed = change({ head: head ?? '', handler: handler ?? '', rescue: rescue ?? '' })
    blocks[at] = `  on(${changed.head}${changed.handler})${changed.rescue}`
    return `${before}${blocks.join('\n\n')}${after}`
  }
}

/** A registration whose `.catch` an earlier change took. */
const CHANGED = /^ {2}on\(('[^']+', (?:\{ [^}]* \}, )?)([\s\S]*?)\)()$/

function placeOf(target: Target, { hooks }: SeatPlan): number {
  const places = hooks.flatMap(({ hook, event }, at) => (hook === target.hook && (target.event ?? event) === event ? [at] : []))
  if (places.length !== 1) fail(target, `the plan has ${places.length} of it`)
  return places[0] ?? 0
}

function fail({ hook, event }: Target, why: string): never {
  throw new Error(`cannot break the hook ${hook}${event === undefined ? '' : ` on ${event}`}: ${why}`)
}

const PASSING_STREAM = 'async function* ($, e, next) { return yield* next(e) }'
const STREAM = /^async function\* \(\$, e, next\) \{([\s\S]*)\}$/
const ARROW = /^(?:async )?(?:\(\$, e, next\)|\$) => ([\s\S]*)$/

/** A gate that records itself: it is broken within, where its own work is. */
const RECORDED = /^(\(\$, e, next\) =>\s+castellan\.around\(doorsOf\(\$\), e, next, )async \(\) => ([\s\S]*)\)$/

function brokenHandler(handler: string, when: When): string {
  const [, head, gate] = RECORDED.exec(handler) ?? []
  if (gate !== undefined) return `${head}async () => {${around(`await (async () => ${gate})()`, 'next(e)', when)}})`
  const stream = STREAM.exec(handler)?.[1]
  if (stream !== undefined) {
    const work = `yield* (async function* (below) {
      for (;;) {
        const { done, value } = await below.next()
        if (done) return value
        yield value
        if (way === 'throws-at-' + value.kind) throw new Error('broken on purpose')
      }
    })((async function* () {${stream}})())`
    return `async function* ($, e, next) {${around(work, 'yield* next(e)', when)}}`
  }
  const arrow = ARROW.exec(handler)?.[1]
  if (arrow === undefined) throw new Error(`cannot break a handler spelled so: ${handler}`)
  const work = arrow.startsWith('{') ? arrow : `(${arrow})`
  return `async ($, e, next) => {${around(`await (async () => ${work})()`, 'next(e)', when)}}`
}

const around = (work: string, pass: string, when: When): string => `
    const way = ${whenText(when)}
    if (way === 'passes') return ${pass}
    if (way === 'throws-before') throw new Error('broken on purpose')
    if (way === 'answers-nothing') return undefined
    if (way === 'hangs') await new Promise(() => {})
    const answer = ${work}
    if (way === 'throws-after') throw new Error('broken on purpose')
    return way === 'answers-five' ? 5 : answer
  `

function whenText({ only, otherwise, ...when }: When): string {
  const ways = `[${WAYS.map(way => `'${way}'`).join(', ')}]`
  const way =
    'always' in when
      ? `'${when.always}'`
      : 'by' in when
        ? `(${when.by})`
        : `${ways}.find(way => JSON.stringify(e).includes('break.${when.marked}.' + way + '.'))`
  const other = otherwise === undefined ? 'undefined' : `'${otherwise}'`
  if (only !== undefined) return `${only} ? ${way} : ${other}`
  return otherwise === undefined ? way : `${way} ?? ${other}`
}
