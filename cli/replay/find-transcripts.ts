/** The transcript files that paths on the command line mean. */
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { problemOf } from '../read-file.ts'

export type Transcript = { readonly path: string; readonly bytes: number }
export type Transcripts =
  | { readonly ok: true; readonly files: readonly Transcript[] }
  | { readonly ok: false; readonly problems: readonly string[] }

/** A file is itself; a folder is every *.jsonl beneath it, links in it not followed. Each file once, in the order of its path. */
export function findTranscripts(paths: readonly string[], cwd: string): Transcripts {
  const files = new Map<string, number>()
  const problems: string[] = []
  for (const path of paths) {
    try {
      const root = resolve(cwd, path)
      const stat = statSync(root)
      if (stat.isFile()) files.set(root, stat.size)
      else if (stat.isDirectory()) for (const file of beneath(root)) files.set(file, statSync(file).size)
      else problems.push(`${path} is neither a file nor a folder.`)
    } catch (error) {
      problems.push(`${path} cannot be read: ${problemOf(error)}.`)
    }
  }
  if (problems.length > 0) return { ok: false, problems }
  if (files.size === 0) return { ok: false, problems: ['No transcript (*.jsonl) lies there.'] }
  return { ok: true, files: [...files].map(([path, bytes]) => ({ path, bytes })).sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

function beneath(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return beneath(path)
    return entry.isFile() && entry.name.endsWith('.jsonl') ? [path] : []
  })
}
