import type { AuditRecord } from './record.ts'
import { createScheduler, type SchedulerDoors, type SchedulerState } from './scheduler.ts'
import { createSpans, type SpanSource } from './spans.ts'
import { isUrgent } from './urgent.ts'

/** The way of a record from the hook that made it to a collector. */
export type AuditTrail = {
  /** Never throws and never waits: a record that cannot be made into spans is counted as dropped. */
  readonly record: (record: AuditRecord) => void
  readonly tick: (now: number) => Promise<void>
  readonly flush: (roomMs: number) => Promise<void>
  readonly state: () => SchedulerState
}

export function createAuditTrail(options: SpanSource & SchedulerDoors): AuditTrail {
  const spansOf = createSpans(options)
  const scheduler = createScheduler(options)
  let unmade = 0
  return {
    record(record) {
      try {
        scheduler.add(spansOf(record), isUrgent(record) ? 'urgent' : undefined)
      } catch {
        unmade++
      }
    },
    tick: scheduler.tick,
    flush: scheduler.flush,
    state: () => {
      const state = scheduler.state()
      return { ...state, dropped: state.dropped + unmade }
    },
  }
}
