import { evaluateOnce } from '../check/evaluate-once.ts'
import { conditionsOf } from '../compile/conditions.ts'
import { sortedErrors } from '../compile/problem.ts'
import type { CompileResult, PolicySource } from '../compile/result.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import { allowlistFindings } from './allowlist.ts'
import { contradiction, deadBranches } from './contradiction.ts'
import { CODES, type Code, type Finding } from './finding.ts'
import { headFindings } from './head.ts'
import { overlapFindings } from './overlap.ts'
import { found, type RuleSite, sitesOf } from './rule-site.ts'
import { testFindings } from './tests.ts'
import { tokenFindings } from './tokens.ts'
import { valueFindings } from './values.ts'

/**
 * Everything doubtful in a policy that compiles, by file and line. Rules are judged against the whole policy, shipped tables included, and told about
 * where they are its author's own; `isShipped` tells about the shipped ones that are included as well. Nothing here changes what the policy does.
 */
export const lintPolicy = (
  source: PolicySource,
  { policy, tests, warnings }: Extract<CompileResult, { ok: true }>,
  evaluate: Evaluate,
  { isShipped = false } = {},
): readonly Finding[] => {
  const once = evaluateOnce(evaluate)
  const files = isShipped ? [...source.tables, ...source.shipped.values()] : source.tables
  const rules = sitesOf(files, policy, tests).flatMap(site => [
    ...dead(site),
    ...valueFindings(site),
    ...overlapFindings(site, policy, once),
    ...testFindings(site, policy, once),
    ...allowlistFindings(site, once),
    ...unaskable(site),
  ])
  const told = warnings.map(one => ({ ...one, code: codeOf(one.code), level: 'warning' as const }))
  return sortedErrors([
    ...told,
    ...headFindings(source.head, policy),
    ...tokenFindings([source.head, ...source.tables]),
    ...rules,
  ]) as Finding[]
}

const codeOf = (code: string | undefined): Code => (code !== undefined && Object.hasOwn(CODES, code) ? (code as Code) : 'no-rule')

const dead = (site: RuleSite): readonly Finding[] => {
  const { rule } = site
  const why = contradiction(rule.when)
  if (why !== undefined) return [found(site, 'dead-rule', ['when'], `${rule.id} can never fire: ${why}.`)]
  return deadBranches(rule.when).map(one =>
    found(site, 'dead-branch', ['when'], `${rule.id}: the branch ${one.branch} can never hold: ${one.why}.`),
  )
}

/** A mod's own call opens no dialog. */
const unaskable = (site: RuleSite): readonly Finding[] => {
  const { rule } = site
  const isOfMods = [...conditionsOf(rule.when)].some(one => one.kind === 'mod')
  const message = `${rule.id} asks about a mod's own call, where nobody can be asked: it counts as deny there.`
  return isOfMods && rule.decide === 'ask' ? [found(site, 'ask-is-deny', ['decide'], message, 'note')] : []
}
