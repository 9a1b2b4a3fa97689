/** Case files: one JSON value a line. */
import { z } from 'zod'
import type { Expect } from '../check/case.ts'
import type { Problem } from '../compile/problem.ts'
import { sortedErrors } from '../compile/problem.ts'
import { problemsOf } from '../compile/problems.ts'
import { readYaml } from '../compile/read-yaml.ts'
import type { CaseRow, PolicyError, SourceFile } from '../compile/result.ts'
import { show } from '../compile/show.ts'
import { caseKeys, caseProblem, commandText } from './case.ts'
import { caseOf } from './parse-case.ts'
import { complain, listOf, strict, text } from './strict.ts'

/** What recorded cases carry along and nobody judges by. */
export const ANNOTATIONS = [
  'ask_ok',
  'category',
  'comment',
  'form',
  'intent',
  'kind',
  'name',
  'native',
  'note',
  'reached',
  'rule_intent',
  'source',
  'tags',
] as const

const ROW = 'a Bash command in quotes, or a map like { "command": "git push -f", "expect": "deny" }'
const row = z.union(
  [
    commandText,
    strict(ROW, {
      ...caseKeys,
      id: z.union([text('a name for the row'), z.number()], { error: 'a name for the row' }).optional(),
      expect: z.enum(['deny', 'ask', 'none'], { error: 'deny, ask or none' }),
      rules: listOf('a list of rule ids', text('the id of a rule')).optional(),
      ...Object.fromEntries(ANNOTATIONS.map(key => [key, z.unknown().optional()])),
    }).check(complain(map => caseProblem(map))),
  ],
  { error: ROW },
)

export type ParsedRows = { readonly ok: true; readonly rows: CaseRow[] } | { readonly ok: false; readonly errors: PolicyError[] }

/**
 * Reads a cases file. A bare string is a Bash command of which nothing is expected (`none`); a map says what it expects. A row without an id is called
 * `line N`. Empty lines are skipped. Fails with every error of every line.
 */
export const parseCaseRows = (file: SourceFile): ParsedRows => {
  const rows: CaseRow[] = []
  const errors: PolicyError[] = []
  const lineOf = new Map<string, number>()
  for (const [index, raw] of file.text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const line = index + 1
    if (raw.trim() === '') continue
    const json = parsedJson(raw)
    if (!json.ok) {
      errors.push({ file: file.path, line, column: 1, message: `This line is not JSON: expected ${ROW}.` })
      continue
    }
    if (json.value === null) {
      errors.push({ file: file.path, line, column: 1, message: `This line is null: expected ${ROW}.` })
      continue
    }
    const parsed = row.safeParse(json.value)
    if (!parsed.success) {
      errors.push(...problemsOf(parsed.error.issues, json.value).map(problem => placed(file.path, line, raw, problem)))
      continue
    }
    const one = rowOf(parsed.data, line)
    const first = lineOf.get(one.id)
    if (first !== undefined)
      errors.push(
        placed(file.path, line, raw, { path: ['id'], message: `the id ${show(one.id)} is taken by line ${first}: ids are unique.` }),
      )
    else lineOf.set(one.id, line)
    rows.push(one)
  }
  return errors.length > 0 ? { ok: false, errors: sortedErrors(errors) } : { ok: true, rows }
}

const rowOf = (source: z.infer<typeof row>, line: number): CaseRow => {
  if (typeof source === 'string') return { id: `line ${line}`, case: caseOf(source), expect: 'none', line }
  const id = source.id === undefined ? `line ${line}` : String(source.id)
  const expect: Expect = source.expect
  return { id, case: caseOf(source), expect, ...(source.rules === undefined ? {} : { rules: source.rules }), line }
}

const parsedJson = (raw: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } => {
  try {
    return { ok: true, value: JSON.parse(raw) }
  } catch {
    return { ok: false }
  }
}

/** JSON is YAML, so the place within the line is found the same way as in a policy; where that reading fails, the line is the place. */
const placed = (file: string, line: number, raw: string, problem: Problem): PolicyError => {
  const read = readYaml({ path: file, text: raw })
  const column = read.ok ? read.errorAt(problem).column : 1
  return { file, line, column, message: problem.message }
}
