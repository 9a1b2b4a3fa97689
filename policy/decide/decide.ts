import type { CompiledRule } from '../compile/compiled.ts'
import type { Verdict } from '../compile/verdict.ts'
import type { Facts } from '../facts/facts.ts'
import type { Decision, Spoken } from './decision.ts'
import { foundText } from './found-text.ts'
import { candidateRules, type IndexedPolicy } from './index-policy.ts'
import { isMaybe, kindsOf, type Truth } from './kleene.ts'
import { matchCondition } from './match-condition.ts'
import { matchedPart } from './matched-part.ts'
import { verdictOf } from './strictness.ts'
import { unknownVerdict } from './unknown-verdict.ts'

export { type IndexedPolicy, indexPolicy } from './index-policy.ts'

/** What the policy says of a dispatch: every rule that speaks, in the policy's order, and the strictest of the enforced ones. */
export const decide = (indexed: IndexedPolicy, facts: Facts): Decision => {
  const spoken = candidateRules(indexed, facts).flatMap(rule => speak(rule, facts) ?? [])
  return { verdict: verdictOf(spoken), spoken }
}

/** The place in a reason where `foundText` goes. */
const FOUND = '{found}'

/** What one rule says; undefined: nothing. Where nobody can be asked, which is everywhere but at a tool call of the model's, its ask is a deny. */
export const speak = (rule: CompiledRule, facts: Facts): Spoken | undefined => {
  const truth = matchCondition(rule.when, facts)
  const said = verdictWhen(truth, rule)
  if (said === undefined) return undefined
  const named = (text: string) => (text.includes(FOUND) ? text.replaceAll(FOUND, () => foundText(rule.when, facts)) : text)
  const isAskAsDeny = said === 'ask' && (facts.subject !== 'tool' || facts.isUnattended === true)
  return {
    rule: rule.id,
    table: rule.table,
    verdict: isAskAsDeny ? 'deny' : said,
    certainty: isMaybe(truth) ? 'cannot-tell' : 'certain',
    ...(isMaybe(truth) && { unknown: kindsOf(truth) }),
    mode: rule.mode,
    ...(isAskAsDeny && { isAskAsDeny }),
    reason: named(rule.reason),
    ...(rule.instead !== undefined && { instead: named(rule.instead) }),
    matched: matchedPart(rule.when, facts),
  }
}

/** What a rule says when its condition comes to this; undefined: nothing. */
export const verdictWhen = (truth: Truth, rule: CompiledRule): Verdict | undefined => {
  if (truth === 'no') return undefined
  return truth === 'yes' ? rule.decide : unknownVerdict(rule.unknown, truth)
}
