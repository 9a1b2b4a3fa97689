/** Writes the schemas that ship with the package, and the tables of the documentation that are made of them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { RECORD_TABLES, recordTables, sealedRecordSchema } from '../audit/record-schema.ts'

writeFileSync('schemas/audit-record.schema.json', `${JSON.stringify(sealedRecordSchema, null, 2)}\n`)
const page = readFileSync('docs/audit.md', 'utf8')
writeFileSync(
  'docs/audit.md',
  page.replace(RECORD_TABLES, () => `<!-- fields -->\n${recordTables()}<!-- end of fields -->`),
)
