import type { CompiledAudit } from '../policy/compile/compiled.ts'

/** What the audit goes without as a variable that the policy names has no value, one line each with its name. `sent`: the headers that are sent; undefined where nothing is. */
export const unsetOf = (
  { endpoint, key, headers }: CompiledAudit,
  value: string | undefined,
  sent: Readonly<Record<string, string>> | undefined,
): readonly string[] => [
  ...(key !== undefined && !value ? [`${key}: records have no mac`] : []),
  ...(endpoint === 'from-env' && sent === undefined ? ['OTEL_EXPORTER_OTLP_ENDPOINT: records go nowhere'] : []),
  ...headers.filter(({ name }) => !sent?.[name]).map(({ name, env }) => `${env}: the header ${name} is not sent`),
]
