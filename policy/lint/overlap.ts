/** Rules that say again what another says. */
import { factsOfCase } from '../check/case-facts.ts'
import type { CompiledPolicy, CompiledRule } from '../compile/compiled.ts'
import { answerTo, UNKNOWN_KINDS } from '../compile/unknown-kinds.ts'
import type { Verdict } from '../compile/verdict.ts'
import { speak } from '../decide/decide.ts'
import { stricter } from '../decide/strictness.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import { covers } from './covers.ts'
import type { Finding } from './finding.ts'
import { found, type RuleSite } from './rule-site.ts'
import { isSame } from './same.ts'

export const overlapFindings = (site: RuleSite, policy: CompiledPolicy, evaluate: Evaluate): readonly Finding[] => {
  const { rule } = site
  const at = policy.rules.indexOf(rule)
  const twin = policy.rules.find((one, index) => index < at && isSame(one.when, rule.when))
  if (twin !== undefined) {
    return [
      found(site, 'duplicate-rule', ['when'], `${rule.id} has the condition of ${twin.id}: keep one rule, or say what sets them apart.`),
    ]
  }
  const shadow = policy.rules.find(
    one =>
      one !== rule &&
      isAsStrict(one, rule) &&
      !isSame(one.when, rule.when) &&
      covers(one.when, rule.when) &&
      answersAll(one, site, evaluate),
  )
  if (shadow === undefined) return []
  const message = `${shadow.id} fires whenever ${rule.id} does and is as strict: it adds a reason to the answer and nothing else.`
  return [found(site, 'shadowed-rule', ['id'], message, 'note')]
}

const isAsStrict = (one: CompiledRule, rule: CompiledRule): boolean => {
  const isInForce = one.mode === 'enforce' || rule.mode === 'observe'
  const isAsStrictUnsure = UNKNOWN_KINDS.every(kind => holds(answerTo(one.unknown, kind), answerTo(rule.unknown, kind)))
  return isInForce && holds(one.decide, rule.decide) && isAsStrictUnsure
}

const holds = (one: Verdict | 'ignore', other: Verdict | 'ignore'): boolean => {
  const [a, b] = [one, other].map(verdict => (verdict === 'ignore' ? 'none' : verdict))
  return stricter(a as Verdict | 'none', b as Verdict | 'none') === a
}

/** Whether the other rule speaks in every firing test of this one too. */
const answersAll = (other: CompiledRule, { tests }: RuleSite, evaluate: Evaluate): boolean =>
  tests.every(
    ({ expect, case: one }) => expect === 'silent' || (one.kind !== 'plugin' && speak(other, factsOfCase(one, evaluate)) !== undefined),
  )
