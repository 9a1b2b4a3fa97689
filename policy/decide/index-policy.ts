import type { CompiledPolicy, CompiledRule, Condition, Matcher } from '../compile/compiled.ts'
import type { Facts } from '../facts/facts.ts'

/** A policy made ready for deciding, once per load. */
export type IndexedPolicy = {
  readonly policy: CompiledPolicy
  /** For each key of a dispatch (`keysOfFacts`), the places in `policy.rules` of the rules that need it. */
  readonly byKey: ReadonlyMap<string, readonly number[]>
  /** The places of the rules that may speak on any dispatch. */
  readonly always: readonly number[]
}

/** A line with a part that cannot be told: any program may run, any path be touched. */
const UNTOLD = 'untold'

/** For a policy of many rules: a dispatch then costs as much as the rules that could speak of it. */
export const indexPolicy = (policy: CompiledPolicy): IndexedPolicy => {
  const byKey = new Map<string, number[]>()
  const always: number[] = []
  for (const [at, rule] of policy.rules.entries()) {
    const keys = keysOfCondition(rule.when)
    if (keys === undefined) always.push(at)
    for (const key of new Set(keys)) byKey.set(key, [...(byKey.get(key) ?? []), at])
  }
  return { policy, byKey, always }
}

/** The rules that could speak on these facts, in the policy's order: for every other rule the condition is a certain 'no'. */
export const candidateRules = ({ policy, byKey, always }: IndexedPolicy, facts: Facts): readonly CompiledRule[] => {
  const places = new Set(always)
  for (const key of keysOfFacts(facts)) for (const place of byKey.get(key) ?? []) places.add(place)
  return [...places].sort((a, b) => a - b).map(place => policy.rules[place] as CompiledRule)
}

/** Keys of which a dispatch must have one for the condition not to be a certain 'no'; undefined: it needs none. */
const keysOfCondition = (condition: Condition): readonly string[] | undefined => {
  switch (condition.kind) {
    case 'all':
      return condition.of.map(keysOfCondition).reduce(rarer, undefined)
    case 'any':
      return condition.of.map(keysOfCondition).reduce(together, [])
    case 'run':
      return (named('program', condition.program) ?? codeKey(condition))?.concat(UNTOLD) ?? ['run']
    case 'only':
      return ['command']
    case 'read':
    case 'write':
    case 'delete':
      return [`path:${condition.kind}`, UNTOLD]
    case 'connect':
      return ['connect', UNTOLD]
    case 'unread':
      return [UNTOLD]
    case 'mcp':
      return named('server', condition.server) ?? ['mcp']
    case 'tool':
      return named('tool', condition.name) ?? ['tool']
    case 'mod':
      return condition.calls.some(call => call.includes('*')) ? ['call'] : condition.calls.map(call => `call:${call}`)
    default:
      return undefined
  }
}

/** Few programs are handed code. */
const codeKey = ({ checks }: Extract<Condition, { kind: 'run' }>) => (checks.some(({ check }) => check === 'code') ? ['code'] : undefined)

const GENERAL: ReadonlySet<string> = new Set('run command connect mcp tool call path:read path:write path:delete'.split(' '))

/** Of two conditions that must both hold, the keys fewer dispatches have. */
const rarer = (one: readonly string[] | undefined, other: readonly string[] | undefined) => {
  if (one === undefined || other === undefined) return one ?? other
  return one.some(key => GENERAL.has(key)) ? other : one
}

const together = (one: readonly string[] | undefined, other: readonly string[] | undefined) =>
  one === undefined || other === undefined ? undefined : [...one, ...other]

/** The keys of a matcher that fits fixed texts alone. */
const named = (kind: string, matcher: Matcher | undefined): string[] | undefined => {
  if (matcher === undefined) return undefined
  if ('equals' in matcher) return [`${kind}:${matcher.equals}`]
  return 'oneOf' in matcher ? matcher.oneOf.map(one => `${kind}:${one}`) : undefined
}

const keysOfFacts = ({ command, paths, hosts = [], mcp, tool, call }: Facts): ReadonlySet<string> => {
  const keys = new Set<string>(paths.map(path => `path:${path.action}`))
  if (hosts.length > 0) keys.add('connect')
  if (mcp !== undefined) keys.add('mcp').add(`server:${mcp.server}`)
  if (tool !== undefined) keys.add('tool').add(`tool:${tool.name}`)
  if (call !== undefined) keys.add('call').add(`call:${call.name}`)
  if (command === undefined) return keys
  keys.add('command')
  if (command.markers.length > 0) keys.add('run').add(UNTOLD)
  for (const effect of command.effects) {
    if (effect.kind !== 'run') continue
    keys.add('run').add(effect.name === undefined ? UNTOLD : `program:${effect.name}`)
    if (effect.code !== undefined) keys.add('code')
  }
  return keys
}
