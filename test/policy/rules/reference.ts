/** The reference policy, compiled from the files that ship. */
import { readdirSync, readFileSync } from 'node:fs'
import { compilePolicy } from '../../../policy/compile/compile-policy.ts'
import type { PolicySource, SourceFile } from '../../../policy/compile/result.ts'

const RULES = 'policy/rules'
const REFERENCE = 'policies/reference'

const read = (path: string): SourceFile => ({ path, text: readFileSync(path, 'utf8') })
const yamlIn = (folder: string): readonly SourceFile[] => {
  const names = readdirSync(folder).filter(name => name.endsWith('.yaml'))
  return names.sort().map(name => read(`${folder}/${name}`))
}

/** The tables that ship, each as `include` names it. */
export const shippedTables: ReadonlyMap<string, SourceFile> = new Map(
  yamlIn(RULES).map(file => [`castellan/${file.path.slice(RULES.length + 1, -'.yaml'.length)}`, file]),
)

export const referenceSource: PolicySource = {
  head: read(`${REFERENCE}/castellan.yaml`),
  tables: yamlIn(`${REFERENCE}/rules`),
  shipped: shippedTables,
}

export const reference = compilePolicy(referenceSource, { version: '0.0.0' })

const HEAD = `policy: all\ninclude: [${[...shippedTables.keys()].join(', ')}]\nseat: { marketplace: acme, preset: standard }\n`

/** Every table that ships, in one policy: the reference has not room for all. */
export const allTables = compilePolicy(
  { head: { path: 'all/castellan.yaml', text: HEAD }, tables: [], shipped: shippedTables },
  { version: '0.0.0' },
)
