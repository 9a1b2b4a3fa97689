/**
 * What one decision costs, as ratios inside one run: castellan's whole way from a Bash call to a verdict against parsing the same line alone,
 * and 500 rules against 50. Prints a table; judges nothing. `--smoke`: a few rounds, to see that it runs.
 */
import { parse } from 'unbash'
import { loadPolicy } from '../cli/load-policy.ts'
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { decide, indexPolicy } from '../policy/decide/decide.ts'
import { describeToolCall } from '../policy/facts/describe.ts'
import { withResolved } from '../policy/facts/draft.ts'
import { ENGINE } from '../policy/facts/facts.ts'

const isSmoke = process.argv.includes('--smoke')
const ROUNDS = isSmoke ? 3 : 15
const CALLS = isSmoke ? 50 : 2000

const TYPICAL = 'git add -A && git commit -m "fix: handle empty input" && npm test 2>&1 | tail -20'
const HEAVY =
  'for f in $(git ls-files "*.ts"); do sudo env X=1 bash -c "sed -i s/a/b/ $f && cat <<EOF >> log\n$(date) $f\nEOF\n"; done; find . -name "*.tmp" -exec rm {} \\;'

const places = { home: ['/home/person'], project: ['/srv/project'] }
const verdictOf = (policy: CompiledPolicy) => {
  const indexed = indexPolicy(policy)
  return (command: string) => {
    const draft = describeToolCall({ tool: 'Bash', input: { command }, origin: ENGINE, cwd: '/srv/project', places })
    return decide(indexed, withResolved(draft, new Map())).verdict
  }
}

/** The same rules again under other ids and other program names: what a large organisation adds. */
function grown(policy: CompiledPolicy, count: number): CompiledPolicy {
  const rules = Array.from({ length: count }, (_, at) => {
    const rule = policy.rules[at % policy.rules.length]
    if (rule === undefined) throw new Error('the policy has no rules')
    if (at < policy.rules.length) return rule
    return { ...rule, id: `${rule.id}-${at}`, when: { kind: 'run', program: { equals: `tool-${at}` }, checks: [] } } as typeof rule
  })
  return { ...policy, rules }
}

function medianMicros(run: () => void): number {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.hrtime.bigint()
    for (let call = 0; call < CALLS; call++) run()
    times.push(Number(process.hrtime.bigint() - start) / 1000 / CALLS)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

const loaded = loadPolicy('policies/reference', process.cwd())
if (!loaded.ok) throw new Error('the reference policy does not compile')
const { policy } = loaded

for (const [name, command] of [
  ['typical', TYPICAL],
  ['heavy', HEAVY],
] as const) {
  const parsing = medianMicros(() => void parse(command).commands.length)
  const at50 = verdictOf(grown(policy, 50))
  const at500 = verdictOf(grown(policy, 500))
  const shipped = verdictOf(policy)
  const [whole, few, many] = [shipped, at50, at500].map(verdict => medianMicros(() => void verdict(command)))
  console.log(
    `${name.padEnd(8)} parse alone 1; whole decision ${((whole ?? 0) / parsing).toFixed(1)}; 500 rules over 50 rules ${((many ?? 0) / (few ?? 1)).toFixed(2)}; this machine: ${(whole ?? 0).toFixed(0)} us a decision`,
  )
}
