// Globs over paths: from `~/x`, `${project}/x`, `/x` and `**/x` to a base directory and an expression.
import type { PathGlob } from './compiled.ts'
import { globTokens } from './glob-tokens.ts'
import { pathSource } from './path-source.ts'
import { cut } from './show.ts'

export type CompiledGlob = { readonly ok: true; readonly glob: PathGlob } | { readonly ok: false; readonly message: string }

/** How a path glob may start, for messages. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the policy's own spelling
export const PATH_SPELLINGS = '~/x (in the home directory), ${project}/x (in the project), /x (absolute) or **/x (anywhere)'

/** Case does not count: the file systems of macOS and Windows take either. `u`: and by Unicode's folding, as they do. */
const FLAGS = 'iu'

const HOME = '~/'
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the policy's own spelling
const PROJECT = '${project}/'

/**
 * `**` is any number of whole segments, none included; a trailing `/**` also fits the directory itself; `*` and `?` stay within a segment and take
 * a leading dot. The expression is for folded paths: absolute ones for base `any`, those relative to the base (`''`: the base itself) for the others.
 */
export const compilePathGlob = (source: string): CompiledGlob => {
  const base = source.startsWith(HOME) ? 'home' : source.startsWith(PROJECT) ? 'project' : 'any'
  const isSpelled = base !== 'any' || source.startsWith('/') || source.startsWith('**/') || source === '**'
  if (!isSpelled) return { ok: false, message: `the glob ${cut(JSON.stringify(source))} does not say where: write ${PATH_SPELLINGS}` }
  const rest = base === 'home' ? source.slice(HOME.length) : base === 'project' ? source.slice(PROJECT.length) : source.replace(/^\//, '')
  const compiled = compile(source, rest, base === 'any')
  return compiled.ok ? { ok: true, glob: { base, re: compiled.re, source } } : compiled
}

/** A glob for paths relative to the project (`.env`, `apps/web/.env.*`). Without a slash it fits files of the project directory itself alone. */
export const compileRelativeGlob = (
  source: string,
): { readonly ok: true; readonly re: RegExp } | { readonly ok: false; readonly message: string } => {
  const isRelative = !/^(?:\/|~|\$\{)/.test(source)
  if (isRelative) return compile(source, source, false)
  return {
    ok: false,
    message: `the glob ${cut(JSON.stringify(source))} is not relative to the project: write .env, apps/*/.env or **/.env.*`,
  }
}

const compile = (source: string, rest: string, isRooted: boolean) => {
  const tokens = globTokens(rest)
  const refused = (message: string) => ({ ok: false, message: `the glob ${cut(JSON.stringify(source))} ${message}` }) as const
  if (!tokens.ok) return refused(tokens.message)
  const sources: string[] = []
  for (const alternative of tokens.alternatives) {
    const one = pathSource(alternative, isRooted)
    if (!one.ok) return refused(one.message)
    sources.push(one.source)
  }
  return { ok: true, re: new RegExp(`^(?:${sources.join('|')})$`, FLAGS) } as const
}
