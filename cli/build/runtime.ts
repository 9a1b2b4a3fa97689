/** The bundled runtime that every seat imports, made by `npm run build`: castellan's own code, and the libraries beside it. */
import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import { readText } from '../read-file.ts'

export type Runtime = { readonly own: string; readonly vendor: string }

export type ReadRuntime =
  | { readonly ok: true; readonly runtime: Runtime }
  | { readonly ok: false; readonly file: string; readonly problem: string }

export function readRuntime(): ReadRuntime {
  const texts: string[] = []
  for (const name of ['castellan.js', 'vendor.js']) {
    const read = readText(join(packageRoot(), 'dist', name))
    if (!read.ok) return { ok: false, file: `dist/${name}`, problem: read.problem }
    texts.push(read.text)
  }
  const [own = '', vendor = ''] = texts
  return { ok: true, runtime: { own, vendor } }
}
