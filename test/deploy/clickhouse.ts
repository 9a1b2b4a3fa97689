/** The ClickHouse views and findings on ClickHouse itself, in process: over tables with the columns of those that the collector's exporter makes. */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type LogBody, type Row, rowsOf, type TraceBody } from './bodies.ts'

const SOURCES = ['package.json', 'package-lock.json'].map(name => `scripts/clickhouse/${name}`)

/** The folder that scripts/clickhouse.sh made of these files. Undefined where there is none. */
export function findClickHouse(): string | undefined {
  const key = createHash('sha256')
    .update(SOURCES.map(file => readFileSync(file, 'utf8')).join(''))
    .digest('hex')
    .slice(0, 12)
  const folder = join(process.env.CASTELLAN_CACHE ?? join(homedir(), '.cache', 'castellan'), `clickhouse-${key}`)
  return existsSync(folder) ? folder : undefined
}

const WORD = 'LowCardinality(String)'
const MAP = `Map(${WORD}, String)`

/**
 * What the exporter's own tables have, by name and type, as its version 0.156 makes them where `json` is off. Left out: what a span's events and links
 * are kept in, the indexes and the codecs.
 */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  otel_traces: {
    Timestamp: 'DateTime64(9)',
    TraceId: 'String',
    SpanId: 'String',
    ParentSpanId: 'String',
    TraceState: 'String',
    SpanName: WORD,
    SpanKind: WORD,
    ServiceName: WORD,
    ResourceAttributes: MAP,
    ScopeName: 'String',
    ScopeVersion: 'String',
    SpanAttributes: MAP,
    Duration: 'UInt64',
    StatusCode: WORD,
    StatusMessage: 'String',
  },
  otel_logs: {
    Timestamp: 'DateTime64(9)',
    TimestampTime: 'DateTime DEFAULT toDateTime(Timestamp)',
    TraceId: 'String',
    SpanId: 'String',
    TraceFlags: 'UInt8',
    SeverityText: WORD,
    SeverityNumber: 'UInt8',
    ServiceName: WORD,
    Body: 'String',
    ResourceSchemaUrl: WORD,
    ResourceAttributes: MAP,
    ScopeSchemaUrl: WORD,
    ScopeName: 'String',
    ScopeVersion: WORD,
    ScopeAttributes: MAP,
    LogAttributes: MAP,
  },
}

const created = Object.entries(TABLES).map(
  ([name, columns]) =>
    `CREATE TABLE ${name} (${Object.entries(columns)
      .map(([column, type]) => `${column} ${type}`)
      .join(', ')}) ENGINE = MergeTree ORDER BY (ServiceName, Timestamp)`,
)

function inserted(table: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return []
  const lines = rows.map(({ own, ResourceAttributes, SpanName, ...row }) =>
    JSON.stringify({
      ...row,
      ResourceAttributes: Object.fromEntries(ResourceAttributes),
      ...(table === 'otel_traces' ? { SpanName, SpanAttributes: Object.fromEntries(own) } : { LogAttributes: Object.fromEntries(own) }),
    }),
  )
  return [`INSERT INTO ${table} FORMAT JSONEachRow\n${lines.join('\n')}`]
}

type Question = { readonly sql: string; readonly format?: string; readonly parameters?: Readonly<Record<string, string>> }

/** A database with the exporter's tables, our views, and these bodies in them. */
export type ClickHouse = {
  /** Rejects, in ClickHouse's words, what it does not take. */
  readonly ask: (question: Question) => Promise<string>
  readonly database: string
  /** What a program has to have in its environment so that `clickhouse-client` is there. */
  readonly env: Readonly<Record<string, string>>
}

type Server = { readonly folder: string; readonly socket: string; databases: number }
let server: Promise<Server> | undefined

async function startServer(chdb: string): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-clickhouse-'))
  const socket = join(folder, 'socket')
  const client = join(folder, 'clickhouse-client')
  writeFileSync(client, `#!/bin/sh\nexec '${process.execPath}' '${resolve('test/deploy/clickhouse-client.mjs')}' "$@"\n`)
  chmodSync(client, 0o755)
  const child = fork('test/deploy/clickhouse-server.mjs', [chdb, folder], { execArgv: [] })
  await new Promise<void>((ready, failed) => {
    child.once('message', () => ready())
    child.once('exit', code => failed(new Error(`ClickHouse did not start: ${code}`)))
  })
  child.unref()
  child.channel?.unref()
  return { folder, socket, databases: 0 }
}

function post(socketPath: string, body: object): Promise<string> {
  return new Promise((answered, failed) => {
    // A connection of its own: one that was kept may have been closed while a test held this process up.
    const sent = request({ socketPath, method: 'POST', agent: false }, async response => {
      const text = Buffer.concat(await response.toArray()).toString()
      if (response.statusCode === 200) answered(text)
      else failed(new Error(`ClickHouse: ${text.slice(0, 2000)}`))
    })
    sent.on('error', failed)
    sent.end(JSON.stringify(body))
  })
}

/** The ClickHouse of this process's own, started where it is not; each time a database of its own in it. */
export async function openClickHouse(chdb: string, bodies: readonly (TraceBody | LogBody)[]): Promise<ClickHouse> {
  server ??= startServer(chdb)
  const running = await server
  const { socket, folder } = running
  const database = `castellan_${running.databases++}`
  const ask: ClickHouse['ask'] = ({ sql, format = 'JSONEachRow', parameters = {} }) =>
    post(socket, { database, timezone: 'UTC', parameters, format, sql })
  const spans = bodies.flatMap(body => ('resourceSpans' in body ? rowsOf(body) : []))
  const logs = bodies.flatMap(body => ('resourceLogs' in body ? rowsOf(body) : []))
  const views = readFileSync('deploy/clickhouse/views.sql', 'utf8')
  await ask({ sql: [...created, ...inserted('otel_traces', spans), ...inserted('otel_logs', logs), views].join(';\n') })
  return { ask, database, env: { CLICKHOUSE_SOCKET: socket, PATH: `${folder}:${process.env.PATH}` } }
}
