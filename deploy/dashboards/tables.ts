import { readdirSync } from 'node:fs'

/** The rule tables of a folder, by the names of their files, in order. */
export function shippedTables(folder: string): string[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.yaml'))
  return files.map(name => name.slice(0, -'.yaml'.length)).toSorted()
}
