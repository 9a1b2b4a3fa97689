/** Writes the schemas that ship with the package, and the tables of the documentation that are made of them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { RECORD_TABLES, recordTables, sealedRecordSchema } from '../audit/record-schema.ts'
import { policySchema, tableSchema } from '../policy/schema/json-schema.ts'

const write = (name: string, schema: object): void => writeFileSync(`schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`)

write('audit-record', sealedRecordSchema)
write('policy', policySchema)
write('table', tableSchema)
const page = readFileSync('docs/audit.md', 'utf8')
writeFileSync(
  'docs/audit.md',
  page.replace(RECORD_TABLES, () => `<!-- fields -->\n${recordTables()}<!-- end of fields -->`),
)
