// A real ClickHouse in this process (chdb), asked over a Unix socket: loading its half gigabyte is what costs, so the tests of a file share one.
// clickhouse-server.mjs <the folder of scripts/clickhouse.sh> <a folder of its own>. Ends when the process that forked it does, and removes its folder.
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const [, , chdb, folder] = process.argv
const { Session } = createRequire(`${chdb}/`)('chdb')
const session = new Session(`${folder}/data`)

function answer({ database, timezone, parameters, format, sql }) {
  session.query(`CREATE DATABASE IF NOT EXISTS ${database}`)
  session.query(`USE ${database}`)
  session.query(`SET session_timezone = '${timezone}'`)
  // Nothing that is asked here holds a semicolon at the end of a line but between queries.
  const queries = sql.split(/;\s*$/m).filter(part => part.replaceAll(/^--.*$/gm, '').trim() !== '')
  return queries.map(query => session.queryBind(query, parameters, format)).join('')
}

createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', piece => (body += piece))
  request.on('end', () => {
    try {
      response.end(answer(JSON.parse(body)))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
}).listen(`${folder}/socket`, () => process.send('ready'))
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit()
})
