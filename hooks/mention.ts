/** Files a person names with `@`: they reach the model without any tool call. */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { describeMention } from '../policy/facts/describe.ts'
import { callerOf } from './caller.ts'
import type { Doors, Origin } from './doors.ts'
import type { Judge } from './judge.ts'
import type { Notes } from './notes.ts'
import { createRefusal } from './refusal.ts'
import type { Tally } from './tally.ts'

export type MentionInput = { readonly mention: string; readonly path: string; readonly agentId?: string }

/** Rejects when it cannot judge: the hook's `.catch` then refuses. */
export function createMentionGate(policy: CompiledPolicy, judge: Judge, notes: Notes, tally: Tally) {
  const refusal = createRefusal(policy, notes, tally)
  /** A refusal, or undefined to go on. An ask counts as a deny: a mention has no dialog. */
  return async (doors: Doors, e: MentionInput, origin: Origin): Promise<{ deny: string } | undefined> => {
    const decision = await judge(doors, at => describeMention({ path: e.path, agentId: e.agentId, origin: callerOf(origin), ...at }))
    return refusal(e, decision)
  }
}
