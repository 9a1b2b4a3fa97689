/** What two readings of a call share: which part of it made a condition hold, told in full to a person, or with names alone in a refusal. */
import type { Condition } from '../compile/compiled.ts'
import type { Facts } from '../facts/facts.ts'
import type { Run } from '../shell/effects.ts'
import { isMaybe, type Truth } from './kleene.ts'
import { matchCondition } from './match-condition.ts'

/** What is certain comes before what only may be. */
export const WANTED: readonly ((truth: Truth) => boolean)[] = [truth => truth === 'yes', isMaybe]

/** How one reading tells the part that a condition is about; undefined: there is nothing to tell. */
export type PartOf = (condition: Condition, facts: Facts) => string | undefined

/** Of several conditions: the part of the first that holds for certain, else of the first that may. */
export const firstPart = (conditions: readonly Condition[], facts: Facts, partOf: PartOf): string | undefined => {
  for (const isWanted of WANTED) {
    for (const condition of conditions) {
      const part = isWanted(matchCondition(condition, facts)) ? partOf(condition, facts) : undefined
      if (part !== undefined) return part
    }
  }
  return undefined
}

/** The name of what is called, for conditions on tools and mods' calls; undefined for others. */
export const calledPart: PartOf = ({ kind }, { mcp, tool, call }) => {
  if (kind === 'mcp') return mcp && `${mcp.server} ${mcp.tool}`
  if (kind === 'tool') return tool?.name
  return kind === 'mod' ? call?.name : undefined
}

/** Every program that the command line would run. */
export const runsOf = ({ command }: Facts): readonly Run[] => command?.effects.filter(effect => effect.kind === 'run') ?? []
