import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenOnLoopback, readBody } from './loopback.ts'
import { type Block, eventsOf, messageOf, type Reply, say } from './scripted-reply.ts'

/** What a request is: the agent loop, a side call of the engine's own (a title, a summary), a count of tokens, or anything else. */
export type RequestKind = 'main' | 'side' | 'count_tokens' | 'other'

/** Substrings to look for in a request's first or last message, its system prompt, or its whole text; every one given must be there. */
export type Match = { first?: string; last?: string; system?: string; any?: string; kind?: RequestKind }

/** Answers given ahead of `main` to the requests they match, `times` times each (always, where left out). */
export type Rule = Reply & { match: Match; times?: number }

/** A reply, or just its blocks. */
export type ScriptedReply = Reply | readonly Block[]

/**
 * What the API says: the replies of the agent loop in order (after the last one it says `DONE`), `rules` that come first (a sub-agent is
 * told apart by its first message or system prompt), and the text of side calls. A list alone is the replies of the loop.
 */
export type Script = readonly ScriptedReply[] | Plan

/** The long form of a script. */
export type Plan = { main?: readonly ScriptedReply[]; rules?: readonly Rule[]; side?: string; inputTokens?: number }

/**
 * One request as it came: `headers` without credentials, `raw` the body's text, `body` that text parsed, or undefined where it is no JSON. `arrived` and
 * `answered`: when it began to come and when its answer had been written, in milliseconds of one clock.
 */
export type LoggedRequest = {
  n: number
  method: string
  path: string
  kind: RequestKind
  headers: IncomingHttpHeaders
  body: RequestBody | undefined
  raw: string
  arrived: number
  answered?: number
}

/** The parts of a model request that scripts and tests look at. */
export type RequestBody = { model?: string; stream?: boolean; system?: unknown; tools?: { name: string }[]; messages?: unknown[] }

/** A running stand-in for the Messages API on a free loopback port. `requests` grows as they come. */
export type ScriptedApi = { url: string; requests: LoggedRequest[]; close: () => Promise<void> }

/** Starts the stand-in. Requests off the script's paths are logged and answered 404, so a stray one shows. */
export async function startScriptedApi(script: Script): Promise<ScriptedApi> {
  const plan = isPlan(script) ? script : { main: script }
  const answerTo = replies(plan)
  const inputTokens = plan.inputTokens ?? 10
  const requests: LoggedRequest[] = []

  const server = createServer(async (request, response) => {
    const arrived = performance.now()
    const raw = await readBody(request)
    const path = request.url ?? ''
    const body = parsed(raw)
    const kind = kindOf(path, body)
    const headers = withoutCredentials(request.headers)
    const logged: LoggedRequest = { n: requests.length, method: request.method ?? '', path, kind, headers, body, raw, arrived }
    requests.push(logged)
    if (kind === 'count_tokens') return json(response, 200, { input_tokens: inputTokens })
    if (kind === 'other') return json(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'not scripted' } })
    await answer(response, logged, answerTo(logged), inputTokens)
    logged.answered = performance.now()
  })
  const { url, close } = await listenOnLoopback(server)
  return { url, requests, close }
}

/** The bodies of model requests of a kind (the agent loop's, where left out), parsed. */
export function bodiesOf(requests: readonly LoggedRequest[], kind: RequestKind = 'main'): RequestBody[] {
  return requests.flatMap(request => (request.kind === kind && request.body !== undefined ? [request.body] : []))
}

function replies(plan: Plan): (request: LoggedRequest) => Reply {
  const main = [...(plan.main ?? [])]
  const rules = (plan.rules ?? []).map(rule => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }))
  return request => {
    const ruled = rules.find(({ rule, left }) => left > 0 && matches(rule.match, request))
    if (ruled !== undefined) {
      ruled.left--
      return ruled.rule
    }
    if (request.kind === 'side') return { blocks: [say(plan.side ?? 'ok')] }
    const next = main.shift() ?? [say('DONE')]
    return isBlocks(next) ? { blocks: next } : next
  }
}

async function answer(response: ServerResponse, request: LoggedRequest, reply: Reply, inputTokens: number): Promise<void> {
  if (reply.holdMs !== undefined) await sleep(reply.holdMs)
  if (reply.status !== undefined && reply.status >= 400) {
    const error = reply.error ?? { type: reply.status === 529 ? 'overloaded_error' : 'invalid_request_error', message: 'scripted' }
    return json(response, reply.status, { type: 'error', error })
  }
  const head = { n: request.n, model: request.body?.model, inputTokens }
  if (request.body?.stream !== true) return json(response, 200, messageOf(reply, head))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of eventsOf(reply, head)) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    if (reply.delayMs !== undefined) await sleep(reply.delayMs)
  }
  response.end()
}

// The agent loop always offers more than three tools; the engine's own side calls never do.
function kindOf(path: string, body: RequestBody | undefined): RequestKind {
  if (path.includes('/count_tokens')) return 'count_tokens'
  if (!path.startsWith('/v1/messages') || body === undefined) return 'other'
  return (body.tools?.length ?? 0) > 3 ? 'main' : 'side'
}

function matches(match: Match, { kind, body, raw }: LoggedRequest): boolean {
  const isKind = match.kind === undefined || match.kind === kind
  const messages = body?.messages ?? []
  const parts = [
    [match.first, messages[0]],
    [match.last, messages.at(-1)],
    [match.system, body?.system],
    [match.any, raw],
  ] as const
  return isKind && parts.every(([wanted, part]) => wanted === undefined || plain(part).includes(wanted))
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function isPlan(script: Script): script is Plan {
  return !Array.isArray(script)
}

function isBlocks(reply: ScriptedReply): reply is readonly Block[] {
  return Array.isArray(reply)
}

function parsed(raw: string): RequestBody | undefined {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null ? (value as RequestBody) : undefined
  } catch {
    return undefined
  }
}

const CREDENTIALS = ['x-api-key', 'authorization', 'proxy-authorization']

function withoutCredentials(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, CREDENTIALS.includes(name) ? '(set)' : value]))
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
