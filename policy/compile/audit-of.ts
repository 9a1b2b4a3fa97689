/** `audit`, with what it leaves out. */
import { isSecretName } from '../../redact/secret-name.ts'
import { type AuditSource, bytesOf, envOf, GROUPS, millisecondsOf } from '../schema/audit.ts'
import type { AuditGroup, CompiledAudit, Durability, Levels } from './compiled.ts'

/** Records of what was decided, replaced and said; of the rest how much there was. Never arguments, unless the policy asks for them. */
const LEVELS: Levels = { decisions: 'decision', redactions: 'decision', conversation: 'decision', noise: 'count' }
const CAP = 16 * 1024 * 1024
const DEADLINE_MS = 2000

export const auditOf = ({
  endpoint,
  reach = 'complete',
  headers = {},
  levels,
  durability,
  spool,
  key,
  'engine-telemetry': engineTelemetry,
}: AuditSource): CompiledAudit => ({
  endpoint,
  reach,
  headers: Object.entries(headers).map(([name, value]) => ({ name: name.toLowerCase(), env: envOf(value) })),
  levels: { ...LEVELS, ...levels },
  durability: durabilityOf(durability),
  spool: {
    cap: spool?.cap === undefined ? CAP : bytesOf(spool.cap),
    full: spool?.full ?? 'drop-oldest',
    deadline: spool?.deadline === undefined ? DEADLINE_MS : millisecondsOf(spool.deadline),
  },
  ...(key === undefined ? {} : { key }),
  ...(engineTelemetry && ({ engineTelemetry } as const)),
})

/** The variables that hold the key of the records' macs, and what the collector is shown as a credential: a header may also hold a name or a tenant. */
export const credentialsOf = ({ key, headers = {} }: AuditSource): readonly string[] => [
  ...(key === undefined ? [] : [key]),
  ...Object.entries(headers).flatMap(([name, value]) => (isSecretName(name) || isSecretName(envOf(value)) ? [envOf(value)] : [])),
]

/** One word is for all groups; of a map, what is not named stays in memory. */
const durabilityOf = (source: AuditSource['durability']): Readonly<Record<AuditGroup, Durability>> => {
  const each = typeof source === 'object' ? source : undefined
  const rest = typeof source === 'string' ? source : 'memory'
  const [decisions, redactions, conversation, noise] = GROUPS.map(group => each?.[group] ?? rest) as [
    Durability,
    Durability,
    Durability,
    Durability,
  ]
  return { decisions, redactions, conversation, noise }
}
