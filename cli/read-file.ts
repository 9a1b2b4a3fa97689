/** One text file, read the careful way: a regular file, bounded, valid UTF-8. */
import { readFileSync, statSync } from 'node:fs'

export const MAX_FILE_BYTES = 1024 * 1024

export type ReadText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string /** There is no such file. */; readonly isMissing?: true }

/** Why a file operation failed, in words. What bears no code is no failure of the disk but a bug: it is thrown on, and never told as a file's fault. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) throw error
  switch (error.code) {
    case 'ENOENT':
      return 'there is no such file or folder'
    case 'ENOTDIR':
      return 'a part of the path is not a folder'
    case 'EACCES':
    case 'EPERM':
      return 'it may not be read or written by this user'
    case 'ELOOP':
      return 'its links lead in a circle'
    case 'EISDIR':
      return 'it is a folder'
    case 'EEXIST':
      return 'something else stands in its place'
    case 'ENOSPC':
      return 'no space is left on the disk'
    case 'EROFS':
      return 'it lies on a disk that cannot be written'
    case 'ENAMETOOLONG':
      return 'its name is too long'
    default:
      return error.message
  }
}

/** Reads the file, or says why not. Never throws. */
export function readText(path: string): ReadText {
  try {
    const stat = statSync(path)
    // Asked before reading: a pipe would block, a device might never end.
    if (!stat.isFile()) return { ok: false, problem: 'it is not a file' }
    if (stat.size > MAX_FILE_BYTES) return { ok: false, problem: `it is larger than ${MAX_FILE_BYTES} bytes (1 MiB)` }
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)) }
  } catch (error) {
    const isEncoding = error instanceof TypeError && !('syscall' in error)
    const isMissing = /^(?:ENOENT|ENOTDIR)$/.test(String((error as NodeJS.ErrnoException).code))
    return { ok: false, problem: isEncoding ? 'it is not valid UTF-8: save it as that' : problemOf(error), ...(isMissing && { isMissing }) }
  }
}
