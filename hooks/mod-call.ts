/** Calls that mods make on `$` themselves. */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { refusalText } from '../policy/decide/refusal-text.ts'
import { describeModCall } from '../policy/facts/describe.ts'
import { callerOf } from './caller.ts'
import type { Doors, Origin } from './doors.ts'
import type { Judge } from './judge.ts'
import { type Notes, STREAMED } from './notes.ts'
import type { Tally } from './tally.ts'

/** Rejects when it cannot judge: the hook's `.catch` then refuses. */
export function createModCallGate(policy: CompiledPolicy, judge: Judge, notes: Notes, tally: Tally) {
  /** A refusal, or undefined to go on. Only user-tier mods are judged: what stands in the other tiers is the organisation's or the engine's. */
  return async (doors: Doors, call: string, e: object, origin: Origin): Promise<{ deny: string } | undefined> => {
    if (origin.tier !== 'user') return undefined
    const decision = await judge(doors, at => describeModCall({ call, args: e, origin: callerOf(origin), ...at }))
    const note = STREAMED.has(call) ? notes.ofStream(call, e) : notes.of(e)
    note.decision = decision
    tally.count(decision, undefined)
    return decision.verdict === 'none' ? undefined : { deny: refusalText(decision, policy.name) }
  }
}
