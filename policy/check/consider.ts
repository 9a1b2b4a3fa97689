import type { Mode } from '../compile/compiled.ts'
import type { UnknownKind } from '../compile/unknown-kinds.ts'
import type { Verdict } from '../compile/verdict.ts'
import { speak } from '../decide/decide.ts'
import { candidateRules, type IndexedPolicy } from '../decide/index-policy.ts'
import { isMaybe, kindsOf } from '../decide/kleene.ts'
import { matchCondition } from '../decide/match-condition.ts'
import type { Facts } from '../facts/facts.ts'
import { unlistedParts } from './unlisted.ts'
import { whyNot } from './why-not.ts'

/** A rule that was looked at because something in the call is of its kind: its program runs, or some path is touched the way it is about. */
export type Considered = {
  readonly rule: string
  readonly table: string
  readonly decide: Verdict
  readonly mode: Mode
  readonly speaks: boolean
  /** Whether its condition holds. */
  readonly holds: 'yes' | 'no' | 'maybe'
  /** Why that cannot be told: every kind that plays a part. */
  readonly unknown?: readonly UnknownKind[]
  /** Of a rule that stays silent: the first condition that failed, or why it says nothing of what it cannot tell. */
  readonly silentBecause?: string
  /** Of an allowlist that holds: every part of the command that it has not got. */
  readonly unlisted?: readonly string[]
}

export const UNTOLD = 'castellan cannot tell, and the rule says unknown: ignore'

/** Every candidate, in the policy's order. All other rules are about programs, paths, tools and calls that are not there. */
export const considerRules = (indexed: IndexedPolicy, facts: Facts): readonly Considered[] =>
  candidateRules(indexed, facts).map(rule => {
    const holds = matchCondition(rule.when, facts)
    const speaks = speak(rule, facts) !== undefined
    const because = holds === 'no' ? whyNot(rule.when, facts) : UNTOLD
    const { id, table, decide, mode } = rule
    const held = isMaybe(holds) ? { holds: 'maybe' as const, unknown: kindsOf(holds) } : { holds }
    const unlisted = holds === 'no' ? [] : unlistedParts(rule.when, facts)
    return {
      rule: id,
      table,
      decide,
      mode,
      speaks,
      ...held,
      ...(speaks ? {} : { silentBecause: because }),
      ...(unlisted.length > 0 && { unlisted }),
    }
  })
