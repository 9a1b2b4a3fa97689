/** Which engine checks a build: `--engine`, then `CASTELLAN_ENGINE`, then the project's own package, then `claude` on PATH. */
import { accessSync, constants, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import { packageRoot } from '../package-root.ts'

export type Engine =
  | { readonly found: true; readonly path: string }
  | { readonly found: false; readonly is: 'absent' }
  /** One was named and cannot be run. */
  | { readonly found: false; readonly is: 'unusable'; readonly why: string }

const PACKAGE = '@anthropic-ai/claude-code'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The platform packages that could hold the native program here, the likelier first. */
function platformPackages(): string[] {
  const name = `${PACKAGE}-${process.platform}-${process.arch}`
  return process.platform === 'linux' ? [name, `${name}-musl`] : [name]
}

const program = process.platform === 'win32' ? 'claude.exe' : 'claude'

/** Looks from the current directory, then from castellan's own package. */
function installedEngine(cwd: string): string | undefined {
  for (const from of [cwd, packageRoot()]) {
    const require = createRequire(join(from, 'package.json'))
    for (const name of platformPackages()) {
      try {
        const path = join(dirname(require.resolve(`${name}/package.json`)), program)
        if (isProgram(path)) return path
      } catch {
        // Not installed here: the next place may have it.
      }
    }
  }
  return undefined
}

const onPath = (path: string | undefined): string | undefined =>
  (path ?? '')
    .split(delimiter)
    .filter(folder => folder !== '')
    .map(folder => join(folder, program))
    .find(isProgram)

/** `named`: the value of `--engine`, relative to `cwd`. A named engine that cannot be run is never replaced by another. */
export function findEngine(named: string | undefined, env: Readonly<Record<string, string | undefined>>, cwd: string): Engine {
  for (const [from, value] of [
    ['--engine', named],
    ['CASTELLAN_ENGINE', env.CASTELLAN_ENGINE],
  ] as const) {
    if (value === undefined || value === '') continue
    const path = resolve(cwd, value)
    return isProgram(path)
      ? { found: true, path }
      : { found: false, is: 'unusable', why: `${from} names ${value}, which is not a program that can be run.` }
  }
  const path = installedEngine(cwd) ?? onPath(env.PATH)
  return path === undefined ? { found: false, is: 'absent' } : { found: true, path }
}
