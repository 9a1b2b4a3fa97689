/** Parts of a record, taken field by field: what is not named here (a link's `received` and `returned`, what a rule matched) is never kept. */
import type { Spoken } from '../policy/decide/decision.ts'
import type { AuditRecord, RecordedLink, RecordedRule } from './record.ts'

const isArray = Array.isArray

/** An entry of the engine's `next.trace`, as far as it is read: the fields that are kept. */
export type TraceEntry = RecordedLink

/** The links of `next.trace`; none where it is not a list. */
export function linksOf(trace: readonly TraceEntry[]): readonly RecordedLink[] {
  if (!isArray(trace)) return []
  return trace.map(({ index, plugin, tier, outcome, ms, reason }) =>
    reason === undefined ? { index, plugin, tier, outcome, ms } : { index, plugin, tier, outcome, ms, reason },
  )
}

/** `tables`: the digest of each table of the policy, by name. */
export function rulesOf(spoken: readonly Spoken[], tables: Readonly<Record<string, string>> = {}): readonly RecordedRule[] {
  return spoken.map(({ rule, table, verdict, certainty, mode }) => {
    const version = tables[table]
    return { id: rule, table, verdict, certainty, mode, ...(version === undefined ? {} : { version }) }
  })
}

/** Whether an enforced rule, or an enforced answer about a plugin, spoke; undefined where nothing did. */
export function modeOf(rules: readonly RecordedRule[], plugin: AuditRecord['pluginRegistered']): AuditRecord['mode'] {
  if (plugin?.isEnforced || rules.some(rule => rule.mode === 'enforce')) return 'enforced'
  return rules.length > 0 || plugin?.isEnforced === false ? 'observed' : undefined
}
