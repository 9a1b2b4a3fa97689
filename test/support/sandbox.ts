import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { EnginePlace } from './engine.ts'

/** Files by path, relative to the folder they are written under. */
export type Files = Readonly<Record<string, string>>

/** A folder of its own for one run: a HOME, a project and a temporary folder, all empty at first. */
export type Sandbox = EnginePlace & { dir: string; cleanup: () => void }

const kept = process.env.CASTELLAN_KEEP === '1'
const open = new Set<string>()

process.once('exit', removeSandboxes)

/** Removes every sandbox that is not to be kept. A process that is ended by a signal has to call it itself. */
export function removeSandboxes(): void {
  for (const dir of open) remove(dir)
  open.clear()
}

/**
 * Makes a sandbox under the system's temporary folder. It is removed by `cleanup`, or when this process ends, unless `keep` is set or the
 * environment says `CASTELLAN_KEEP=1`.
 */
export function createSandbox(keep = kept): Sandbox {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'castellan-')))
  const place = { cwd: join(dir, 'project'), home: join(dir, 'home'), tmp: join(dir, 'tmp') }
  for (const folder of Object.values(place)) mkdirSync(folder)
  if (!keep) open.add(dir)
  const cleanup = () => {
    open.delete(dir)
    remove(dir)
  }
  return { dir, ...place, cleanup }
}

/** Writes files under a folder, making the folders they stand in. */
export function writeFiles(root: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** Makes symbolic links under a folder, by path to target; a target is taken as it is written. */
export function writeLinks(root: string, links: Files): void {
  for (const [path, target] of Object.entries(links)) {
    const link = join(root, path)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link)
  }
}

/** The text of a file, or '' where there is none. */
export function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Every file under a folder whose name ends so, in a stable order; none where the folder is missing. */
export function filesUnder(root: string, ending: string): string[] {
  if (!existsSync(root)) return []
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return paths
    .filter(path => path.endsWith(ending))
    .map(path => join(root, path))
    .sort()
}

function remove(dir: string): void {
  // The engine may still be writing its last lines: a few tries, and a folder left over is no failure of the run.
  try {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  } catch {
    process.stderr.write(`castellan: could not remove ${dir}\n`)
  }
}
