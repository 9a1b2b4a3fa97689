/** From the files of a policy folder to a compiled policy. */
import { type HeadSource, headShape } from '../schema/head.ts'
import type { PluginsSource } from '../schema/plugins.ts'
import { tableShape } from '../schema/table.ts'
import { included, overrideErrors, repeated, withholdErrors } from './across-files.ts'
import { auditOf, credentialsOf } from './audit-of.ts'
import type { CompiledPolicy, CompiledRule, PluginEntry } from './compiled.ts'
import { tierMatcherOf } from './condition-of.ts'
import { digestOf } from './digest.ts'
import { load } from './loaded.ts'
import { nameMatcherOf } from './matcher-of.ts'
import { sortedErrors } from './problem.ts'
import type { CompileResult, PolicySource } from './result.ts'
import { rulesOf } from './rules-of.ts'
import { secretsOf } from './secrets-of.ts'
import { headWarnings, tableWarnings } from './warnings.ts'

/**
 * Compiles a policy. `version` is castellan's own, and part of the digest. Fails with all errors of all files, by file and line.
 * Warnings are about the policy's own files: what ships is not its author's to change. Rules stand in the order of `include`, then of the tables' paths; the same input gives the same policy, digest and all.
 */
export const compilePolicy = (source: PolicySource, { version }: { readonly version: string }): CompileResult => {
  const head = load(source.head, headShape)
  const shipped = included(head, source.shipped)
  const own = [...source.tables].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const tables = [...shipped.files, ...own].map(file => load(file, tableShape))
  const errors = [
    ...head.errors,
    ...shipped.errors,
    ...tables.flatMap(table => table.errors),
    ...repeated(tables),
    ...overrideErrors(head, tables),
    ...withholdErrors(head),
  ]
  if (errors.length > 0 || head.data === undefined) return { ok: false, errors: sortedErrors(errors) }
  const parts = tables.map(table => rulesOf(head.data as HeadSource, table))
  const rules = parts.flatMap(part => part.rules)
  const warnings = [...headWarnings(head, rules.length), ...tables.filter(table => own.includes(table.file)).flatMap(tableWarnings)]
  return {
    ok: true,
    policy: policyOf(head.data, rules, version),
    tests: parts.flatMap(part => part.tests),
    warnings: sortedErrors(warnings),
  }
}

const policyOf = (head: HeadSource, rules: readonly CompiledRule[], version: string): CompiledPolicy => {
  const { audit, secrets, plugins } = head
  const undigested = {
    format: 1 as const,
    name: head.policy,
    mode: head.mode ?? 'enforce',
    castellan: version,
    rules,
    tables: tablesOf(rules),
    withhold: [...new Set(head.withhold ?? [])].sort(),
    plugins: { unlisted: plugins?.unlisted ?? 'allow', entries: (plugins?.entries ?? []).map(entryOf) },
    secrets: secretsOf(secrets, audit && credentialsOf(audit)),
    ...(audit === undefined ? {} : { audit: auditOf(audit) }),
    seat: {
      marketplace: head.seat.marketplace,
      preset: head.seat.preset ?? 'standard',
      ...(head.seat.inner && ({ inner: true } as const)),
    },
  }
  return { ...undigested, digest: digestOf(undigested) }
}

/** A number that tells one version of a table from another, changes of the head to its rules included. */
const tablesOf = (rules: readonly CompiledRule[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new Set(rules.map(rule => rule.table))].map(table => [table, digestOf(rules.filter(rule => rule.table === table)).slice(0, 12)]),
  )

const entryOf = (entry: NonNullable<PluginsSource['entries']>[number]): PluginEntry => ({
  ...(entry.id === undefined ? {} : { id: nameMatcherOf(entry.id) }),
  ...(entry.tier === undefined ? {} : { tier: tierMatcherOf(entry.tier) }),
  ...(entry.uses?.calls === undefined ? {} : { calls: entry.uses.calls }),
  ...(entry.uses?.events === undefined ? {} : { events: entry.uses.events }),
  answer: entry.answer,
  ...(entry.reason === undefined ? {} : { reason: entry.reason.trim() }),
})
