/** The ClickHouse views and findings, run by SQLite: the views' columns are read from views.sql and filled from OTLP bodies, the queries run as they are. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from 'sql.js'
import initSqlJs from 'sql.js'
import { type LogBody, type Row, rowsOf, type TraceBody } from './bodies.ts'
import { openClickHouse } from './clickhouse.ts'

type Column = { readonly name: string; readonly isNumber: boolean; readonly read: (row: Row) => string }

const VIEWS = readFileSync('deploy/clickhouse/views.sql', 'utf8')

/** What a column of a view is made of, in the four forms that the views use. */
function columnOf(line: string): Column {
  const [, expression = '', name = ''] = /^(.*) AS (\w+),?$/.exec(line.trim()) ?? []
  const [, fn, map, key = '', rest] = /^(?:(\w+)\()?(?:(\w+)\['([\w.]+)'\])(.*?)\)?$/.exec(expression) ?? []
  if (map === undefined) {
    if (!['Timestamp', 'TraceId', 'SpanName'].includes(expression)) throw new Error(`views.sql: ${line}`)
    return { name, isNumber: false, read: row => String(row[expression as 'Timestamp']) }
  }
  const from = (row: Row) => (map === 'ResourceAttributes' ? row.ResourceAttributes : row.own).get(key) ?? ''
  if (fn === undefined) return { name, isNumber: false, read: from }
  if (fn === 'toInt64OrNull') return { name, isNumber: true, read: from }
  const [, member = ''] = /^, '(\w+)'$/.exec(rest ?? '') ?? []
  if (fn !== 'JSONExtractString' || member === '') throw new Error(`views.sql: ${line}`)
  return { name, isNumber: false, read: row => (from(row) === '' ? '' : String(JSON.parse(from(row))[member] ?? '')) }
}

type View = { readonly name: string; readonly columns: readonly Column[]; readonly holds: (row: Row) => boolean }

function views(): View[] {
  return [...VIEWS.matchAll(/CREATE OR REPLACE VIEW (\w+) AS\nSELECT\n([\s\S]*?)\nFROM (\w+)\nWHERE (.*);/g)].map(
    ([, name = '', columns = '', , where = '']) => {
      const [, service] = /^ServiceName = '([\w-]+)'/.exec(where) ?? []
      const [, without] = / AND SpanName != '([\w.]+)'$/.exec(where) ?? []
      return { name, columns: columns.split('\n').map(columnOf), holds: row => row.ServiceName === service && row.SpanName !== without }
    },
  )
}

/** The attributes that the views read. */
export const viewAttributes = (): string[] => [...VIEWS.matchAll(/Attributes\['([\w.]+)'\]/g)].map(([, key = '']) => key)

async function openStore(): Promise<{ add: (body: TraceBody | LogBody) => void; ask: (sql: string) => Record<string, unknown>[] }> {
  const database: Database = new (await initSqlJs()).Database()
  const all = views()
  for (const { name, columns } of all) database.run(`CREATE TABLE ${name} (${columns.map(column => column.name).join(', ')})`)
  return {
    add: body => {
      for (const row of rowsOf(body)) {
        for (const { name, columns } of all.filter(view => view.holds(row))) {
          const values = columns.map(({ read, isNumber }) =>
            isNumber ? (/^-?\d+$/.test(read(row)) ? Number(read(row)) : null) : read(row),
          )
          database.run(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`, values)
        }
      }
    },
    ask: sql => {
      const statement = database.prepare(sql)
      const rows: Record<string, unknown>[] = []
      while (statement.step()) rows.push(statement.getAsObject())
      statement.free()
      return rows
    },
  }
}

const FOLDER = 'deploy/clickhouse/findings'

/** The names of all findings. */
export const FINDINGS: readonly string[] = readdirSync(FOLDER).map(name => name.slice(0, -'.sql'.length))

type Ask = (sql: string, parameters: Readonly<Record<string, string>>) => Promise<Record<string, unknown>[]>

async function sqliteOf(bodies: readonly (TraceBody | LogBody)[]): Promise<Ask> {
  const store = await openStore()
  for (const body of bodies) store.add(body)
  return async (sql, parameters) => store.ask(sql.replaceAll(/\{(\w+):DateTime\}/g, (_, name) => `'${parameters[name]}'`))
}

async function clickhouseOf(chdb: string, bodies: readonly (TraceBody | LogBody)[]): Promise<Ask> {
  const clickhouse = await openClickHouse(chdb, bodies)
  return async (sql, parameters) =>
    (await clickhouse.ask({ sql, parameters }))
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Record<string, unknown>)
}

/** Where the findings are asked: SQLite, of which there is always one, or the ClickHouse in this folder. */
export type Engine = 'sqlite' | { readonly clickhouse: string }

/** The rows of each finding that has some, over these bodies; the window in UTC, `2026-11-30 12:00:00`. */
export async function findingsOf(
  bodies: readonly (TraceBody | LogBody)[],
  since: string,
  until: string,
  engine: Engine = 'sqlite',
): Promise<Record<string, Record<string, unknown>[]>> {
  const queries = Object.fromEntries(FINDINGS.map(name => [name, readFileSync(`${FOLDER}/${name}.sql`, 'utf8')]))
  const ask = engine === 'sqlite' ? await sqliteOf(bodies) : await clickhouseOf(engine.clickhouse, bodies)
  const found: Record<string, Record<string, unknown>[]> = {}
  for (const [name, query] of Object.entries(queries)) {
    const rows = await ask(query, { since, until })
    if (rows.length > 0) found[name] = rows
  }
  return found
}
