/** One rule as permission rules, before the policy is asked whether each of them says no more than the rule does. */
import { CASE_HOME, CASE_PROJECT } from '../../../policy/check/case.ts'
import type { CompiledRule, Condition, PathGlob } from '../../../policy/compile/compiled.ts'
import { isLiteral, permissionPatterns } from './path-mirror.ts'
import { commandHeads, type Head, literals } from './run-mirror.ts'

/** A permission rule to be, and what it is about. */
export type Candidate =
  | { readonly kind: 'command'; readonly text: string; readonly head: Head }
  | { readonly kind: 'path'; readonly text: string; readonly tool: 'Read' | 'Edit' }
  | { readonly kind: 'tool'; readonly text: string }

export type Candidates = { readonly found: readonly Candidate[]; readonly missing: readonly string[] }

const none = (reason: string): Candidates => ({ found: [], missing: [reason] })

type Of<K extends Condition['kind']> = Extract<Condition, { readonly kind: K }>

const PLAIN_NAME = /^[\w-]+$/

/** The start of a command line finds it only where it stands first and as spelled. */
const ONLY_HEADS = 'other spellings, word orders and wrappers of the command'

function commands(condition: Of<'run'>): Candidates {
  const { heads, missing } = commandHeads(condition)
  return {
    found: heads.map(head => ({ kind: 'command', text: `Bash(${head.text}${head.isExact ? '' : ':*'})`, head })),
    missing: heads.length === 0 ? missing : [...missing, ONLY_HEADS],
  }
}

/** The engine follows a command to the file for some programs only. */
const ONLY_SOME_COMMANDS = 'commands that reach the file in a way the engine does not follow'

/** Whether an exception of the condition takes the file out again; only a glob that names one file can tell. */
function isExcepted(glob: PathGlob, not: readonly PathGlob[]): boolean {
  const relative = glob.source.replace(/^(~|\$\{project\})?\//, '')
  const absolute = glob.base === 'any' ? glob.source : `${glob.base === 'home' ? CASE_HOME : CASE_PROJECT}/${relative}`
  return not.some(one => (one.base === 'any' ? one.re.test(absolute) : one.base === glob.base && one.re.test(relative)))
}

function paths(tool: 'Read' | 'Edit', condition: Of<'read' | 'write' | 'delete'>): Candidates {
  if (condition.by !== undefined) return none('no permission rule says which program touches the file')
  const hasExceptions = condition.not.length > 0
  const meant = condition.globs.filter(glob => !hasExceptions || (isLiteral(glob) && !isExcepted(glob, condition.not)))
  const spelled = meant.map(glob => ({ glob, patterns: permissionPatterns(glob) }))
  const found = spelled.flatMap(one => one.patterns ?? []).map(pattern => ({ kind: 'path' as const, text: `${tool}(${pattern})`, tool }))
  return {
    found,
    missing: [
      ...(meant.length === condition.globs.length ? [] : ['exceptions (not:) have no permission rule']),
      ...spelled.filter(one => one.patterns === undefined).map(one => `the glob ${one.glob.source} has no spelling that means the same`),
      ...(found.length === 0 ? [] : [ONLY_SOME_COMMANDS]),
    ],
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
  const isWrite = condition.kind === 'write' && condition.not.length === 0 && condition.by === undefined
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
    case 'only':
      return none('permission rules name what is refused, and cannot say "everything but"')
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
    case 'connect':
      return none('conditions on hosts have no permission rule')
    case 'unread':
      return none('no permission rule says what a line does not tell')
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
