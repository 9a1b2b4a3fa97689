/** What `audit.endpoint` says: an address, a Unix socket and what is asked for there, or that the environment says it. */
export const FROM_ENV = 'from-env'

export type Endpoint = { readonly url: string; readonly socketPath?: string }

const SOCKET = /^unix:\/\/(\/[^:]+)(?::(\/.*))?$/
const TRACES = '/v1/traces'

/**
 * Where the spans go; undefined where the environment says it. `unix:///run/otel.sock` is that socket, asked for `/v1/traces`; `unix:///run/otel.sock:/x`
 * asks for another path, as proxies write it. The address of a socket names a host only because a request must.
 */
export function endpointOf(text: string): Endpoint | undefined {
  if (text === FROM_ENV) return undefined
  const [, socketPath, path = TRACES] = SOCKET.exec(text) ?? []
  return socketPath === undefined ? { url: text } : { url: `http://localhost${path}`, socketPath }
}
