/** Files a person names with `@`: they reach the model without any tool call. */
import type { CompiledPolicy, Tier } from '../policy/compile/compiled.ts'
import { refusalText } from '../policy/decide/refusal-text.ts'
import { describeMention } from '../policy/facts/describe.ts'
import type { Doors, Origin } from './doors.ts'
import type { Judge } from './judge.ts'
import type { Notes } from './notes.ts'
import type { Tally } from './tally.ts'

export type MentionInput = { readonly mention: string; readonly path: string; readonly agentId?: string }

export function createMentionGate(policy: CompiledPolicy, judge: Judge, notes: Notes, tally: Tally) {
  /** A refusal, or undefined to go on. An ask counts as a deny: a mention has no dialog. */
  return async (doors: Doors, e: MentionInput, origin: Origin): Promise<{ deny: string } | undefined> => {
    const caller = { plugin: origin.plugin, tier: origin.tier as Tier }
    const decision = await judge(doors, at => describeMention({ path: e.path, agentId: e.agentId, origin: caller, ...at }))
    notes.of(e).decision = decision
    tally.count(decision, undefined)
    return decision.verdict === 'none' ? undefined : { deny: refusalText(decision, policy.name) }
  }
}
