/** Which plugins may load. */
import type { CompiledPolicy, Tier } from '../policy/compile/compiled.ts'
import { judgePlugin } from '../policy/decide/judge-plugin.ts'
import type { Doors } from './doors.ts'
import type { Notes } from './notes.ts'
import type { Tally } from './tally.ts'

export type RegisterInput = {
  readonly name: string
  readonly tier: string
  readonly provenance: string
  readonly uses: { readonly calls: readonly string[]; readonly events: readonly string[] }
}

export function createPluginGate(policy: CompiledPolicy, notes: Notes, tally: Tally) {
  /** Why this plugin may not load, or undefined. `unlisted` speaks of what people install; the organisation's and the engine's own plugins are held to entries alone. */
  return (_doors: Doors, e: RegisterInput): string | undefined => {
    const tier = e.tier as Tier
    const judged = judgePlugin(policy, { provenance: e.provenance, tier, uses: { calls: e.uses.calls, events: e.uses.events } })
    const isExempt = judged.entry === undefined && tier !== 'user'
    const answer = isExempt ? 'allow' : judged.answer
    const isEnforced = policy.mode === 'enforce' && answer !== 'observe'
    notes.of(e).plugin = {
      provenance: e.provenance,
      tier,
      answer,
      rule: judged.entry === undefined ? 'unlisted' : `entries[${judged.entry + 1}]`,
      isEnforced,
    }
    if (answer !== 'refuse' || !isEnforced) return undefined
    tally.countPluginRefused()
    return `castellan (${policy.name}): ${judged.reason}`
  }
}
