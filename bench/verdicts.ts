/** A policy as a function from a command line to a verdict, whole as in the seat: facts, evaluation, decision. No `$`, no disk: runs in Node and in the engine. */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { decide, indexPolicy } from '../policy/decide/decide.ts'
import { describeToolCall } from '../policy/facts/describe.ts'
import { withResolved } from '../policy/facts/draft.ts'
import { ENGINE } from '../policy/facts/facts.ts'

const places = { home: ['/home/person'], project: ['/srv/project'] }

export function verdictsOf(policy: CompiledPolicy): (command: string, tool?: string) => string {
  const indexed = indexPolicy(policy)
  return (command, tool = 'Bash') => {
    const draft = describeToolCall({ tool, input: { command }, origin: ENGINE, cwd: '/srv/project', places })
    return decide(indexed, withResolved(draft, new Map())).verdict
  }
}

/** The same rules again under other ids and other program names: what a large organisation adds. Throws where the policy has no rule. */
export function grown(policy: CompiledPolicy, count: number): CompiledPolicy {
  const rules = Array.from({ length: count }, (_, at) => {
    const rule = policy.rules[at % policy.rules.length]
    if (rule === undefined) throw new Error('the policy has no rules')
    if (at < policy.rules.length) return rule
    return { ...rule, id: `${rule.id}-${at}`, when: { kind: 'run', program: { equals: `tool-${at}` }, checks: [] } } as typeof rule
  })
  return { ...policy, rules }
}
