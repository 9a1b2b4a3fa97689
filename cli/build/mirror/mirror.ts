/** The static part of a policy as Claude Code permission rules: the floor that stands when no mod loads. Never wider than the policy, as far as the policy itself can tell. */
import { factsOfCase } from '../../../policy/check/case-facts.ts'
import type { CompiledPolicy, CompiledRule } from '../../../policy/compile/compiled.ts'
import type { RuleTest } from '../../../policy/compile/result.ts'
import { speak } from '../../../policy/decide/decide.ts'
import type { Facts } from '../../../policy/facts/facts.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { covers } from './covers.ts'
import { type Candidate, ruleCandidates } from './rule-mirror.ts'
import type { Head } from './run-mirror.ts'

export type RuleMirror = {
  readonly rule: string
  /** `whole`: every call of Claude's own tools that the rule stops. `partly`: some of them. */
  readonly extent: 'whole' | 'partly' | 'none'
  readonly permissions: readonly string[]
  /** Why it is not whole, each reason once. */
  readonly missing: readonly string[]
}

export type Mirror = { readonly deny: readonly string[]; readonly ask: readonly string[]; readonly rules: readonly RuleMirror[] }

/** A word that no rule means, to stand behind a command head. */
const ANY_WORD = 'castellan-any-word'

const speaksFor = (rule: CompiledRule, command: string): boolean =>
  speak(rule, factsOfCase({ kind: 'tool', tool: 'Bash', input: { command } }, evaluateCommand))?.certainty === 'certain'

/** The command lines by which the rule is asked about a head. */
const linesOf = ({ text, isExact }: Head): string[] => (isExact ? [text] : [text, `${text} ${ANY_WORD}`])

/** Why the candidate may not stand; undefined: it may. */
function objection(rule: CompiledRule, candidate: Candidate, silent: readonly SilentTest[]): string | undefined {
  const isMeant = candidate.kind !== 'command' || linesOf(candidate.head).every(line => speaksFor(rule, line))
  if (!isMeant) return `\`${candidate.text}\` would refuse more than the rule does`
  const hit = silent.find(test => covers(candidate, test.facts))
  return hit ? `\`${candidate.text}\` would refuse what a silent test lets through: ${hit.source}` : undefined
}

type SilentTest = { readonly source: string; readonly facts: Facts }

function silentTests(rule: CompiledRule, tests: readonly RuleTest[]): SilentTest[] {
  return tests.flatMap(test => {
    const isCounted = test.rule === rule.id && test.expect === 'silent'
    return isCounted && test.case.kind !== 'plugin' ? [{ source: test.source, facts: factsOfCase(test.case, evaluateCommand) }] : []
  })
}

function mirrorRule(rule: CompiledRule, tests: readonly RuleTest[]): RuleMirror {
  const { found, missing } = ruleCandidates(rule)
  const silent = silentTests(rule, tests)
  const judged = found.map(candidate => ({ text: candidate.text, objection: objection(rule, candidate, silent) }))
  const permissions = judged.filter(one => one.objection === undefined).map(one => one.text)
  const reasons = [...new Set([...missing, ...judged.flatMap(one => one.objection ?? [])])]
  const extent = permissions.length === 0 ? 'none' : reasons.length === 0 ? 'whole' : 'partly'
  return { rule: rule.id, extent, permissions, missing: reasons }
}

/** Mirrors the enforced rules. What a rule observes only has no mirror: a permission rule cannot watch. */
export function mirrorPolicy(policy: CompiledPolicy, tests: readonly RuleTest[]): Mirror {
  const rules = policy.rules.map(rule => {
    const isObserved = policy.mode === 'observe' || rule.mode === 'observe'
    if (isObserved) return { rule: rule.id, extent: 'none' as const, permissions: [], missing: ['observed, not enforced'] }
    return mirrorRule(rule, tests)
  })
  const verdicts = new Map(policy.rules.map(rule => [rule.id, rule.decide]))
  const all = (verdict: 'deny' | 'ask'): string[] => [
    ...new Set(rules.filter(rule => verdicts.get(rule.rule) === verdict).flatMap(rule => rule.permissions)),
  ]
  const deny = all('deny')
  return { deny, ask: all('ask').filter(text => !deny.includes(text)), rules }
}
