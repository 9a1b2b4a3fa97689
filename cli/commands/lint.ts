/** `castellan lint`: everything wrong or doubtful in a policy folder. */
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import type { Finding } from '../../policy/lint/finding.ts'
import { type LoadedValues, loadedFindings } from '../../policy/lint/known-values.ts'
import { lintPolicy } from '../../policy/lint/lint-policy.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { createRedactor } from '../../redact/redactor.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadWithSource } from '../load-policy.ts'
import { json, place, plural } from '../messages.ts'
import { createLoaded } from '../secret-sources/loaded.ts'
import { loadPolicySources } from '../secret-sources/policy-sources.ts'

export type LintOptions = { readonly json?: boolean; readonly maxWarnings?: number; readonly shipped?: boolean; readonly values?: boolean }

const lineOf = (finding: Finding): string => place({ ...finding, message: `${finding.message} [${finding.code}]` }, finding.level)

/** Reads the sources as a session in this folder would, commands included. */
function valuesOf({ secrets }: CompiledPolicy, io: Io): LoadedValues {
  const loaded = createLoaded(secrets.force)
  loadPolicySources(secrets, loaded, io)
  return { refused: createRedactor(loaded.values()).refused, failures: loaded.failures() }
}

export function lint(folder: string, options: LintOptions, io: Io): number {
  const { result, source } = loadWithSource(folder, io.cwd)
  if (!result.ok || source === undefined) {
    const errors = result.ok ? [] : result.errors
    if (options.json) io.out(json({ ok: false, errors, warnings: [], notes: [] }))
    else for (const error of errors) io.err(place(error))
    return EXIT.badInput
  }
  const { policy, tests } = result
  const findings = [
    ...lintPolicy(source, result, evaluateCommand, { isShipped: options.shipped }),
    ...(options.values === true ? loadedFindings(source.head, valuesOf(policy, io)) : []),
  ]
  const warnings = findings.filter(one => one.level === 'warning')
  const notes = findings.filter(one => one.level === 'note')
  if (options.json) {
    const { name, mode, digest, rules } = policy
    io.out(json({ ok: true, policy: { name, mode, digest, rules: rules.length }, errors: [], warnings, notes }))
  } else {
    for (const finding of findings) io.err(lineOf(finding))
    const noted = notes.length === 0 ? '' : `, ${plural(notes.length, 'note')}`
    io.out(
      `${policy.name}: ${plural(policy.rules.length, 'rule')}, ${plural(tests.length, 'test')}, ${plural(warnings.length, 'warning')}${noted}\n`,
    )
  }
  const isOver = options.maxWarnings !== undefined && warnings.length > options.maxWarnings
  return isOver ? EXIT.fails : EXIT.well
}
