/** A file that holds secrets: read when it has changed. */
import { type Found, failed } from '../redact/found.ts'
import type { Doors } from './doors.ts'
import { type FileReader, isMissing, rethrowGuardFailure } from './secret-source.ts'

/** Some file systems tell time in steps of two seconds: a file that changed so lately may change again and look the same. */
const STEP_MS = 2000

/** Reads files that are not as they were; one for the life of a session. */
export function createFileReader(now: () => number): FileReader {
  const seen = new Map<string, string>()
  return async (doors, path, read, isRequired) => {
    try {
      const { kind, mtimeMs, size } = await doors.stat(path)
      // A pipe gives a reader nothing, or what another waits for (seen on 2.1.332). A link that leads nowhere is `other` as well: reading it tells.
      if (kind !== 'file' && (await doors.realPath(path)) !== undefined)
        return failed('is a pipe, a device or a folder: what it gives is not known')
      const look = `${mtimeMs} ${size}`
      if (seen.get(path) === look) return undefined
      const found = read(await doors.readText(path))
      if (Math.abs(now() - mtimeMs) > STEP_MS) seen.set(path, look)
      return found
    } catch (error) {
      rethrowGuardFailure(error, path)
      seen.delete(path)
      const isGone = isMissing(error, path)
      // Not everybody has every file; one that comes to be is found then.
      return isGone && !isRequired ? { values: [] } : failed(isGone ? 'is not there' : 'could not be read')
    }
  }
}
