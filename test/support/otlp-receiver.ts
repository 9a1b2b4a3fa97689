import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Loopback, listenOnLoopback, readBody } from './loopback.ts'
import { otlpProblems } from './otlp-json.ts'
import { attributesOf, type ReceivedSpan, spansOf } from './otlp-spans.ts'

/** How the receiver misbehaves. Without any it answers 200 to what conforms and 400 to what does not. */
export type Faults = {
  /** One status a request in order, then the honest answer; `partial`: 200, and that one span was rejected. */
  statuses?: readonly (number | 'partial')[]
  /** The `Retry-After` header, in seconds, of every error answered. */
  retryAfter?: number
  /** Answers 200 and says that so many spans were rejected. */
  partial?: number
  delayMs?: number
  /** Never answers at all; a number: so many are answered, and no other. */
  hang?: boolean | number
}

/**
 * One export request as it came and what it was answered; `body` is undefined where it is no JSON. `arrived`, and `closed` once its connection has no more
 * use for it, answered or not: milliseconds since the epoch.
 */
export type ReceivedExport = {
  arrived: number
  closed?: number
  path: string
  status: number
  service: string
  problems: string[]
  body: unknown
  headers: Record<string, unknown>
}

/**
 * A running OTLP/HTTP JSON receiver. `spans` holds the spans of every trace export answered 200, each once: a batch whose answer was late comes again.
 * `problems` holds every departure from OTLP/JSON with the service that sent it, `exports` every request of any signal. All grow as requests come.
 */
export type Receiver = Loopback & {
  spans: ReceivedSpan[]
  problems: { service: string; problem: string }[]
  exports: ReceivedExport[]
}

/** Starts a receiver on a free loopback port, or on a Unix socket: `<url>/v1/traces` is checked, `/v1/logs` and `/v1/metrics` are kept unread. */
export async function startReceiver(faults: Faults = {}, socketPath?: string): Promise<Receiver> {
  const received: Omit<Receiver, keyof Loopback> = { spans: [], problems: [], exports: [] }
  const statuses = [...(faults.statuses ?? [])]
  const { hang = false } = faults
  const answers = hang === true ? 0 : hang === false ? Number.POSITIVE_INFINITY : hang
  const known = new Set<string>()
  const isNew = ({ traceId, spanId }: ReceivedSpan): boolean => known.size < known.add(`${traceId} ${spanId}`).size
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const arrived = Date.now()
    const { body, problems: found } = checked(path, request.headers['content-type'], await readBody(request))
    const service = serviceOf(body)
    // The engine writes whole numbers as numbers, which the format does not ask of those who read it to refuse.
    const problems = service === ENGINE ? [] : found
    const honest = problems.length === 0 ? 200 : 400
    const scripted = SIGNALS.test(path) ? (statuses.shift() ?? honest) : 404
    const status = scripted === 'partial' ? 200 : scripted
    const one: ReceivedExport = { arrived, path, status, service, problems, body, headers: request.headers }
    received.exports.push(one)
    response.once('close', () => {
      one.closed = Date.now()
    })
    received.problems.push(...problems.map(problem => ({ service, problem })))
    if (path === TRACES && status === 200 && problems.length === 0) received.spans.push(...spansOf(body).filter(isNew))
    if (received.exports.length > answers) return
    if (faults.delayMs !== undefined) await sleep(faults.delayMs)
    respond(response, status, problems, scripted === 'partial' ? { ...faults, partial: 1 } : faults)
  })
  return { ...received, ...(await listenOnLoopback(server, socketPath)) }
}

const TRACES = '/v1/traces'
const ENGINE = 'claude-code'
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
