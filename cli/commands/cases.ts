/** A cases file, read for the commands that take one. */
import { resolve } from 'node:path'
import type { CaseRow, PolicyError } from '../../policy/compile/result.ts'
import { parseCaseRows } from '../../policy/schema/parse-case-rows.ts'
import { readText } from '../read-file.ts'

export type Cases =
  | { readonly ok: true; readonly rows: readonly CaseRow[] }
  | { readonly ok: false; readonly errors: readonly PolicyError[] }

/** Every row of the file, or every error of it. A file without a row is an error: nothing would be judged, and that would look well. */
export function readCases(path: string, cwd: string): Cases {
  const failed = (message: string): Cases => ({ ok: false, errors: [{ file: path, line: 1, column: 1, message }] })
  const file = readText(resolve(cwd, path))
  if (!file.ok) return failed(`The cases cannot be read: ${file.problem}.`)
  const parsed = parseCaseRows({ path, text: file.text })
  return parsed.ok && parsed.rows.length === 0 ? failed('The file holds no case.') : parsed
}
