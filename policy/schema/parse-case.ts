import type { Case } from '../check/case.ts'
import type { Problem } from '../compile/problem.ts'
import { problemsOf } from '../compile/problems.ts'
import { type CaseSource, caseShape } from './case.ts'

/** `message`: every problem in one text; `problems`: each with its place in the value. */
export type ParsedCase =
  | { readonly ok: true; readonly case: Case }
  | { readonly ok: false; readonly message: string; readonly problems: readonly Problem[] }

/** Reads one case: a string is a Bash command, else one of the maps of a rule's tests. Unknown keys are problems. */
export const parseCase = (value: unknown): ParsedCase => {
  const parsed = caseShape.safeParse(value)
  if (parsed.success) return { ok: true, case: caseOf(parsed.data) }
  const problems = problemsOf(parsed.error.issues, value)
  return { ok: false, message: problems.map(problem => problem.message).join(' '), problems }
}

/** A case that the schema has let through. Absent `input` and `args` are empty maps. */
export const caseOf = (source: CaseSource): Case => {
  if (typeof source === 'string') return bash(source)
  const { agent, cwd, files, links } = source
  const around = {
    ...(agent === undefined ? {} : { agent }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(files === undefined ? {} : { files }),
    ...(links === undefined ? {} : { links }),
  }
  const from = source.from === undefined ? {} : { from: source.from }
  if (source.command !== undefined) return { ...bash(source.command), ...from, ...around }
  if (source.mention !== undefined) return { kind: 'mention', path: source.mention, ...around }
  if (source.plugin !== undefined) {
    const { provenance, tier, uses } = source.plugin
    return { kind: 'plugin', plugin: { provenance, tier, uses: { calls: uses?.calls ?? [], events: uses?.events ?? [] } }, ...around }
  }
  if (source.call !== undefined && source.from !== undefined) {
    return { kind: 'call', call: source.call, args: source.args ?? {}, from: source.from, ...around }
  }
  return { kind: 'tool', tool: source.tool ?? '', input: source.input ?? {}, ...from, ...around }
}

const bash = (command: string): Case & { readonly kind: 'tool' } => ({ kind: 'tool', tool: 'Bash', input: { command } })
