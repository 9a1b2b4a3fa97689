/** The bundled runtime that every seat imports: `dist/castellan.js`, made by `npm run build`. */
import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import { type ReadText, readText } from '../read-file.ts'

export const readRuntime = (): ReadText => readText(join(packageRoot(), 'dist', 'castellan.js'))
