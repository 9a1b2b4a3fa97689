import type { AuditRecord } from './record.ts'

const keysOf = Object.keys

/** Events whose very purpose is a verdict, spoken or not. */
const GATES: ReadonlySet<string> = new Set(['tool.check', 'prompt.mention'])

export const LINK_SPAN = 'castellan.link'

/**
 * The name of a dispatch's span. A plugin at the door is a registration; where a verdict was given, or castellan's guard failed, it is a decision
 * (a mod's own `$` call among them); where values were replaced, a redaction; else castellan only looked on.
 */
export function spanNameOf(record: AuditRecord): string {
  const { event } = record
  const isJudged = record.decision !== 'none' || record.rules.length > 0 || record.guardFailure !== undefined
  if (event === 'plugin.register') return 'castellan.register'
  if (GATES.has(event) || isJudged) return `castellan.decide ${event}`
  return keysOf(record.redactions).length > 0 ? `castellan.redact ${event}` : `castellan.observe ${event}`
}
