/** What the engine saves of sessions beneath a folder: transcripts, spilled output, prompt histories. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { filesBeneath, unreadable } from '../find-files.ts'
import { BACKUP } from './scrub-file.ts'

export type Saved =
  | { readonly ok: true; readonly files: readonly string[]; readonly backups: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] }

const isSaved = (path: string): boolean => path.endsWith('.jsonl') || (path.endsWith('.txt') && path.includes('/tool-results/'))

/** A file is itself; a folder is what it holds of saved files and of backups of such, links in it not followed. In the order of their paths. */
export function findSaved(paths: readonly string[], cwd: string): Saved {
  const files = new Set<string>()
  const backups = new Set<string>()
  const problems: string[] = []
  for (const path of paths) {
    const root = resolve(cwd, path)
    try {
      const stat = statSync(root)
      const found = stat.isDirectory() ? filesBeneath(root) : [root]
      for (const file of found) {
        if (file.endsWith(BACKUP)) backups.add(file)
        else if (isSaved(file) || !stat.isDirectory()) files.add(file)
      }
      if (!stat.isDirectory() && statSync(root + BACKUP, { throwIfNoEntry: false }) !== undefined) backups.add(root + BACKUP)
    } catch (error) {
      problems.push(unreadable(path, cwd, error))
    }
  }
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, files: [...files].sort(), backups: [...backups].sort() }
}
