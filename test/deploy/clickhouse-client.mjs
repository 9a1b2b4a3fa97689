// A stand-in for clickhouse-client, with the options that findings.sh and deploy/README.md use: it asks the real ClickHouse of clickhouse-server.mjs.
// An option that it does not know ends it, as it would end the real client.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { parseArgs } from 'node:util'

const isParameter = arg => /^--param_\w+=/.test(arg)
const args = process.argv.slice(2)
const option = { type: 'string' }
const secure = { type: 'boolean' }
const options = { 'queries-file': option, format: option, session_timezone: option, host: option, database: option, secure }
const { values } = parseArgs({ args: args.filter(arg => !isParameter(arg)), options })
const parameters = Object.fromEntries(args.filter(isParameter).map(arg => /^--param_(\w+)=(.*)$/s.exec(arg).slice(1)))
const sql = readFileSync(values['queries-file'], 'utf8')
const { format = 'TabSeparated', session_timezone: timezone = 'UTC' } = values

const { CLICKHOUSE_SOCKET: socketPath } = process.env
const { database } = values
request({ socketPath, method: 'POST' }, response => {
  const isWell = response.statusCode === 200
  response.pipe(isWell ? process.stdout : process.stderr)
  process.exitCode = isWell ? 0 : 1
}).end(JSON.stringify({ database, timezone, parameters, format, sql }))
