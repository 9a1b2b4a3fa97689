/** Puts a finished build in its place: assembled beside it, then renamed, so that a reader finds the old build or the new one, never a part of one. */
import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { problemOf } from '../read-file.ts'
import { type Disk, realDisk } from './disk.ts'
import { standingAt } from './earlier-build.ts'

export type BuildFile = { readonly path: string; readonly text: string }

export type Written =
  | { readonly ok: true; readonly replaced: boolean /** What could not be removed afterwards, harmless. */; readonly leftOver?: string }
  | { readonly ok: false; readonly problem: string }

/** Runs a step of cleaning up; what it cannot remove it leaves. */
function attempt(step: () => void): boolean {
  try {
    step()
    return true
  } catch {
    return false
  }
}

/** Removes the folders that were made on the way to `folder`, from the bottom up to `top`, while they are empty. */
function removeMade(folder: string, top: string | undefined, disk: Disk): void {
  if (top === undefined) return
  for (let at = folder; at.startsWith(top); at = dirname(at)) {
    const isRemoved = attempt(() => disk.removeEmpty(at))
    if (!isRemoved) return
  }
}

function stage(folder: string, files: readonly BuildFile[], disk: Disk): void {
  disk.makeFolder(folder)
  for (const file of files) {
    const path = join(folder, file.path)
    disk.makeFolder(dirname(path))
    disk.write(path, file.text)
  }
}

/**
 * Writes `files` as the folder `out` (absolute). An earlier build there is replaced; any other non-empty folder, a file or a link is refused.
 * On failure nothing new is left behind and what stood there stands. Never throws.
 */
export function writeBuild(out: string, files: readonly BuildFile[], disk: Disk = realDisk): Written {
  const parent = dirname(out)
  const token = randomBytes(6).toString('hex')
  const staging = join(parent, `.${basename(out)}.castellan-${token}`)
  const retired = `${staging}-old`
  let made: string | undefined
  let isRetired = false
  try {
    const standing = standingAt(out, disk)
    if (standing.is === 'foreign') return { ok: false, problem: `${out} is not replaced: ${standing.why}. Name an empty or a new folder.` }
    made = disk.makeFolder(parent)
    stage(staging, files, disk)
    if (standing.is !== 'nothing') {
      disk.rename(out, retired)
      isRetired = true
    }
    disk.rename(staging, out)
    const isClean = standing.is === 'nothing' || attempt(() => disk.removeTree(retired))
    return { ok: true, replaced: standing.is === 'build', ...(isClean ? {} : { leftOver: retired }) }
  } catch (error) {
    const isRestored = !isRetired || attempt(() => disk.rename(retired, out))
    attempt(() => disk.removeTree(staging))
    removeMade(parent, made, disk)
    const old = isRestored ? '' : ` The earlier build is at ${retired}.`
    return { ok: false, problem: `The build could not be written to ${out}: ${problemOf(error)}.${old}` }
  }
}
