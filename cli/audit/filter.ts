/** Which records are shown. */
import { listOf } from '../../audit/fields.ts'
import type { SealedRecord } from '../../audit/sealed-record.ts'

export type FilterOptions = {
  readonly session?: string
  readonly event?: string
  readonly decision?: string
  readonly rule?: string
  readonly tool?: string
  readonly since?: string
  readonly until?: string
}

export type Filter =
  | { readonly ok: true; readonly isShown: (record: SealedRecord) => boolean }
  | { readonly ok: false; readonly problem: string }

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds since the epoch, of `2026-11-30`, `2026-11-30T10:00:00Z`, or `90m` before `now`; undefined: it is none of these. */
export function timeOf(text: string, now: number): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (amount !== undefined) return now - Number(amount) * (UNITS[unit] ?? 0)
  const time = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** `*` stands for anything; all else for itself. */
const globOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('*')
      .map(part => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
      .join('.*')}$`,
    's',
  )

/** `now`: milliseconds since the epoch. */
export function filterOf(options: FilterOptions, now: number): Filter {
  const { session, event, decision, rule, tool } = options
  const [since, until] = [options.since, options.until].map(text => (text === undefined ? undefined : (timeOf(text, now) ?? Number.NaN)))
  for (const [name, time] of Object.entries({ since, until })) {
    if (Number.isNaN(time))
      return { ok: false, problem: `--${name} is a date like 2026-11-30, a time like 2026-11-30T10:00:00Z, or so long ago: 90m, 2h, 7d.` }
  }
  const [isEvent, isRule, isTool] = [event, rule, tool].map(glob => (glob === undefined ? undefined : globOf(glob)))
  const isShown = (record: SealedRecord): boolean => {
    const told = record as Partial<Extract<SealedRecord, { decision: unknown }>>
    return (
      (session === undefined || record.sessionId.startsWith(session)) &&
      (isEvent === undefined || isEvent.test(record.event)) &&
      (decision === undefined || told.decision === decision) &&
      (isRule === undefined || (listOf(told.rules) as { id?: unknown }[]).some(one => isRule.test(String(one?.id)))) &&
      (isTool === undefined || isTool.test(told.tool ?? '')) &&
      (since === undefined || record.time >= since) &&
      (until === undefined || record.time < until)
    )
  }
  return { ok: true, isShown }
}
