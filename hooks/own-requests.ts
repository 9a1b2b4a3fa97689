/**
 * Castellan's own requests, and the dispatches they are begun in. The engine ends no turn of a `-p` session while a mod's request is under way, for the 30 s
 * that it gives one. castellan can end its own before that, since it hooks `http.fetch`; but it hears only those that are begun in a dispatch that is not over
 * by then, and none that a timer begins (all seen on 2.1.332).
 */
import { POST_TIMEOUT_MS } from '../audit/scheduler.ts'
import type { Doors, Reply } from './doors.ts'
import { race, sleep } from './realm.ts'

/** What is owed is asked about so often, and in a dispatch that lasts once in so long. */
export const TICK_MS = 500
/** After so long without a dispatch, and outside a turn, nobody is there to wait for a request that a timer begins. */
const QUIET_MS = 5000
/** How long a dispatch waits for castellan to hear of what was begun in it. */
const HEAR_MS = 1000

export type OwnRequests = {
  /** A dispatch begins: what is owed is sent in it, as long as it `mayLast` and more is. */
  readonly began: (doors: Doors, mayLast: boolean) => void
  /** It is over, as soon as castellan has heard what was begun in it; undefined: at once. A second later at most. Never rejects. */
  readonly over: (doors: Doors) => Promise<unknown> | undefined
  /** Of the dispatch that is ending: this was begun in it, and must not reject. `isPressing`: it is over no sooner than what it sends is on its way. */
  readonly begun: (sending: Promise<unknown>, isPressing: boolean) => void
  /** Something is to be sent with the next dispatch. */
  readonly owe: () => void
  /** Nothing goes on, and a timer may begin a request. */
  readonly isQuiet: () => boolean
  /** Whether a request may follow another that was answered just now. */
  readonly mayFollow: () => boolean
  readonly post: (body: string) => Promise<Reply>
  /**
   * What such a request comes to, or that it came to nothing: the deadline after the turn it was begun in, or after it was begun where there is none.
   */
  readonly bounded: <T>(below: Promise<T>) => Promise<T | { readonly deny: string }>
  readonly turnBegan: () => void
  /** Or: in so many milliseconds it is as good as over. */
  readonly turnEnded: (inMs?: number) => void
}

/** `send` begins to send what there is, through these doors, and must not reject. */
export function createOwnRequests(options: {
  readonly send: (doors: Doors) => Promise<unknown> | undefined
  readonly doors: () => Doors | undefined
  readonly deadlineMs: number
  readonly clock: () => number
}): OwnRequests {
  const { send, doors: ways, deadlineMs, clock } = options
  /** What was begun to be sent in a dispatch that is not over. */
  const sending = new Map<Doors, Promise<unknown>>()
  let hurried: { readonly sending: Promise<unknown>; readonly isPressing: boolean } | undefined
  /** Sending that is under way, and the dispatch it was begun in, where that is not ending: another that asks for it meanwhile joins it. */
  let underWay: Promise<unknown> | undefined
  let sender: Doors | undefined
  const lasting = new Set<Doors>()
  let isOwed = true
  let beganAt = 0
  let isInTurn = false
  let turn: Promise<unknown> = Promise.resolve()
  let endTurn = (): void => {}
  /** Requests so far, and the one of them that is under way. */
  let requests = 0
  let asked: { isHeard: boolean } | undefined
  /** Who waits for castellan to hear of a request of at least this number. */
  let hearers: { readonly from: number; readonly done: () => void }[] = []
  const release = (): void => {
    for (const { from, done } of hearers) if (from <= requests) done()
    hearers = hearers.filter(({ from }) => from > requests)
  }

  const isQuiet = (): boolean => !isInTurn && clock() - beganAt > QUIET_MS

  const note = (begun: Promise<unknown>, doors?: Doors): void => {
    if (underWay !== undefined) return
    underWay = begun
    sender = doors
    void begun.finally(() => {
      underWay = undefined
    })
  }
  const sendOwed = (doors: Doors): void => {
    const begun = isOwed && underWay === undefined ? send(doors) : undefined
    if (begun === undefined) return
    isOwed = false
    note(begun, doors)
    sending.set(doors, begun)
  }
  const attend = async (doors: Doors): Promise<void> => {
    while (lasting.has(doors)) {
      await sleep(TICK_MS)
      if (lasting.has(doors)) sendOwed(doors)
    }
  }

  return {
    began(doors, mayLast) {
      beganAt = clock()
      sendOwed(doors)
      if (!mayLast) return
      lasting.add(doors)
      void attend(doors)
    },
    over(doors) {
      lasting.delete(doors)
      const begun = hurried?.sending ?? sending.get(doors)
      const isPressing = hurried?.isPressing === true
      hurried = undefined
      sending.delete(doors)
      if (begun === undefined || (asked?.isHeard && !isPressing)) return undefined
      // What is under way was begun before what presses was there.
      const from = asked === undefined || isPressing ? requests + 1 : requests
      return race([begun, sleep(HEAR_MS), new Promise<void>(done => hearers.push({ from, done }))])
    },
    begun(promise, isPressing) {
      // What is under way may end before it comes to this.
      isOwed ||= underWay !== undefined
      note(promise)
      hurried = { sending: promise, isPressing }
    },
    owe() {
      isOwed = true
    },
    isQuiet,
    mayFollow: () => isQuiet() || (sender !== undefined && sending.has(sender)),
    async post(body) {
      const post = ways()?.post
      if (post === undefined) throw new Error('no way out')
      const one = { isHeard: false }
      asked = one
      requests++
      try {
        return await post(body)
      } finally {
        if (asked === one) {
          asked = undefined
          release()
        }
      }
    },
    async bounded(below) {
      if (asked !== undefined) asked.isHeard = true
      release()
      const isLate = race([turn, sleep(POST_TIMEOUT_MS)]).then(() => sleep(deadlineMs))
      return race([below, isLate.then(() => ({ deny: 'castellan: no answer' }))])
    },
    turnBegan() {
      isInTurn = true
      turn = new Promise<void>(done => {
        endTurn = done
      })
    },
    turnEnded(inMs) {
      isInTurn = false
      if (inMs === undefined) endTurn()
      else turn = sleep(inMs)
    },
  }
}
