/** Where the environment says that traces go, as OpenTelemetry's variables say it. */
export type Target = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

const fromEntries = Object.fromEntries
const decode = decodeURIComponent

const decoded = (text: string): string => {
  try {
    return decode(text)
  } catch {
    return text
  }
}

/** `key=value,key=value`, percent-encoded; what has no `=` is passed over. */
const headersIn = (text: string): Readonly<Record<string, string>> =>
  fromEntries(
    text.split(',').flatMap(pair => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[decoded(pair.slice(0, at).trim()).toLowerCase(), decoded(pair.slice(at + 1).trim())]]
    }),
  )

/**
 * `tracesEndpoint` as it is; else `/v1/traces` under `endpoint`; '' where neither is set: nothing can be sent then. The headers of traces go before those
 * of all signals, and `own`, which the policy names, before both.
 */
export function otlpTarget(
  own: Readonly<Record<string, string>>,
  tracesEndpoint: string | undefined,
  endpoint: string | undefined,
  tracesHeaders: string | undefined,
  headers: string | undefined,
): Target {
  const base = endpoint ? `${endpoint.replace(/\/+$/, '')}/v1/traces` : ''
  return { url: tracesEndpoint || base, headers: { ...headersIn(tracesHeaders || headers || ''), ...own } }
}
