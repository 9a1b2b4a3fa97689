/** Files that were meant for a policy and lie, or are called, so that nothing would read them: a rule less, and nobody told. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { filesBeneath } from './find-files.ts'
import { readText } from './read-file.ts'

/** The ending of a table. */
export const TABLE = '.yaml'

export type Stray = { readonly path: string; readonly why: string }

const isYaml = (path: string): boolean => /\.ya?ml$/i.test(path)

/** In the folder of tables, whose entries these are. Throws where a folder in it cannot be read. */
export function straysAmong(folder: string, entries: readonly { readonly name: string; isDirectory(): boolean }[]): readonly Stray[] {
  return entries.flatMap(entry => {
    const path = join(folder, entry.name)
    // A folder that is called like a table is told when it is read.
    if (entry.name.endsWith(TABLE)) return []
    if (entry.isDirectory())
      return filesBeneath(path)
        .filter(isYaml)
        .map(file => ({ path: file, why: 'This file would not be read. Tables lie in rules itself: move it there.' }))
    return isYaml(entry.name) ? [{ path, why: `This file would not be read. Tables end in ${TABLE}: rename it.` }] : []
  })
}

/** Tables beside the head; where there is no folder of tables, in any folder there as well. What cannot be read is no table. */
export function straysBeside(policy: string): readonly Stray[] {
  const hasTables = existsSync(join(policy, 'rules'))
  return entriesOf(policy)
    .flatMap(({ name, isFolder }) => {
      const path = join(policy, name)
      if (!isFolder) return [path]
      return hasTables ? [] : entriesOf(path).flatMap(inner => (inner.isFolder ? [] : [join(path, inner.name)]))
    })
    .filter(path => isYaml(path) && isTable(path))
    .map(path => ({ path, why: 'This table would not be read. Tables lie in the folder rules: move it there.' }))
}

/** A file that is almost called like the head. */
export function misnamedHead(policy: string, head: string): Stray | undefined {
  const name = entriesOf(policy).find(entry => !entry.isFolder && entry.name.toLowerCase().replace(/\.yml$/, TABLE) === head)?.name
  return name === undefined
    ? undefined
    : { path: join(policy, name), why: `This file would not be read. The head of a policy is ${head}: rename it.` }
}

function entriesOf(folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.map(entry => ({ name: entry.name, isFolder: entry.isDirectory() })).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

function isTable(path: string): boolean {
  const read = readText(path)
  return read.ok && /^table:/m.test(read.text) && /^(?:rules|only):/m.test(read.text)
}
