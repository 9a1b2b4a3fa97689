import { describe, expect, it } from 'vitest'
import { compilePolicy } from '../../../policy/compile/compile-policy.ts'
import { shippedTables } from './reference.ts'

const INTRO = `# The tables that ship

Include what fits, by name: \`include: [castellan/git, castellan/kubernetes]\`. Each rule is there with its tests in
\`policy/rules/<table>.yaml\`; \`override\` makes one stricter, observes it, or switches it off with a reason.
`

/** One shipped table: what it is about, as its first line says, and each rule with its answer and reason. */
const section = (name: string, text: string): string => {
  const head = `policy: page\ninclude: [${name}]\nseat: { marketplace: acme, preset: standard }\n`
  const compiled = compilePolicy({ head: { path: 'page.yaml', text: head }, tables: [], shipped: shippedTables }, { version: '0.0.0' })
  if (!compiled.ok) throw new Error(compiled.errors.map(one => one.message).join('\n'))
  const rows = compiled.policy.rules.map(({ id, decide, reason }) => `| \`${id}\` | ${decide} | ${reason} |`)
  const [about = ''] = text.split('\n')
  return [`## ${name}`, '', about.replace(/^# */, ''), '', '| rule | answer | because |', '| -- | -- | -- |', ...rows, ''].join('\n')
}

describe('docs/tables.md', () => {
  // Written anew by `npx vitest run -u` on this file.
  it('lists every table that ships and every rule in it', async () => {
    const page = [INTRO, ...[...shippedTables].map(([name, { text }]) => section(name, text))].join('\n')
    await expect(page).toMatchFileSnapshot('../../../docs/tables.md')
  })
})
