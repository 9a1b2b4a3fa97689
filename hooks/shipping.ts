/** From records to the collector: what the recorder made before the session was known waits here, then goes out by a timer. */
import { type AuditTrail, createAuditTrail } from '../audit/trail.ts'
import { isUrgent } from '../audit/urgent.ts'
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import type { Doors } from './doors.ts'
import { clock, jitter, randomHex, sleep } from './realm.ts'
import type { EarlyRecord, Shipper } from './record.ts'
import type { AuditState } from './status.ts'

/** Records kept until the session is known: `*` hears some hundred dispatches before it. */
const MAX_EARLY = 2000
const TICK_MS = 500
/** How long a hurried send may hold up the loading of plugins. */
const HURRY_MS = 1000

export type Shipping = Shipper & {
  /** From now on records leave. Called again by a later session of the same module (after `/clear` it is not). */
  readonly start: (doors: Doors, sessionId: string) => void
  readonly state: () => AuditState | undefined
}

/** `mask` removes registered secrets from every string that leaves. */
export function createShipping(policy: CompiledPolicy, mask: (text: string) => string): Shipping {
  const { audit } = policy
  const early: EarlyRecord[] = []
  let trail: AuditTrail | undefined
  let session = ''
  let post: Doors['post']
  let lost = 0
  /** Where there is no more room, what is urgent takes the place of the oldest that is not. */
  const addEarly = (record: EarlyRecord): void => {
    if (early.length < MAX_EARLY) {
      early.push(record)
      return
    }
    lost++
    const at = isUrgent(record) ? early.findIndex(one => !isUrgent(one)) : -1
    if (at < 0) return
    early.splice(at, 1)
    early.push(record)
  }
  if (audit === undefined) {
    return { add() {}, async flush() {}, countLost() {}, async hurry() {}, start() {}, state: () => undefined }
  }
  const shipping: Shipping = {
    add(record) {
      if (trail === undefined) return addEarly(record)
      trail.record({ ...record, sessionId: session })
      // What a mod did wrong must be on its way before the mod can do anything about the worker that both live in.
      if (isUrgent(record)) void trail.tick(clock())
    },
    countLost() {
      lost++
    },
    start(doors, sessionId) {
      session = sessionId
      post = doors.post
      if (trail !== undefined) return
      trail = createAuditTrail({
        version: policy.castellan,
        instanceId: randomHex(16),
        policy: { name: policy.name, digest: policy.digest },
        randomHex,
        mask,
        post: body => (post === undefined ? Promise.reject(new Error('no way out')) : post(body)),
        sleep,
        jitter,
      })
      for (const record of early.splice(0)) trail.record({ ...record, sessionId })
      doors.every(TICK_MS, () => void trail?.tick(clock()))
    },
    flush: async roomMs => trail?.flush(roomMs),
    async hurry(doors) {
      try {
        shipping.start(doors, await doors.sessionId())
        await shipping.flush(HURRY_MS)
      } catch {
        // The records wait: they leave with the session's start, if this module lives to see it.
      }
    },
    state() {
      const state = trail?.state()
      return {
        endpoint: audit.endpoint,
        state: state?.endpoint ?? 'idle',
        sent: state?.sent ?? 0,
        queued: state?.queued ?? early.length,
        dropped: (state?.dropped ?? 0) + (state?.refused ?? 0) + lost,
        ...(state?.lastFailure === undefined ? {} : { lastFailure: state.lastFailure }),
      }
    },
  }
  return shipping
}
