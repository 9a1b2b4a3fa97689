/** Writes deploy/dashboards/generated: a board for the security team, one for operators, one for every rule table that ships and every one named. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { boards } from '../deploy/dashboards/boards.ts'
import { shippedTables } from '../deploy/dashboards/tables.ts'

const folder = 'deploy/dashboards/generated'
const tables = [...new Set([...shippedTables('policy/rules'), ...process.argv.slice(2)])]
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) rmSync(`${folder}/${name}`)
for (const [name, json] of boards(tables)) writeFileSync(`${folder}/${name}`, json)
console.log(`${folder}: ${tables.length + 2} boards`)
