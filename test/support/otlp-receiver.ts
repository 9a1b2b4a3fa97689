import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenOnLoopback, readBody } from './loopback.ts'
import { otlpProblems } from './otlp-json.ts'
import { attributesOf, type ReceivedSpan, spansOf } from './otlp-spans.ts'

/** How the receiver misbehaves. Without any it answers 200 to what conforms and 400 to what does not. */
export type Faults = {
  /** One status a request in order, then the honest answer. */
  statuses?: readonly number[]
  /** The `Retry-After` header, in seconds, of every error answered. */
  retryAfter?: number
  /** Answers 200 and says that so many spans were rejected. */
  partial?: number
  delayMs?: number
  /** Never answers at all. */
  hang?: boolean
}

/** One export request as it came and what it was answered; `body` is undefined where it is no JSON. */
export type ReceivedExport = {
  path: string
  status: number
  service: string
  problems: string[]
  body: unknown
  headers: Record<string, unknown>
}

/**
 * A running OTLP/HTTP JSON receiver. `spans` holds the spans of every trace export answered 200, `problems` every departure from OTLP/JSON
 * with the service that sent it, `exports` every request of any signal. All grow as requests come.
 */
export type Receiver = {
  url: string
  spans: ReceivedSpan[]
  problems: { service: string; problem: string }[]
  exports: ReceivedExport[]
  close: () => Promise<void>
}

/** Starts a receiver on a free loopback port: `<url>/v1/traces` is checked, `/v1/logs` and `/v1/metrics` are kept unread. */
export async function startReceiver(faults: Faults = {}): Promise<Receiver> {
  const received: Omit<Receiver, 'url' | 'close'> = { spans: [], problems: [], exports: [] }
  const statuses = [...(faults.statuses ?? [])]
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const { body, problems } = checked(path, request.headers['content-type'], await readBody(request))
    const service = serviceOf(body)
    const honest = problems.length === 0 ? 200 : 400
    const status = SIGNALS.test(path) ? (statuses.shift() ?? honest) : 404
    received.exports.push({ path, status, service, problems, body, headers: request.headers })
    received.problems.push(...problems.map(problem => ({ service, problem })))
    if (path === TRACES && status === 200 && problems.length === 0) received.spans.push(...spansOf(body))
    if (faults.hang === true) return
    if (faults.delayMs !== undefined) await sleep(faults.delayMs)
    respond(response, status, problems, faults)
  })
  return { ...received, ...(await listenOnLoopback(server)) }
}

const TRACES = '/v1/traces'
const SIGNALS = /^\/v1\/(traces|logs|metrics)$/

function checked(path: string, type: string | undefined, raw: string): { body: unknown; problems: string[] } {
  const isJson = /^application\/json\b/.test(type ?? '')
  const typeProblems = isJson ? [] : [`content-type is ${type ?? 'missing'}, not application/json`]
  try {
    const body: unknown = JSON.parse(raw)
    return { body, problems: [...typeProblems, ...(path === TRACES ? otlpProblems(body) : [])] }
  } catch (error) {
    return { body: undefined, problems: [...typeProblems, `the body is not JSON: ${error}`] }
  }
}

function serviceOf(body: unknown): string {
  const [first] = Object.values((body ?? {}) as Record<string, { resource?: { attributes?: unknown[] } }[]>).flat()
  return String(attributesOf(first?.resource?.attributes)['service.name'] ?? '')
}

function respond(response: ServerResponse, status: number, problems: readonly string[], faults: Faults): void {
  const isError = status >= 300
  const retry: Record<string, string> = isError && faults.retryAfter !== undefined ? { 'retry-after': String(faults.retryAfter) } : {}
  const partial = { partialSuccess: { rejectedSpans: String(faults.partial), errorMessage: 'scripted' } }
  const good = faults.partial === undefined ? {} : partial
  response.writeHead(status, { 'content-type': 'application/json', ...retry })
  response.end(JSON.stringify(isError ? { code: 3, message: problems[0] ?? 'scripted' } : good))
}
