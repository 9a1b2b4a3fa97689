/** `/castellan`: does the seat hold, in plain text for a person. Works when everything else is denied: it needs no rule and no secret. */
import type { KeeperState } from '../audit/keeper.ts'
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import type { Known } from '../policy/shell/known.ts'
import type { Seating } from './seating.ts'
import type { Totals } from './tally.ts'

export type AuditState = {
  readonly endpoint: string
  readonly state: string
  readonly sent: number
  readonly queued: number
  readonly dropped: number
  readonly lastFailure?: string
  /** Absent where the policy keeps no records on the disk. */
  readonly kept?: KeeperState
}
export type StatusFacts = {
  readonly policy: CompiledPolicy
  readonly totals: Totals
  /** undefined: the managed settings could not be read. */
  readonly seating: Seating | undefined
  readonly secrets: { readonly registered: number; readonly refused: readonly string[] } | undefined
  /** The sources of secrets that could not be loaded, each with why. */
  readonly notLoaded?: readonly string[]
  readonly audit: AuditState | undefined
  /** What the audit goes without, for a variable that has no value. */
  readonly unset?: readonly string[]
  /** undefined: nothing is known of the person's shell. */
  readonly shell: Known | undefined
}

const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

const SEATED: Readonly<Record<Seating, string>> = {
  organisation: 'tier prepend, seated by managed settings',
  person: 'tier prepend, seated by user settings: advisory: the person can remove it',
  'no-longer': 'tier prepend, in this session; the managed settings, as they read now, do not seat it in the next',
}

/** The first line. It says that the seat holds, without a word more, only where the secrets are known. */
function verdictLine(seating: Seating | undefined, hasSecrets: boolean): string {
  const verdict = hasSecrets ? 'The seat holds' : 'The seat holds in part, the secrets could not be loaded'
  const seated =
    seating === undefined ? 'tier prepend; the managed settings could not be read, so who seats it is not known' : SEATED[seating]
  return `${verdict}: ${seated}.`
}

function rulesByTable(policy: CompiledPolicy): string {
  const tables = new Map<string, number>()
  for (const rule of policy.rules) tables.set(rule.table, (tables.get(rule.table) ?? 0) + 1)
  return [...tables].map(([table, count]) => `${table} ${count}`).join(', ')
}

/** What lies on the disk until the collector has it. */
function keptLine({ waiting, unwritten, bytes, dropped, torn, recovered, lastFailure }: KeeperState): string {
  const size = `${Math.ceil(bytes / 1024)} KiB`
  const failed = lastFailure === undefined ? '' : `; last failure: ${lastFailure}`
  return `Spool    ${waiting - unwritten} kept (${size}), ${unwritten} not yet written, ${dropped + torn} lost, ${recovered} recovered${failed}`
}

export function statusText({ policy, totals, seating, secrets, notLoaded = [], audit, unset = [], shell }: StatusFacts): string {
  const failed = notLoaded.length > 0 ? `; not loaded: ${notLoaded.join(', ')}` : ''
  const observed = policy.rules.filter(rule => rule.mode === 'observe').length
  const lines = [
    verdictLine(seating, secrets !== undefined),
    `Policy   ${policy.name}, digest ${policy.digest.slice(0, 12)}, mode ${policy.mode}, castellan ${policy.castellan}`,
    `Rules    ${policy.rules.length} (${rulesByTable(policy)})${observed > 0 ? `, ${observed} of them observed only` : ''}`,
    `So far   ${totals.denied} denied, ${totals.asked} asked, ${totals.observed} observed, ${plural(totals.redactions, 'redaction')}, ${plural(totals.pluginsRefused, 'plugin')} refused`,
    secrets === undefined
      ? `Secrets  could not be loaded: tool results and requests are refused until they can${failed}`
      : `Secrets  ${secrets.registered} registered${secrets.refused.length > 0 ? `; not treated as secrets: ${secrets.refused.join(', ')}` : ''}${failed}`,
    audit === undefined
      ? 'Audit    off in this policy'
      : `Audit    ${audit.endpoint}: ${audit.state}, ${plural(audit.sent, 'span')} sent, ${audit.queued} waiting, ${audit.dropped} dropped${audit.lastFailure ? `; last failure: ${audit.lastFailure}` : ''}`,
    ...(unset.length > 0 ? [`Unset    ${unset.join('; ')}`] : []),
    ...(audit?.kept === undefined ? [] : [keptLine(audit.kept)]),
    shell === undefined
      ? 'Shell    not started yet: its aliases and functions are not known before the first command'
      : `Shell    ${plural(shell.aliases.size + shell.functions.size, 'name')} known`,
  ]
  return lines.join('\n')
}
