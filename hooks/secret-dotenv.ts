/** Which dotenv files there are under the project. */
import type { DotenvGlob } from '../policy/compile/compiled.ts'
import { isDotenv, MAX_FOLDERS, MORE_FOLDERS, mayHold } from '../redact/dotenv-folders.ts'
import type { Doors } from './doors.ts'
import { rethrowGuardFailure } from './secret-source.ts'

/** Paths relative to the project, nearest first. `fail` is told of what could not be searched. Rejects where castellan's own guard failed. */
export async function dotenvFiles(
  doors: Doors,
  project: string,
  globs: readonly DotenvGlob[],
  fail: (what: string, why: string) => void,
): Promise<readonly string[]> {
  const found: string[] = []
  let folders = globs.length === 0 ? [] : ['']
  let left = MAX_FOLDERS
  while (folders.length > 0) {
    if (folders.length > left) fail('dotenv', MORE_FOLDERS)
    const opened = folders.slice(0, left)
    left -= opened.length
    const listed = await Promise.all(
      opened.map(async folder => {
        const path = folder === '' ? project : `${project}/${folder}`
        const entries = await doors.list(path).catch(error => {
          rethrowGuardFailure(error, path)
          fail(`the folder ${folder || '.'}`, 'could not be searched for dotenv files')
          return []
        })
        return entries.map(({ name, kind }) => ({ kind, path: folder === '' ? name : `${folder}/${name}` }))
      }),
    )
    const entries = listed.flat()
    folders = entries
      .filter(({ kind, path }) => kind === 'dir' && globs.some(glob => mayHold(glob.source, path.split('/'))))
      .map(({ path }) => path)
    for (const { kind, path } of entries) if (kind !== 'dir' && globs.some(glob => isDotenv(glob, path))) found.push(path)
  }
  return found
}
