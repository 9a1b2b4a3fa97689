/** Where castellan itself is installed: the folder that holds its package.json, tables and bundled runtime. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Walks up from this module, so that the answer is the same from `dist/cli.js` and from source. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('castellan is not inside its own package')
    folder = parent
  }
  return folder
}

/** castellan's version, from its package.json. */
export function castellanVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }
  return manifest.version
}
