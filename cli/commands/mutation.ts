/** What `castellan test` says of changes to rules that no test notices. */
import { mutateRules, type Survivor } from '../../policy/check/mutation.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import type { RuleTest } from '../../policy/compile/result.ts'
import type { Evaluate } from '../../policy/facts/command-facts.ts'
import { place } from '../messages.ts'
import type { Part } from './tally.ts'

const MISSING: Readonly<Record<Survivor['change'], string>> = {
  off: 'Its tests prove nothing: add a firing test',
  wider: 'Add a silent test that only this keeps silent',
  narrower: 'Add a firing test that only this makes fire',
}

function sentence({ rule, dropped, change }: Survivor): string {
  return `${rule}: no test notices when ${dropped} is gone. ${MISSING[change]}.`
}

export function mutationReport(
  policy: CompiledPolicy,
  tests: readonly RuleTest[],
  evaluate: Evaluate,
  { everyName }: { readonly everyName?: boolean },
): Part {
  const { tried, survivors, skipped } = mutateRules(policy, tests, evaluate, { isEveryName: everyName })
  const rules = new Set(survivors.map(one => one.rule)).size
  const survived =
    survivors.length === 0 ? 'a test notices each' : `no test notices ${survivors.length}, in ${rules} of ${policy.rules.length} rules`
  const left = skipped.length === 0 ? '' : `; not tried on ${skipped.length} whose own tests fail`
  return {
    key: 'mutation',
    data: {
      tried,
      noticed: tried - survivors.length,
      skipped,
      survivors: survivors.map(({ at, ...one }) => ({ ...at, ...one, message: sentence({ at, ...one }) })),
    },
    findings: survivors.map(one => place({ ...one.at, message: sentence(one) }, 'warning')),
    summary: [`${tried} changes to the rules tried: ${survived}${left}\n`],
    isUnproven: survivors.length > 0,
  }
}
