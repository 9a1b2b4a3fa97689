/** Reads the scripts that a command line runs: files of this moment, which may be others when the line gets to them. */
import type { ScriptFile } from '../policy/facts/script-texts.ts'
import type { Doors } from './doors.ts'

/** Of one file. A longer one is not read at all: half a script tells half. */
const MAX_BYTES = 64 * 1024

/** The texts of the regular files among them that are no longer than that and hold text, by place. Never rejects. */
export async function readScriptFiles(doors: Doors, files: readonly ScriptFile[]): Promise<ReadonlyMap<string, string>> {
  const read = await Promise.all(files.map(async ({ place, path }) => [place, await textOf(doors, path).catch(() => '\0')] as const))
  return new Map(read.filter(([, text]) => !text.includes('\0')))
}

/** A device or a pipe has no size: it is never read, nor is what is empty. */
async function textOf(doors: Doors, path: string): Promise<string> {
  const { kind, size } = await doors.stat(path)
  return kind === 'file' && size > 0 && size <= MAX_BYTES ? doors.readText(path) : '\0'
}
