/** What the page tells of logs: numbers of everything, and the records that matter themselves, up to a bound. */
import type { SealedRecord } from '../../audit/sealed-record.ts'
import { type Told, toldOf } from './told.ts'

/** Records shown of a session, and sessions shown. What is beyond is counted. */
export const MAX_SHOWN = 200
const MAX_SESSIONS = 200
const MAX_KEYS = 500
const MINUTE = 60_000
const MAX_MINUTES = 20_000

export type SessionSummary = {
  readonly sessionId: string
  firstTime: number
  lastTime: number
  records: number
  denied: number
  asked: number
  redacted: number
  failures: number
  readonly shown: Told[]
  /** Records worth showing that found no place. */
  unshown: number
  /** Records by minute, and those of them that were denied or failed. */
  readonly minutes: Map<number, { all: number; bad: number }>
}

export type Count = { count: number; last: number }
export type RuleCount = Count & { readonly table: string; deny: number; ask: number; observed: number; readonly tools: Map<string, number> }
export type Asked = Count & { readonly who: string; readonly tool: string; deny: number; ask: number }
export type PluginCount = Count & { readonly id: string; readonly tier: string; readonly answer: string; isEnforced: boolean }

export type Summary = {
  readonly sessions: ReadonlyMap<string, SessionSummary>
  /** Records of sessions beyond the first 200. */
  readonly otherRecords: number
  readonly totals: {
    records: number
    denied: number
    asked: number
    observed: number
    redacted: number
    leaks: number
    failures: number
    lost: number
  }
  readonly rules: ReadonlyMap<string, RuleCount>
  readonly asked: ReadonlyMap<string, Asked>
  readonly redactions: ReadonlyMap<string, Count>
  readonly plugins: ReadonlyMap<string, PluginCount>
  readonly failures: ReadonlyMap<string, Count>
  readonly leaks: ReadonlyMap<string, Count>
  readonly losses: ReadonlyMap<string, Count>
}

export type Summing = { readonly add: (record: SealedRecord) => void; readonly summary: () => Summary }

/** The entry of a key, made where there is room; undefined: there is none. */
function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value | undefined {
  const known = map.get(key)
  if (known !== undefined || map.size >= MAX_KEYS) return known
  const made = make()
  map.set(key, made)
  return made
}

function count(map: Map<string, Count>, key: string, time: number, by = 1): void {
  const one = entry(map, key, () => ({ count: 0, last: 0 }))
  if (one === undefined) return
  one.count += by
  one.last = Math.max(one.last, time)
}

const isWorthShowing = ({ decision, rules, redactions, plugin, guardFailure, lost, event }: Told): boolean =>
  decision === 'deny' ||
  decision === 'ask' ||
  rules.length > 0 ||
  redactions.length > 0 ||
  (plugin !== undefined && plugin.answer !== 'allow') ||
  guardFailure !== undefined ||
  lost !== undefined ||
  event === 'castellan.chain' ||
  event === 'castellan.recovered'

export function createSummary(): Summing {
  const sessions = new Map<string, SessionSummary>()
  const rules = new Map<string, RuleCount>()
  const asked = new Map<string, Asked>()
  const redactions = new Map<string, Count>()
  const plugins = new Map<string, PluginCount>()
  const failures = new Map<string, Count>()
  const leaks = new Map<string, Count>()
  const losses = new Map<string, Count>()
  const totals = { records: 0, denied: 0, asked: 0, observed: 0, redacted: 0, leaks: 0, failures: 0, lost: 0 }
  let otherRecords = 0

  const sessionOf = ({ sessionId, time }: Told): SessionSummary | undefined => {
    const known = sessions.get(sessionId)
    if (known !== undefined || sessions.size >= MAX_SESSIONS) return known
    const made = {
      sessionId,
      firstTime: time,
      lastTime: time,
      records: 0,
      denied: 0,
      asked: 0,
      redacted: 0,
      failures: 0,
      shown: [],
      unshown: 0,
      minutes: new Map(),
    }
    sessions.set(sessionId, made)
    return made
  }

  const addRules = ({ rules: spoken, tool, event, time }: Told): void => {
    for (const { id, table, verdict, mode } of spoken) {
      const one = entry(rules, id, () => ({ count: 0, last: 0, table, deny: 0, ask: 0, observed: 0, tools: new Map() }))
      if (one === undefined) continue
      one.count++
      one.last = Math.max(one.last, time)
      if (mode === 'observe') one.observed++
      else if (verdict === 'deny') one.deny++
      else one.ask++
      const what = tool || event
      if (one.tools.has(what) || one.tools.size < 20) one.tools.set(what, (one.tools.get(what) ?? 0) + 1)
    }
    if (spoken.some(rule => rule.mode === 'observe')) totals.observed++
  }

  const addAsked = ({ decision, caller, tier, isSubAgent, tool, event, time }: Told): void => {
    if (decision !== 'deny' && decision !== 'ask') return
    const isOfModel = tier === 'core' && event.startsWith('tool.')
    const who = isOfModel ? (isSubAgent ? 'a sub-agent' : 'the model') : tier === 'core' ? 'the engine' : `${caller} (${tier})`
    const one = entry(asked, JSON.stringify([who, tool || event]), () => ({ count: 0, last: 0, who, tool: tool || event, deny: 0, ask: 0 }))
    if (one === undefined) return
    one.count++
    one[decision]++
    one.last = Math.max(one.last, time)
  }

  const addPlugin = ({ plugin, time }: Told): void => {
    if (plugin === undefined || plugin.answer === 'allow') return
    const one = entry(plugins, JSON.stringify(plugin), () => ({ ...plugin, count: 0, last: 0 }))
    if (one === undefined) return
    one.count++
    one.last = Math.max(one.last, time)
  }

  const addToSession = (told: Told, values: number): void => {
    const session = sessionOf(told)
    if (session === undefined) {
      otherRecords++
      return
    }
    const { time, decision, guardFailure } = told
    const isBad = decision === 'deny' || guardFailure !== undefined
    session.records++
    session.firstTime = Math.min(session.firstTime, time)
    session.lastTime = Math.max(session.lastTime, time)
    if (decision === 'deny') session.denied++
    if (decision === 'ask') session.asked++
    if (guardFailure !== undefined) session.failures++
    session.redacted += values
    const minute = Math.floor(time / MINUTE)
    const bin = session.minutes.get(minute) ?? (session.minutes.size < MAX_MINUTES ? { all: 0, bad: 0 } : undefined)
    if (bin !== undefined) {
      bin.all++
      if (isBad) bin.bad++
      session.minutes.set(minute, bin)
    }
    if (!isWorthShowing(told)) return
    if (session.shown.length < MAX_SHOWN) session.shown.push(told)
    else session.unshown++
  }

  return {
    add(record) {
      const told = toldOf(record)
      const { time, decision, guardFailure, lost } = told
      const values = told.redactions.reduce((sum, [, number]) => sum + number, 0)
      totals.records++
      if (decision === 'deny') totals.denied++
      if (decision === 'ask') totals.asked++
      totals.redacted += values
      if (told.leaks.length > 0) totals.leaks += values
      if (guardFailure !== undefined) totals.failures++
      totals.lost += lost?.count ?? 0
      addRules(told)
      addAsked(told)
      addPlugin(told)
      for (const [name, number] of told.redactions) count(redactions, name, time, number)
      if (guardFailure !== undefined) count(failures, guardFailure, time)
      for (const channel of told.leaks) for (const [name] of told.redactions) count(leaks, `${name} in ${channel}`, time)
      if (lost !== undefined) count(losses, lost.why, time, lost.count)
      addToSession(told, values)
    },
    summary: () => ({ sessions, otherRecords, totals, rules, asked, redactions, plugins, failures, leaks, losses }),
  }
}
