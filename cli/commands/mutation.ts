/** What `castellan test` says of changes to rules that no test notices. */
import { mutateRules, type Survivor } from '../../policy/check/mutation.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import type { RuleTest } from '../../policy/compile/result.ts'
import type { Evaluate } from '../../policy/facts/command-facts.ts'
import { place, plural } from '../messages.ts'
import type { Part } from './tally.ts'

const MISSING: Readonly<Record<Survivor['change'], string>> = {
  off: 'Its tests prove nothing: add a firing test',
  wider: 'Add a silent test that only this keeps silent',
  narrower: 'Add a firing test that only this makes fire',
}

function sentence({ rule, dropped, change }: Survivor): string {
  return `${rule}: no test notices when ${dropped} is gone. ${MISSING[change]}.`
}

export type MutationOptions = { readonly everyName?: boolean; readonly shipped?: boolean }

/** `own`: the files of the policy's own tables. What ships is counted, and told about only when asked: its author is somebody else. */
export function mutationReport(
  policy: CompiledPolicy,
  tests: readonly RuleTest[],
  own: ReadonlySet<string>,
  evaluate: Evaluate,
  { everyName, shipped }: MutationOptions,
): Part {
  const { tried, survivors, skipped } = mutateRules(policy, tests, evaluate, { isEveryName: everyName })
  const told = survivors.filter(one => shipped === true || own.has(one.at.file))
  return {
    key: 'mutation',
    data: {
      tried,
      noticed: tried - survivors.length,
      skipped,
      survivors: survivors.map(one => dataOf(one, own)),
    },
    findings: told.map(one => place({ ...one.at, message: sentence(one) }, 'warning')),
    summary: [`${plural(tried, 'change')} to the rules tried: ${countText(policy, survivors, told)}${skippedText(skipped)}\n`],
    isUnproven: told.length > 0,
  }
}

const dataOf = ({ at, ...one }: Survivor, own: ReadonlySet<string>): object => ({
  ...at,
  ...one,
  isShipped: !own.has(at.file),
  message: sentence({ at, ...one }),
})

function countText(policy: CompiledPolicy, survivors: readonly Survivor[], told: readonly Survivor[]): string {
  if (survivors.length === 0) return 'a test notices each'
  const rules = new Set(survivors.map(one => one.rule)).size
  const left = survivors.length - told.length
  const untold = left === 0 ? '' : ` (${left} of them in tables that ship: --shipped lists them)`
  return `no test notices ${survivors.length} of them, in ${rules} of ${plural(policy.rules.length, 'rule')}${untold}`
}

const skippedText = (skipped: readonly string[]): string =>
  skipped.length === 0 ? '' : `; not tried on ${skipped.length} whose own tests fail`
