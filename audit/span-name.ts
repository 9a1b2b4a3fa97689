import type { AuditRecord } from './record.ts'
import type { SealedRecord } from './sealed-record.ts'

const keysOf = Object.keys

/** Events whose very purpose is a verdict, spoken or not. */
const GATES: ReadonlySet<string> = new Set(['tool.check', 'prompt.mention'])

export const LINK_SPAN = 'castellan.link'

/**
 * The name of a record's span. A plugin at the door is a registration; where a verdict was given, or castellan's guard failed, it is a decision
 * (a mod's own `$` call among them); where values were replaced, a redaction; else castellan only looked on. The ends of a chain are those of its
 * session, as far as castellan was there; the checkpoint at a turn's end is the turn.
 */
export function spanNameOf(record: AuditRecord | SealedRecord): string {
  if (!('rules' in record)) {
    if ('kind' in record) return `castellan.session.${record.kind}`
    return 'turn' in record && record.turn !== undefined ? 'castellan.turn' : record.event
  }
  const { event } = record
  const isJudged = record.decision !== 'none' || record.rules.length > 0 || record.guardFailure !== undefined
  if (event === 'plugin.register') return 'castellan.register'
  if (GATES.has(event) || isJudged) return `castellan.decide ${event}`
  return keysOf(record.redactions).length > 0 ? `castellan.redact ${event}` : `castellan.observe ${event}`
}
