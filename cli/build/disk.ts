/** The file operations a build needs, as an object: tests put one in that fails at a chosen step. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type DiskEntry = 'file' | 'folder' | 'link' | 'other' | 'nothing'

export type Disk = {
  /** What stands at the path itself; links are not followed. */
  readonly kindOf: (path: string) => DiskEntry
  /** Names in a folder, sorted. */
  readonly list: (folder: string) => readonly string[]
  readonly read: (path: string) => string
  /** Makes the folder and what is missing above it; answers the topmost one made. */
  readonly makeFolder: (path: string) => string | undefined
  /** Writes a file that must not be there yet. */
  readonly write: (path: string, text: string) => void
  readonly rename: (from: string, to: string) => void
  readonly removeTree: (path: string) => void
  /** Removes a folder that must be empty. */
  readonly removeEmpty: (path: string) => void
}

/** Step by step: Node's own recursion never ends where nothing can be made (`/proc`). */
function makeFolder(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined
  const above = dirname(path)
  const made = above === path ? undefined : makeFolder(above)
  mkdirSync(path)
  return made ?? path
}

export const realDisk: Disk = {
  kindOf: path => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return 'nothing'
    if (stat.isSymbolicLink()) return 'link'
    if (stat.isDirectory()) return 'folder'
    return stat.isFile() ? 'file' : 'other'
  },
  list: folder => readdirSync(folder).sort(),
  read: path => readFileSync(path, 'utf8'),
  makeFolder,
  write: (path, text) => writeFileSync(path, text, { flag: 'wx' }),
  rename: (from, to) => renameSync(from, to),
  removeTree: path => rmSync(path, { recursive: true, force: true }),
  removeEmpty: path => rmdirSync(path),
}
