/** `castellan lint`: everything wrong or doubtful in a policy folder, without running its tests. */
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadPolicy } from '../load-policy.ts'
import { json, place } from '../messages.ts'

export function lint(folder: string, options: { readonly json?: boolean }, io: Io): number {
  const result = loadPolicy(folder, io.cwd)
  const errors = result.ok ? [] : result.errors
  const warnings = result.ok ? result.warnings : []
  for (const error of options.json ? [] : errors) io.err(place(error))
  for (const warning of options.json ? [] : warnings) io.err(place(warning, 'warning'))
  if (options.json) {
    const policy = result.ok
      ? { name: result.policy.name, mode: result.policy.mode, digest: result.policy.digest, rules: result.policy.rules.length }
      : undefined
    io.out(json({ ok: result.ok, ...(policy ? { policy } : {}), errors, warnings }))
  } else if (result.ok) {
    io.out(`${result.policy.name}: ${result.policy.rules.length} rules, ${result.tests.length} tests, ${warnings.length} warnings\n`)
  }
  return result.ok ? EXIT.well : EXIT.badInput
}
