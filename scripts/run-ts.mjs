import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const FOLDER = join(ROOT, 'node_modules/.cache/castellan')

/**
 * Bundles one TypeScript program of this repository (its path from the root) and runs it, since Node 20 runs no TypeScript. Answers its exit
 * code, 1 where a signal ended it.
 */
export async function runTypeScript(file, args) {
  mkdirSync(FOLDER, { recursive: true })
  const program = join(FOLDER, `${basename(file, '.ts')}.${process.pid}.mjs`)
  await build({
    entryPoints: [join(ROOT, file)],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  })
  const run = spawnSync(process.execPath, ['--enable-source-maps', program, ...args], { stdio: 'inherit' })
  rmSync(program, { force: true })
  return run.status ?? 1
}
