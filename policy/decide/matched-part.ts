import type { Condition } from '../compile/compiled.ts'
import type { Facts } from '../facts/facts.ts'
import type { Run } from '../shell/effects.ts'
import { matchCondition } from './match-condition.ts'
import { matchPath, matchSpelling } from './match-path.ts'
import { matchRun } from './match-run.ts'

const MAX_LENGTH = 120

/** The part of the call that makes a condition hold, or leaves it open, for a person to read. It may hold a secret: never for a refusal. */
export const matchedPart = (condition: Condition, facts: Facts): string => cut(partOf(condition, facts) ?? subjectOf(facts))

const partOf = (condition: Condition, facts: Facts): string | undefined => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return firstPart(condition.of, facts)
    case 'run':
      return runPart(condition, facts)
    case 'read':
    case 'write':
    case 'delete':
      return pathPart(condition, facts)
    case 'mcp':
      return facts.mcp && `${facts.mcp.server} ${facts.mcp.tool}`
    case 'tool':
      return facts.tool?.name
    case 'mod':
      return facts.call?.name
    default:
      return undefined
  }
}

/** Of several conditions: what the first certain one matched, else the first open one. */
const firstPart = (conditions: readonly Condition[], facts: Facts): string | undefined => {
  for (const truth of ['yes', 'maybe']) {
    for (const condition of conditions) {
      const part = matchCondition(condition, facts) === truth ? partOf(condition, facts) : undefined
      if (part !== undefined) return part
    }
  }
  return undefined
}

const runPart = (condition: Extract<Condition, { kind: 'run' }>, { command }: Facts): string | undefined => {
  const runs = command?.effects.filter(effect => effect.kind === 'run') ?? []
  const run = runs.find(one => matchRun(condition, one) === 'yes') ?? runs.find(one => matchRun(condition, one) === 'maybe')
  const marker = command?.markers[0]
  return run === undefined ? marker && (marker.source || marker.kind) : runText(run)
}

/** A program and its arguments as they were written. */
export const runText = (run: Run): string => [run.program, ...run.args].map(word => word.source).join(' ')

const pathPart = (condition: Extract<Condition, { kind: 'read' | 'write' | 'delete' }>, { paths, places }: Facts): string | undefined => {
  const own = paths.filter(path => path.action === condition.kind)
  const path =
    own.find(one => matchPath(condition, one, places) === 'yes') ?? own.find(one => matchPath(condition, one, places) === 'maybe')
  return path?.spellings?.find(spelling => matchSpelling(condition, spelling, places) === 'yes') ?? path?.written
}

const subjectOf = ({ tool, call, paths }: Facts): string => tool?.name ?? call?.name ?? paths[0]?.written ?? ''

/** One line, at most `MAX_LENGTH` code units, never half a character. */
const cut = (text: string): string => {
  const line = text
    .slice(0, MAX_LENGTH * 2)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
