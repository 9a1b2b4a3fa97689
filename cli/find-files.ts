/** The files that paths on the command line mean. */
import { readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { problemOf } from './read-file.ts'

export type FoundFile = { readonly path: string; readonly bytes: number }
export type FoundFiles =
  | { readonly ok: true; readonly files: readonly FoundFile[] }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * A file is itself; a folder is every file of these endings beneath it. Each file once, in the order of its path. `none`: what is said where there is
 * none. Never throws.
 */
export function findFiles(paths: readonly string[], cwd: string, endings: readonly string[], none: string): FoundFiles {
  const isMeant = (file: string): boolean => endings.some(ending => file.endsWith(ending))
  const files = new Map<string, number>()
  const problems: string[] = []
  for (const path of paths) {
    try {
      const root = resolve(cwd, path)
      const stat = statSync(root)
      if (stat.isFile()) files.set(root, stat.size)
      else if (stat.isDirectory()) for (const file of filesBeneath(root).filter(isMeant)) files.set(file, statSync(file).size)
      else problems.push(`${path} is neither a file nor a folder.`)
    } catch (error) {
      problems.push(unreadable(path, cwd, error))
    }
  }
  if (problems.length > 0) return { ok: false, problems }
  if (files.size === 0) return { ok: false, problems: [none] }
  return { ok: true, files: [...files].map(([path, bytes]) => ({ path, bytes })).sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

/** Says that a path of the command line cannot be read, and why. Where it is something beneath the path that failed, that is named. */
export function unreadable(path: string, cwd: string, error: unknown): string {
  const failed = error instanceof Error && 'path' in error ? relative(resolve(cwd, path), String(error.path)) : ''
  return `${join(path, failed)} cannot be read: ${problemOf(error)}.`
}

/** Every file beneath a folder; links in it are not followed. Throws where a folder cannot be read. */
export function filesBeneath(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBeneath(path)
    return entry.isFile() ? [path] : []
  })
}
