/**
 * The bundled runtime that seats import, made by `npm run build`: castellan's own code, and the libraries beside it; `sources` only where the policy has
 * secrets in other places than variables and dotenv files, `patterns` where it names shapes of tokens, `hydrate` where tools are handed values, `spool`
 * where it keeps records on the disk, `endpoint` where the environment says where they go; `inner` only where it asks for an inner seat.
 */
import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import { readText } from '../read-file.ts'

export type Runtime = {
  readonly own: string
  readonly vendor: string
  readonly sources: string
  readonly inner: string
  readonly patterns: string
  readonly hydrate: string
  readonly spool: string
  readonly endpoint: string
}

export type ReadRuntime =
  | { readonly ok: true; readonly runtime: Runtime }
  | { readonly ok: false; readonly file: string; readonly problem: string }

const FILES: Readonly<Record<keyof Runtime, string>> = {
  own: 'castellan.js',
  vendor: 'vendor.js',
  sources: 'sources.js',
  inner: 'inner.js',
  patterns: 'patterns.js',
  hydrate: 'hydrate.js',
  spool: 'spool.js',
  endpoint: 'endpoint.js',
}

/** All of it, or the first file that cannot be read. */
export function readRuntime(): ReadRuntime {
  const texts: Partial<Record<string, string>> = {}
  for (const [part, name] of Object.entries(FILES)) {
    const read = readText(join(packageRoot(), 'dist', name))
    if (!read.ok) return { ok: false, file: `dist/${name}`, problem: read.problem }
    texts[part] = read.text
  }
  return { ok: true, runtime: texts as Runtime }
}
