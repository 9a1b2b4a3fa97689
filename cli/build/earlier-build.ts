/** Whether a folder is a castellan build and nothing else: only such a folder may be replaced. */
import { join } from 'node:path'
import { FILE_ROW, MARKER } from './build-md.ts'
import type { Disk } from './disk.ts'

export type Standing =
  | { readonly is: 'nothing' | 'empty' | 'build' }
  /** Anything else, with the sentence that refuses it. */
  | { readonly is: 'foreign'; readonly why: string }

/** The first path in the folder that the build did not put there. Folders count as far as they hold, or are, something listed. */
function foreignPath(folder: string, listed: ReadonlySet<string>, disk: Disk, below = ''): string | undefined {
  for (const name of disk.list(join(folder, below))) {
    const path = below === '' ? name : `${below}/${name}`
    const kind = disk.kindOf(join(folder, path))
    const isListedFile = kind === 'file' && listed.has(path)
    if (isListedFile) continue
    const isOnTheWay = kind === 'folder' && [...listed].some(known => known.startsWith(`${path}/`))
    if (!isOnTheWay) return path
    const found = foreignPath(folder, listed, disk, path)
    if (found !== undefined) return found
  }
  return undefined
}

/** Looks at `out` without following a link. Throws what the disk throws. */
export function standingAt(out: string, disk: Disk): Standing {
  const kind = disk.kindOf(out)
  if (kind === 'nothing') return { is: 'nothing' }
  if (kind === 'link') return { is: 'foreign', why: 'it is a symbolic link' }
  if (kind !== 'folder') return { is: 'foreign', why: 'it is not a folder' }
  if (disk.list(out).length === 0) return { is: 'empty' }
  const page = join(out, 'BUILD.md')
  const isMarked = disk.kindOf(page) === 'file' && disk.read(page).startsWith(MARKER)
  if (!isMarked) return { is: 'foreign', why: 'it holds files and is no earlier build of castellan' }
  const listed = new Set(['BUILD.md', ...[...disk.read(page).matchAll(FILE_ROW)].map(row => row[1] ?? '')])
  const foreign = foreignPath(out, listed, disk)
  return foreign === undefined ? { is: 'build' } : { is: 'foreign', why: `it holds ${foreign}, which castellan did not put there` }
}
