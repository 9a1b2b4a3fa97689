import type { AuditRecord } from './record.ts'

const keysOf = Object.keys

/** Whether a record tells of something that was stopped, asked about, cut out or that failed: it leaves before the others, and is kept before them. */
export function isUrgent({ decision, redactions, guardFailure }: Pick<AuditRecord, 'decision' | 'redactions' | 'guardFailure'>): boolean {
  return decision === 'deny' || decision === 'ask' || guardFailure !== undefined || keysOf(redactions).length > 0
}
