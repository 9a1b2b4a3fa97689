/** From records to the collector: what the recorder made before the session was known waits here, then goes out by a timer. */
import { ATTRIBUTE } from '../audit/attributes.ts'
import type { Keeper } from '../audit/keeper.ts'
import { type AuditTrail, createAuditTrail, type Head } from '../audit/trail.ts'
import { isUrgent } from '../audit/urgent.ts'
import type { CompiledAudit, CompiledPolicy } from '../policy/compile/compiled.ts'
import type { Doors } from './doors.ts'
import { createOwnRequests, type OwnRequests, TICK_MS } from './own-requests.ts'
import * as realm from './realm.ts'
import type { EarlyRecord, Shipper } from './record.ts'
import type { AuditState } from './status.ts'

/** Records kept until the session is known: `*` hears some hundred dispatches before it. */
const MAX_EARLY = 2000
/** A request costs the engine more than the records in it: there is one every so many ticks, while the collector answers and few wait. */
const TICKS_A_POST = 4
/** Of what waits to be sent. While there are more, what sessions before left is let lie. */
const FEW = 64
/** How long a hurried send may hold up the loading of plugins. */
const HURRY_MS = 1000
/** Why a session ends while the process goes on under another, for which no session.start is raised (seen on 2.1.332). */
const GOES_ON: ReadonlySet<unknown> = new Set(['clear', 'resume'])

const { jitter, race, randomHex, sleep } = realm

export type Shipping = Shipper & {
  /** From now on records leave, as those of this session. */
  readonly start: (doors: Doors, sessionId: string, key?: string, before?: Head) => void
  /** The session's start did not learn its name: `idOf` is asked with each record until it tells. */
  readonly startLate: (doors: Doors, idOf: (doors: Doors) => Promise<string>) => void
  /** For castellan's own requests. */
  readonly bounded: OwnRequests['bounded']
  /** An engine's record for its collector, with what says that castellan stood over the session; what the engine tells of its spans is kept. Never throws. */
  readonly stamped: <Telemetry extends object>(e: Telemetry) => Telemetry
  readonly state: () => AuditState | undefined
}

/** What a session's start is made of; no key, and nothing of what came before it, where that cannot be known. */
const learned = (doors: Doors, idOf = (doors: Doors) => doors.sessionId()) =>
  Promise.all([idOf(doors), doors.auditKey?.().catch(() => undefined), doors.remembered?.().catch(() => undefined)])

/** A record made before the session is known. `keep`: somebody waits for what becomes of it. */
type Early = { readonly record: EarlyRecord; readonly keep?: (kept: Promise<void> | undefined) => void }

type Told = { readonly event?: unknown; readonly attributes?: Readonly<Record<string, unknown>>; readonly span?: unknown }

/** `mask` removes registered secrets from every string that leaves. `keeperOf`: what keeps records until the collector has them, once the session is known. */
export function createShipping(
  policy: CompiledPolicy,
  mask: (text: string) => string,
  keeperOf?: (doors: Doors, sessionId: string) => Keeper | undefined,
  clock: () => number = realm.clock,
): Shipping {
  const { audit } = policy
  const guard = { [ATTRIBUTE.guardVersion]: policy.castellan, [ATTRIBUTE.policyDigest]: policy.digest }
  const early: Early[] = []
  let trail: AuditTrail | undefined
  /** undefined: no session is under way. */
  let session: string | undefined
  let isOver = false
  let ways: Doors | undefined
  let resume = (): void => {}
  /** From now on a record asks for the name of the session that goes on, until there is another than that of the one which ended. */
  const askOn = (idOf?: (doors: Doors) => Promise<string>): void => {
    const ended = session
    let isAsked = false
    resume = () => {
      if (isAsked || ways === undefined) return
      isAsked = true
      void learned(ways, idOf)
        .then(known => {
          if (ways !== undefined && known[0] !== ended) shipping.start(ways, ...known)
        })
        .catch(() => undefined)
        .finally(() => {
          isAsked = false
        })
    }
  }
  /** Before the first chain could tell of them. */
  let lost = 0
  const countLost = (why: string): void => {
    lost++
    trail?.lose(1, why)
  }
  /** Where there is no more room, what is urgent takes the place of the oldest that is not. */
  const makeRoom = (record: EarlyRecord): boolean => {
    if (early.length < MAX_EARLY) return true
    countLost('no session')
    const at = isUrgent(record) ? early.findIndex(one => !isUrgent(one.record)) : -1
    if (at >= 0) early.splice(at, 1)
    return at >= 0
  }
  /** Settled as that of `add` is, where the call is rather refused than unrecorded. */
  const addEarly = (record: EarlyRecord): Promise<void> | undefined => {
    if (isOver || audit === undefined) return undefined
    resume()
    const isRefusing = record.event === 'tool.check' && audit.durability.decisions === 'ahead' && audit.spool.full === 'refuse'
    if (!isRefusing) {
      if (makeRoom(record)) early.push({ record })
      return undefined
    }
    const kept = new Promise<void>(keep => {
      if (makeRoom(record)) early.push({ record, keep })
    })
    const isLate = sleep(audit.spool.deadline).then(() => {
      throw new Error('the session is not known')
    })
    return race<void>([kept, isLate])
  }

  let keeper: Keeper | undefined
  /** Lines that the keeper dropped, and pieces that it found, that a record has told of. */
  let unkept = 0
  let torn = 0
  const own = createOwnRequests({
    send(doors) {
      ways = doors
      return trail?.tick(clock(), { isBounded: true, isExtra: true })
    },
    doors: () => ways,
    deadlineMs: audit?.spool.deadline ?? 0,
    clock,
  })
  /** What waits is too much to be left to the timer. */
  const mayFollow = (): boolean => {
    const may = own.mayFollow()
    if (!may && (trail?.state().queued ?? 0) >= FEW) own.owe()
    return may
  }

  /** The hash that was remembered last. */
  let told: string | undefined
  /** The head of the chain, for the module that comes after this one where the worker is lost. */
  const remember = (): void => {
    const head = trail?.head()
    if (head === undefined || head.hash === told) return
    told = head.hash
    void ways?.remember?.(head).catch(() => undefined)
  }

  const firstTrail = (doors: Doors, sessionId: string, audit: CompiledAudit): AuditTrail => {
    keeper = keeperOf?.(doors, sessionId)
    const made = createAuditTrail({
      version: policy.castellan,
      instanceId: randomHex(16),
      policy: { name: policy.name, digest: policy.digest },
      audit,
      randomHex,
      mask,
      post: own.post,
      mayFollow,
      sleep,
      jitter,
      keeper,
    })
    const recover = (): void => void keeper?.recover().then(lines => made.recovered(lines, clock()))
    if (lost > 0) made.lose(lost, 'no session')
    let ticks = 0
    doors.every(TICK_MS, () => {
      if (early.length > 0) resume()
      remember()
      const kept = keeper?.state()
      made.lose((kept?.dropped ?? 0) - unkept, 'spool full')
      made.lose((kept?.torn ?? 0) - torn, 'half written')
      unkept = kept?.dropped ?? 0
      torn = kept?.torn ?? 0
      const { endpoint, queued } = made.state()
      const hasFew = queued < FEW
      const isDue = ticks++ % TICKS_A_POST === 0 || endpoint !== 'ok' || !hasFew
      // A turn that begins while such a request is under way would not end before it: where anything goes on, only dispatches send.
      const isQuiet = own.isQuiet()
      if (isDue && (!isQuiet || endpoint !== 'ok')) own.owe()
      void made.tick(clock(), { isDue: isDue && isQuiet })
      if (hasFew) recover()
    })
    recover()
    return made
  }

  const shipping: Shipping = {
    began(doors, mayLast) {
      ways = doors
      own.began(doors, mayLast)
    },
    over: own.over,
    bounded: own.bounded,
    add(record) {
      if (record.agent === 'main' && record.event === 'turn.start') own.turnBegan()
      if (record.agent === 'main' && record.event === 'turn.complete') own.turnEnded()
      if (trail === undefined || session === undefined) {
        return addEarly(record)
      }
      const kept = trail.record({ ...record, sessionId: session })
      // What a mod did wrong must be on its way before the mod can do anything about the worker that both live in. After a turn, a person may wait for long.
      const isLeaving = isUrgent(record)
      const isPressing = isLeaving && record.caller?.tier === 'user'
      if (isLeaving || record.event === 'turn.complete') own.begun(trail.hurry(clock(), isPressing), isPressing)
      return kept
    },
    countLost: () => countLost('not readable'),
    start(doors, sessionId, key, before) {
      ways = doors
      if (session === sessionId || audit === undefined) return
      resume = () => {}
      if (session !== undefined) trail?.end(clock(), undefined)
      session = sessionId
      isOver = false
      trail ??= firstTrail(doors, sessionId, audit)
      trail.begin({ id: sessionId, key, now: clock(), before })
      remember()
      for (const { record, keep } of early.splice(0)) {
        const kept = trail.record({ ...record, sessionId })
        if (keep === undefined) kept?.catch(() => undefined)
        else keep(kept)
      }
    },
    startLate(doors, idOf) {
      if (session !== undefined) return
      ways = doors
      askOn(idOf)
    },
    flush: async roomMs => trail?.flush(roomMs),
    async hurry(doors) {
      try {
        shipping.start(doors, ...(await learned(doors)))
        await shipping.flush(HURRY_MS)
      } catch {
        // The records wait: they leave with the session's start, if this module lives to see it.
      }
    },
    async end(reason, roomMs) {
      askOn()
      // What is under way here holds nobody up.
      own.turnEnded(roomMs)
      trail?.end(clock(), typeof reason === 'string' ? reason : undefined)
      session = undefined
      isOver = !GOES_ON.has(reason)
      // The disk first: the engine may end before a collector has answered.
      keeper?.hurry()
      const until = clock() + roomMs
      await shipping.flush(roomMs)
      await keeper?.leave(until - clock())
    },
    stamped(e) {
      const { event, attributes, span } = e as Told
      trail?.learn(`${event}`, attributes?.tool_use_id, span, clock())
      return { ...e, attributes: { ...attributes, ...guard, ...trail?.stamp() } }
    },
    state() {
      if (audit === undefined) return undefined
      const state = trail?.state()
      return {
        endpoint: audit.endpoint,
        state: state?.endpoint ?? 'idle',
        sent: state?.sent ?? 0,
        ...(keeper === undefined ? {} : { kept: keeper.state() }),
        queued: (state?.queued ?? 0) + early.length,
        dropped: (state?.dropped ?? 0) + (state?.refused ?? 0) + lost,
        ...(state?.lastFailure === undefined ? {} : { lastFailure: state.lastFailure }),
      }
    },
  }
  return shipping
}
