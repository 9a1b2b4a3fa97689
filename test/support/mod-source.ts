import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The source of one of the session tests' mods, by its name. */
export const modSource = (name: string): string => readFileSync(join(import.meta.dirname, `../session/mods/${name}.js`), 'utf8')
