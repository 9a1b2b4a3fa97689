/** One rule as permission rules, before the policy is asked whether each of them says no more than the rule does. */
import type { CompiledRule, Condition } from '../../../policy/compile/compiled.ts'
import { permissionPatterns } from './path-mirror.ts'
import { commandHeads, literals } from './run-mirror.ts'

/** A permission rule to be, and what it is about: `head` is the start of a command line. */
export type Candidate =
  | { readonly kind: 'command'; readonly text: string; readonly head: string }
  | { readonly kind: 'path'; readonly text: string; readonly tool: 'Read' | 'Edit' }
  | { readonly kind: 'tool'; readonly text: string }

export type Candidates = { readonly found: readonly Candidate[]; readonly missing: readonly string[] }

const none = (reason: string): Candidates => ({ found: [], missing: [reason] })

type Of<K extends Condition['kind']> = Extract<Condition, { readonly kind: K }>

const PLAIN_NAME = /^[\w-]+$/

/** The start of a command line finds it only where it stands first and as spelled. */
const ONLY_HEADS = 'other spellings, word orders and wrappers of the command'

function commands(condition: Of<'run'>): Candidates {
  const { rules, missing } = commandHeads(condition)
  return {
    found: rules.map(head => ({ kind: 'command', text: `Bash(${head}:*)`, head })),
    missing: rules.length === 0 ? missing : [...missing, ONLY_HEADS],
  }
}

function paths(tool: 'Read' | 'Edit', condition: Of<'read' | 'write' | 'delete'>): Candidates {
  if (condition.not.length > 0) return none('exceptions (not:) have no permission rule')
  const spelled = condition.globs.map(glob => ({ glob, patterns: permissionPatterns(glob) }))
  return {
    found: spelled.flatMap(one => one.patterns ?? []).map(pattern => ({ kind: 'path', text: `${tool}(${pattern})`, tool })),
    missing: spelled
      .filter(one => one.patterns === undefined)
      .map(one => `the glob ${one.glob.source} has no spelling that means the same`),
  }
}

function tools(names: readonly string[] | undefined, hasArgs: boolean): Candidates {
  if (hasArgs) return none('conditions on arguments have no permission rule')
  if (names === undefined) return none('a tool given as a pattern')
  const plain = names.filter(name => PLAIN_NAME.test(name))
  return {
    found: plain.map(text => ({ kind: 'tool', text })),
    missing: plain.length === names.length ? [] : ['a tool name that a permission rule would read differently'],
  }
}

function mcpNames(condition: Of<'mcp'>): readonly string[] | undefined {
  const servers = condition.server ? literals(condition.server) : undefined
  if (servers === undefined) return undefined
  if (condition.tool === undefined) return servers.map(server => `mcp__${server}`)
  const named = literals(condition.tool)
  return named ? servers.flatMap(server => named.map(tool => `mcp__${server}__${tool}`)) : undefined
}

function merged(all: readonly Candidates[]): Candidates {
  return { found: all.flatMap(one => one.found), missing: all.flatMap(one => one.missing) }
}

/** `write` globs that the condition also names: the engine's Edit rules cover writing and deleting alike. */
function writtenGlobs(condition: Condition): ReadonlySet<string> {
  if (condition.kind === 'any') return new Set(condition.of.flatMap(one => [...writtenGlobs(one)]))
  const isWrite = condition.kind === 'write' && condition.not.length === 0
  return new Set(isWrite ? condition.globs.map(glob => glob.source) : [])
}

function candidates(condition: Condition, written: ReadonlySet<string>): Candidates {
  switch (condition.kind) {
    case 'any':
      return merged(condition.of.map(one => candidates(one, written)))
    case 'all': {
      const [only, second] = condition.of
      return only && second === undefined ? candidates(only, written) : none('several conditions at once have no permission rule')
    }
    case 'not':
      return none('exceptions (not:) have no permission rule')
    case 'run':
      return commands(condition)
    case 'read':
      return paths('Read', condition)
    case 'write':
      return paths('Edit', condition)
    case 'delete': {
      // Edit(...) also refuses writing: it may only stand where the rule refuses that too, and there the write condition has spelled it.
      const isCovered = condition.not.length === 0 && condition.globs.every(glob => written.has(glob.source))
      return isCovered ? { found: [], missing: [] } : none('no permission rule says delete without saying write')
    }
    case 'tool':
      return tools(literals(condition.name), condition.args.length > 0)
    case 'mcp':
      return tools(mcpNames(condition), condition.args.length > 0)
    case 'mod':
      return none("permission rules do not bind mods' own calls")
    case 'caller':
    case 'agent':
      return none('conditions on who asks have no permission rule')
  }
}

/** What could stand for the rule. `missing`: what of it nothing stands for, each reason once. */
export function ruleCandidates(rule: CompiledRule): Candidates {
  const { found, missing } = candidates(rule.when, writtenGlobs(rule.when))
  const texts = new Set<string>()
  const once = found.filter(one => !texts.has(one.text) && texts.add(one.text))
  return { found: once, missing: [...new Set(missing)] }
}
