/** How much is kept of a dispatch. */
import type { AuditGroup, AuditLevel, Levels } from '../policy/compile/compiled.ts'
import type { AuditRecord } from './record.ts'
import { isUrgent } from './urgent.ts'

const RANK: readonly AuditLevel[] = ['none', 'count', 'decision', 'full']

/** Rendering and listing: two thirds of all dispatches. */
const NOISE =
  /^(?:(?:ui|theme|clock|audio)\.|(?:agent|tool)\.(?:offer|list|describe)$|command\.(?:describe|list)$|config\.(?:describe|list)$|attribution\.text$|telemetry\.|prompt\.(?:section|autocomplete|change|paint|suggest|read|context)$|session\.(?:cwd|id|info|machine|measure|model|root|surfaces?|turns|usage|version)$|turn\.step$)/
const CONVERSATION = /^(?:session|prompt|turn|skill|classic|command|state)\./

/**
 * The group of an event. Calls that a person's mod makes itself are decisions, whatever they are, and so is an event that castellan does not know:
 * what is new is recorded until somebody says that it is noise.
 */
export function groupOf(event: string, callerTier?: string): AuditGroup {
  // Raised a hundred times for every mod that loads, whatever the mod does.
  if (event === 'ui.resolve') return 'noise'
  if (callerTier === 'user' || event === 'prompt.mention') return 'decisions'
  if (NOISE.test(event)) return 'noise'
  return CONVERSATION.test(event) ? 'conversation' : 'decisions'
}

type Told = Pick<AuditRecord, 'event' | 'caller' | 'decision' | 'redactions' | 'guardFailure' | 'rules'>

/** The groups that a record belongs to: that of its event; `decisions` where something was judged; `redactions` where a value was replaced. */
export function groupsOf(told: Told): readonly AuditGroup[] {
  const { event, caller, redactions, rules } = told
  const isJudged = rules.length > 0 || isUrgent({ ...told, redactions: {} })
  const groups = new Set([groupOf(event, caller.tier)])
  if (isJudged) groups.add('decisions')
  if (Object.keys(redactions).length > 0) groups.add('redactions')
  return [...groups]
}

/** The most that one of its groups asks for: `none`: nothing; `count`: a number in the next checkpoint; `decision`: the record; `full`: with arguments, masked. */
export function levelOf(levels: Levels, told: Told): AuditLevel {
  const ranks = groupsOf(told).map(group => RANK.indexOf(levels[group]))
  return RANK[Math.max(...ranks)] ?? 'decision'
}
