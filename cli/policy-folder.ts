/** A policy folder on disk, as the compiler wants it: the one place where the command line reads policies. */
import { lstatSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { PolicyError, PolicySource, SourceFile } from '../policy/compile/result.ts'
import { packageRoot } from './package-root.ts'
import { problemOf, readText } from './read-file.ts'
import { misnamedHead, type Stray, straysAmong, straysBeside, TABLE } from './stray-tables.ts'

export const HEAD = 'castellan.yaml'

/** Of a folder that is not well `source` is what can be read of it, where the head can: there may be more to tell. */
export type PolicyFolder =
  | { readonly ok: true; readonly source: PolicySource }
  | { readonly ok: false; readonly errors: readonly PolicyError[]; readonly source?: PolicySource }

const at = (file: string, message: string): PolicyError => ({ file, line: 1, column: 1, message })

/** How messages name a file: short where it lies beneath the current directory. */
function shown(cwd: string, path: string): string {
  const short = relative(cwd, path)
  return short === '' || short.startsWith('..') || isAbsolute(short) ? path : short
}

const strayError = ({ path, why }: Stray, cwd: string): PolicyError => at(shown(cwd, path), why)

/** Table files of a folder, sorted by name, and what in it would not be read; `problem` when it is there and cannot be listed. */
function listTables(folder: string): { readonly names: readonly string[]; readonly strays: readonly Stray[]; readonly problem?: string } {
  const none = { names: [], strays: [] }
  try {
    const stat = lstatSync(folder, { throwIfNoEntry: false })
    if (stat === undefined) return none
    if (stat.isFile()) return { ...none, problem: 'it is a file' }
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    const names = entries.map(entry => entry.name).filter(name => name.endsWith(TABLE))
    return { names, strays: straysAmong(folder, entries) }
  } catch (error) {
    return { ...none, problem: problemOf(error) }
  }
}

function readTables(folder: string, cwd: string, errors: PolicyError[]): SourceFile[] {
  const { names, strays, problem } = listTables(folder)
  if (problem !== undefined) errors.push(at(shown(cwd, folder), `The folder of tables cannot be listed: ${problem}.`))
  errors.push(...strays.map(stray => strayError(stray, cwd)))
  const files: SourceFile[] = []
  for (const name of names) {
    const path = join(folder, name)
    const read = readText(path)
    if (read.ok) files.push({ path: shown(cwd, path), text: read.text })
    else errors.push(at(shown(cwd, path), `The table cannot be read: ${read.problem}.`))
  }
  return files
}

/** The tables that ship with castellan, by the name `include` uses (`castellan/git`). */
function readShipped(cwd: string, errors: PolicyError[]): Map<string, SourceFile> {
  const folder = join(packageRoot(), 'policy', 'rules')
  const files = readTables(folder, cwd, errors)
  return new Map(files.map(file => [`castellan/${file.path.replace(/^.*[\\/]/, '').slice(0, -TABLE.length)}`, file]))
}

/** Reads `folder` (relative to `cwd`). Every failure of every file is told at once, as an error of that file. Never throws. */
export function readPolicyFolder(folder: string, cwd: string): PolicyFolder {
  const root = resolve(cwd, folder)
  const name = shown(cwd, root)
  try {
    if (!statSync(root).isDirectory())
      return { ok: false, errors: [at(name, `A policy is a folder that holds ${HEAD}; this is not a folder.`)] }
  } catch (error) {
    return { ok: false, errors: [at(name, `The policy folder cannot be read: ${problemOf(error)}.`)] }
  }
  const errors: PolicyError[] = []
  const headPath = join(root, HEAD)
  const head = readText(headPath)
  const misnamed = head.ok ? undefined : misnamedHead(root, HEAD)
  if (misnamed !== undefined) errors.push(strayError(misnamed, cwd))
  else if (!head.ok)
    errors.push(
      at(shown(cwd, headPath), `The head of the policy cannot be read: ${head.problem}. A policy is a folder that holds ${HEAD}.`),
    )
  const tables = readTables(join(root, 'rules'), cwd, errors)
  errors.push(...straysBeside(root).map(stray => strayError(stray, cwd)))
  const shipped = readShipped(cwd, errors)
  if (!head.ok) return { ok: false, errors }
  const source = { head: { path: shown(cwd, headPath), text: head.text }, tables, shipped }
  return errors.length > 0 ? { ok: false, errors, source } : { ok: true, source }
}
