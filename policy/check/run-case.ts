import { decide, type IndexedPolicy } from '../decide/decide.ts'
import type { Decision } from '../decide/decision.ts'
import { judgePlugin, type PluginJudgement } from '../decide/judge-plugin.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import type { Case, Expect } from './case.ts'
import { factsOfCase } from './case-facts.ts'

/** What the policy says of a case: a decision on a call, or a judgement on a plugin. `verdict` is what would be enforced. */
export type CaseResult = { readonly verdict: Expect; readonly decision?: Decision; readonly plugin?: PluginJudgement }

/** Decides one case as a session would, but for links and scripts on disk: it knows those that the case names. Never throws. */
export const runCase = (indexed: IndexedPolicy, one: Case, evaluate: Evaluate): CaseResult => {
  if (one.kind === 'plugin') {
    const plugin = judgePlugin(indexed.policy, one.plugin)
    const isRefused = plugin.answer === 'refuse' && indexed.policy.mode === 'enforce'
    return { verdict: isRefused ? 'deny' : 'none', plugin }
  }
  const decision = decide(indexed, factsOfCase(one, evaluate))
  return { verdict: decision.verdict, decision }
}
