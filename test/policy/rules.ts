/** Short spellings of compiled policies, for tests that need no compiler. */
import { auditOf } from '../../policy/compile/audit-of.ts'
import type { CompiledPolicy, CompiledRule, Condition } from '../../policy/compile/compiled.ts'

export const rule = (id: string, when: Condition, more: Partial<CompiledRule> = {}): CompiledRule => ({
  id,
  table: 't',
  when,
  decide: 'deny',
  mode: 'enforce',
  reason: `Reason of ${id}.`,
  unknown: 'ask',
  ...more,
})

/** `audit: { endpoint }`, compiled. */
export const audited = (endpoint: string) => auditOf({ endpoint })

export const policy = (rules: readonly CompiledRule[], more: Partial<CompiledPolicy> = {}): CompiledPolicy => ({
  format: 1,
  name: 'acme-standard',
  mode: 'enforce',
  digest: '',
  castellan: '0.1.0',
  rules,
  withhold: [],
  plugins: { unlisted: 'allow', entries: [] },
  secrets: { env: [], dotenv: [] },
  seat: { marketplace: 'acme', preset: 'standard' },
  ...more,
})

export const runs = (program: string, ...subcommand: string[]): Condition => ({
  kind: 'run',
  program: { equals: program },
  ...(subcommand.length > 0 && { subcommand: [subcommand] }),
  checks: [],
})
export const reads = (source: string, re: RegExp): Condition => ({ kind: 'read', globs: [{ base: 'any', source, re }], not: [] })
