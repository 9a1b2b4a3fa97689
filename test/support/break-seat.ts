import type { HookName, SeatPlan } from '../../cli/build/plan.ts'
import type { Change } from './seated.ts'

/** How a hook can fail: with an error or an answer of no shape, before or after it did its work, or never coming to an end. */
export const WAYS = ['throws-before', 'throws-after', 'hangs', 'answers-five', 'answers-nothing'] as const
export type Way = (typeof WAYS)[number]

/** One registration of a seat. `event` tells apart those that have the hook in common. */
export type Target = { hook: HookName; event?: string }

/** When a broken hook fails: always in one way, or in the way that a marker in its event says (`markerOf`); where `only`, an expression, holds. */
export type When = ({ always: Way } | { marked: string }) & { only?: string }

/** The text that makes the hook which is broken for `name` fail so. It is fit for paths, commands and names alike. */
export const markerOf = (name: string, way: Way): string => `break.${name}.${way}.`

/** Breaks the target: it works as it did, but for the dispatches that `when` is about. */
export const breaking = (target: Target, when: When): Change =>
  changing(target, ({ handler, ...rest }) => ({ ...rest, handler: brokenHandler(handler, when) }))

/** Takes the target's work away: it hands everything down as it is. */
export const passing = (target: Target): Change =>
  changing(target, ({ head }) => ({ head, handler: '($, e, next) => next(e)', rescue: '' }))

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

const STREAM = /^async function\* \(\$, e, next\) \{([\s\S]*)\}$/
const ARROW = /^(?:async )?(?:\(\$, e, next\)|\$) => ([\s\S]*)$/

function brokenHandler(handler: string, when: When): string {
  const stream = STREAM.exec(handler)?.[1]
  if (stream !== undefined) return `async function* ($, e, next) {${around(`yield* (async function* () {${stream}})()`, when)}}`
  const arrow = ARROW.exec(handler)?.[1]
  if (arrow === undefined) throw new Error(`cannot break a handler spelled so: ${handler}`)
  const work = arrow.startsWith('{') ? arrow : `(${arrow})`
  return `async ($, e, next) => {${around(`await (async () => ${work})()`, when)}}`
}

const around = (work: string, when: When): string => `
    const way = ${whenText(when)}
    if (way === 'throws-before') throw new Error('broken on purpose')
    if (way === 'answers-nothing') return undefined
    if (way === 'hangs') await new Promise(() => {})
    const answer = ${work}
    if (way === 'throws-after') throw new Error('broken on purpose')
    return way === 'answers-five' ? 5 : answer
  `

function whenText({ only, ...when }: When): string {
  const ways = `[${WAYS.map(way => `'${way}'`).join(', ')}]`
  const way = 'always' in when ? `'${when.always}'` : `${ways}.find(way => JSON.stringify(e).includes('break.${when.marked}.' + way + '.'))`
  return only === undefined ? way : `${only} ? ${way} : undefined`
}
