/** Which commands the canary tries: one that an enforced rule of this policy stops for certain, one that none of its rules speaks about. */
import type { Case } from '../../policy/check/case.ts'
import { runCase } from '../../policy/check/run-case.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import type { RuleTest } from '../../policy/compile/result.ts'
import { indexPolicy } from '../../policy/decide/decide.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import type { CanaryProbe } from './canary.ts'

const HARMLESS = ['true', 'echo castellan', 'pwd']

/** The command of a plain Bash case: nothing about it that the kit would not show in the same way. */
function plainCommand(about: Case): string | undefined {
  const isPlain = about.kind === 'tool' && about.tool === 'Bash' && !about.from && about.agent !== 'sub' && !about.cwd && !about.links
  const input = isPlain ? (about.input as { command?: unknown } | null) : null
  return typeof input?.command === 'string' ? input.command : undefined
}

/** Prefers a deny over an ask, and a certain rule over one that cannot tell. Where the policy has neither, that part is left out. */
export function canaryProbe(policy: CompiledPolicy, tests: readonly RuleTest[]): CanaryProbe {
  const indexed = indexPolicy(policy)
  const decided = (command: string) => runCase(indexed, { kind: 'tool', tool: 'Bash', input: { command } }, evaluateCommand)
  const commands = tests.filter(test => test.expect === 'fires').flatMap(test => plainCommand(test.case) ?? [])
  const ranked = commands.flatMap(command => {
    const { verdict, decision } = decided(command)
    if (verdict === 'none') return []
    const isCertain = decision?.spoken.some(one => one.mode === 'enforce' && one.certainty === 'certain' && one.verdict === verdict)
    return [{ command, verdict, rank: (verdict === 'deny' ? 0 : 2) + (isCertain ? 0 : 1) }]
  })
  const best = ranked.toSorted((a, b) => a.rank - b.rank)[0]
  const passed = HARMLESS.find(command => decided(command).verdict === 'none')
  return { ...(best ? { stopped: { command: best.command, verdict: best.verdict } } : {}), ...(passed === undefined ? {} : { passed }) }
}
