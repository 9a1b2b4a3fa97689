/** Which dotenv files there are beneath a folder, as a session finds them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DotenvGlob } from '../../policy/compile/compiled.ts'
import { isDotenv, MAX_FOLDERS, MORE_FOLDERS, mayHold } from '../../redact/dotenv-folders.ts'
import type { Loaded } from './loaded.ts'

/** Paths relative to `project`, nearest first; in the order of their names. `fail` is told what could not be searched. */
export function dotenvFiles(project: string, globs: readonly DotenvGlob[], fail: Loaded['fail']): readonly string[] {
  const found: string[] = []
  let folders = globs.length === 0 ? [] : ['']
  let left = MAX_FOLDERS
  while (folders.length > 0) {
    if (folders.length > left) fail('dotenv', MORE_FOLDERS)
    const next: string[] = []
    const opened = folders.slice(0, left)
    for (const folder of opened) {
      try {
        for (const entry of readdirSync(join(project, folder), { withFileTypes: true })) {
          const path = folder === '' ? entry.name : `${folder}/${entry.name}`
          if (entry.isDirectory() && globs.some(glob => mayHold(glob.source, path.split('/')))) next.push(path)
          if (!entry.isDirectory() && globs.some(glob => isDotenv(glob, path))) found.push(path)
        }
      } catch {
        fail(`the folder ${folder || '.'}`, 'could not be searched for dotenv files')
      }
    }
    left -= opened.length
    folders = next.sort()
  }
  return found
}
