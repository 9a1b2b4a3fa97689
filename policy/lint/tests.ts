/** What is wrong with the tests of a rule. */
import { factsOfCase } from '../check/case-facts.ts'
import type { CompiledPolicy } from '../compile/compiled.ts'
import { candidateRules, type IndexedPolicy, indexPolicy } from '../decide/index-policy.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import type { Finding } from './finding.ts'
import { found, type RuleSite } from './rule-site.ts'
import { textOfPart } from './same.ts'

export const testFindings = (site: RuleSite, policy: CompiledPolicy, evaluate: Evaluate): readonly Finding[] => [
  ...blind(site, policy, evaluate),
  ...repeated(site),
]

/** No silent test has the program, path, tool or call that the rule is about: none of them shows where the rule ends. */
const blind = (site: RuleSite, policy: CompiledPolicy, evaluate: Evaluate): readonly Finding[] => {
  const alone: IndexedPolicy = indexPolicy({ ...policy, rules: [site.rule] })
  const isNear = site.tests.some(
    ({ expect, case: one }) => expect === 'silent' && one.kind !== 'plugin' && candidateRules(alone, factsOfCase(one, evaluate)).length > 0,
  )
  const message = `${site.rule.id}: no silent test has the program, path or tool the rule is about: add a near miss, the same thing done harmlessly.`
  return isNear ? [] : [found(site, 'blind-rule', ['tests', 'silent'], message)]
}

const repeated = (site: RuleSite): readonly Finding[] => {
  const seen = new Set<string>()
  return site.tests.flatMap(({ case: one, file, line, column }) => {
    const key = textOfPart(one)
    const isRepeated = seen.has(key)
    seen.add(key)
    const finding = found(site, 'repeated-test', ['tests'], `${site.rule.id} has this test twice: keep one.`)
    return isRepeated ? [{ ...finding, file, line, column }] : []
  })
}
