/** Switches of the engine's own that write raw content where no hook reaches it: the build's settings turn them off, over whatever a person's environment says. */
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { endpointOf } from '../../policy/compile/endpoint.ts'
import { hasSecrets } from '../../policy/compile/secrets-of.ts'

export type EngineSwitch = { readonly name: string; readonly value: string; readonly why: string }

/** All four seen on 2.1.332: what they add is recorded before, or beside, every hook. */
const SWITCHES: readonly EngineSwitch[] = [
  { name: 'OTEL_LOG_USER_PROMPTS', value: '0', why: "prompts as they were typed would go to the organisation's collector" },
  { name: 'OTEL_LOG_TOOL_DETAILS', value: '0', why: 'commands and arguments of tools would go to the collector' },
  { name: 'OTEL_LOG_TOOL_CONTENT', value: '0', why: 'results of tools would stand in traces, which no hook hears' },
  { name: 'OTEL_LOG_RAW_API_BODIES', value: '0', why: 'requests would be recorded before castellan has cleaned them' },
]

/** What an organisation may add, at a price for the people who work with it: not set by the build. */
export const MORE_SWITCHES: readonly EngineSwitch[] = [
  { name: 'CLAUDE_CODE_SKIP_PROMPT_HISTORY', value: '1', why: 'keeps no transcript at all; `--resume` is gone' },
  {
    name: 'CLAUDE_CODE_DISABLE_FILE_CHECKPOINTING',
    value: '1',
    why: 'keeps no copies of edited files; going back to a checkpoint is gone',
  },
]

/** The switches that a policy's settings hold: none where it names no secrets. */
export const engineSwitches = (policy: CompiledPolicy): readonly EngineSwitch[] => (hasSecrets(policy.secrets) ? SWITCHES : [])

/** The path of the traces under an endpoint for all signals. */
const TRACES = /\/v1\/traces\/?$/

/**
 * What makes the engine send its own telemetry, over whatever a person's environment says (2.1.332): none where the policy does not ask for it. The
 * endpoint is the one of the audit without its path for traces; where the environment names that, it names this too, and where it is a socket, which
 * the engine's exporter does not take.
 */
export function engineTelemetry({ audit }: CompiledPolicy): readonly EngineSwitch[] {
  if (!audit?.engineTelemetry) return []
  const signals = ['LOGS', 'METRICS', 'TRACES'] as const
  const { url, socketPath } = endpointOf(audit.endpoint) ?? {}
  const base = url === undefined || socketPath !== undefined ? [] : [url.replace(TRACES, '')]
  return [
    { name: 'CLAUDE_CODE_ENABLE_TELEMETRY', value: '1', why: 'the engine sends telemetry' },
    { name: 'CLAUDE_CODE_ENHANCED_TELEMETRY_BETA', value: '1', why: 'traces too, which the spans of castellan are joined to' },
    ...signals.map(name => ({ name: `OTEL_${name}_EXPORTER`, value: 'otlp', why: `${name.toLowerCase()} go to the collector` })),
    { name: 'OTEL_EXPORTER_OTLP_PROTOCOL', value: 'http/json', why: 'what castellan sends as well' },
    ...base.map(value => ({ name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value, why: 'the collector of the audit' })),
  ]
}
