/** Why a condition cannot hold of anything: only what is certain from the condition alone. */
import { conditionText } from '../check/condition-text.ts'
import type { Condition, Matcher, PathGlob, RunCheck } from '../compile/compiled.ts'
import { TOOL_READINGS } from '../facts/tools.ts'
import { isSame } from './same.ts'

/** The end of a sentence about the condition; undefined: it may hold. */
export const contradiction = (condition: Condition): string | undefined => {
  switch (condition.kind) {
    case 'all':
      return joined(conjuncts(condition))
    case 'any': {
      const dead = condition.of.map(contradiction)
      return dead.length > 0 && dead.every(one => one !== undefined) ? dead[0] : undefined
    }
    case 'run':
      return ofChecks(condition.checks)
    // Not `delete`: deleting a folder counts as deleting what the glob names inside it, and the folder itself is no exception.
    case 'read':
    case 'write': {
      const isDead = condition.globs.every(glob => isCovered(glob, condition.not))
      return isDead ? `every path of ${condition.globs.map(one => one.source).join(', ')} is an exception of its own not` : undefined
    }
    default:
      return undefined
  }
}

/** The branches of `any`, at any depth, that cannot hold while the rest of the condition may. */
export const deadBranches = (condition: Condition): readonly { readonly branch: string; readonly why: string }[] => {
  if (condition.kind === 'all') return condition.of.flatMap(deadBranches)
  if (condition.kind === 'any') {
    return condition.of.flatMap(one => {
      const why = contradiction(one)
      return why === undefined ? deadBranches(one) : [{ branch: conditionText(one), why }]
    })
  }
  if (condition.kind !== 'run') return []
  return condition.checks.flatMap(check => {
    if (check.check !== 'any') return []
    const around = condition.checks.filter(one => one !== check)
    return check.of.flatMap(branch => {
      const why = ofChecks([...branch, ...around])
      return why === undefined ? [] : [{ branch: branch.map(one => one.check).join(', '), why }]
    })
  })
}

/** Whether an exception has every path of the glob. */
export const isCovered = (glob: PathGlob, exceptions: readonly PathGlob[]): boolean =>
  exceptions.some(({ source }) => {
    const isWhole = source === glob.source || source === '**' || source === '**/*' || source === '/**'
    return isWhole || (source.endsWith('/**') && !/[*?[{\\]/.test(source.slice(0, -3)) && `${glob.source}/`.startsWith(source.slice(0, -2)))
  })

const conjuncts = (condition: Condition): readonly Condition[] => (condition.kind === 'all' ? condition.of.flatMap(conjuncts) : [condition])

const joined = (parts: readonly Condition[]): string | undefined => {
  for (const one of parts) {
    const why = contradiction(one)
    if (why !== undefined) return why
    const isDenied = one.kind === 'not' && parts.some(other => isSame(other, one.of))
    if (isDenied) return `it wants ${conditionText(one.of)} and its opposite`
  }
  for (const [at, one] of parts.entries())
    for (const other of parts.slice(at + 1)) {
      const why = exclusive(one, other) ?? exclusive(other, one)
      if (why !== undefined) return why
    }
  return undefined
}

/** Two conditions that never hold of the same call. */
const exclusive = (one: Condition, other: Condition): string | undefined => {
  if (one.kind === 'mod' && other.kind === 'tool') return "a call is a tool's or a mod's own, never both"
  if (one.kind === 'mod' && other.kind === 'caller') {
    if (isOnly(other.tier, ['core'])) return "a mod's own call never comes from tier core: that is the engine"
    if (isOnly(other.plugin, ['engine'])) return "a mod's own call never comes from the engine"
  }
  if (one.kind === 'agent' && other.kind === 'agent' && one.is !== other.is)
    return 'a call is of the main agent or of a sub-agent, never both'
  if (one.kind === 'tool' && other.kind === 'tool') {
    const [names, others] = [namesOf(one.name), namesOf(other.name)]
    const isApart = names !== undefined && others !== undefined && !names.some(name => others.includes(name))
    if (isApart) return 'a call has one tool name'
  }
  if (one.kind === 'run' && other.kind === 'tool') {
    const isFileTool = namesOf(other.name)?.every(name => TOOL_READINGS.get(String(name))?.kind === 'file')
    if (isFileTool) return `${conditionText(other)} runs no program`
  }
  return undefined
}

const namesOf = (matcher: Matcher | undefined): readonly (string | number | boolean)[] | undefined => {
  if (matcher === undefined) return undefined
  if ('equals' in matcher) return [matcher.equals]
  return 'oneOf' in matcher ? matcher.oneOf : undefined
}

const isOnly = (matcher: Matcher | undefined, names: readonly string[]): boolean =>
  namesOf(matcher)?.every(name => names.includes(String(name))) ?? false

/** Flags that must be there and must not. */
const ofChecks = (checks: readonly RunCheck[]): string | undefined => {
  const absent = new Set(checks.flatMap(one => (one.check === 'not-flags' ? one.flags : [])))
  const isBarred = (flags: readonly string[]): boolean => flags.every(flag => absent.has(flag))
  for (const check of checks) {
    const groups = check.check === 'any-flag' ? [check.flags] : check.check === 'all-flags' ? check.groups : []
    const barred = groups.find(isBarred)
    if (barred !== undefined) return `it wants ${barred.join(' or ')} and not-flags forbids it`
    if (check.check !== 'any') continue
    const around = checks.filter(one => one !== check)
    const dead = check.of.map(branch => ofChecks([...branch, ...around]))
    if (dead.length > 0 && dead.every(one => one !== undefined)) return dead[0]
  }
  return undefined
}
