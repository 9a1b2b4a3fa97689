/**
 * A path glob as the engine's permission rules spell it. The engine reads them as .gitignore lines (measured on 2.1.332): `//x` from the root, `~/x` from the
 * home, `./x` from the session's start; a project pattern of one segment, or one that ends in `/**` after one, would match at any depth, so those are
 * spelled `.//x` and `./x/*` (the same files: what lies beneath a matched folder is matched). Letters match in either case.
 */
import type { PathGlob } from '../../../policy/compile/compiled.ts'

/** What both readings take alike: names, `*`, `?`, simple `[...]`, and `**` as a whole segment. */
const PLAIN_PATTERN = /^[\w.\-@%+=, /*?[\]]+$/
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the policy's own spelling
const PROJECT = '${project}/'
const MAX_BRACES = 32

/** `a.{b,c}` as `a.b` and `a.c`; undefined: nested, unbalanced or too many. */
export function withoutBraces(pattern: string): readonly string[] | undefined {
  const open = pattern.indexOf('{')
  if (open < 0) return pattern.includes('}') ? undefined : [pattern]
  const close = pattern.indexOf('}', open)
  const inside = pattern.slice(open + 1, close)
  const isSimple = close > open && !inside.includes('{') && inside.includes(',') && !inside.includes('..')
  if (!isSimple) return undefined
  const all = inside.split(',').map(choice => withoutBraces(pattern.slice(0, open) + choice + pattern.slice(close + 1)))
  const found = all.flatMap(some => some ?? [])
  const isWhole = all.every(some => some !== undefined) && found.length <= MAX_BRACES
  return isWhole ? found : undefined
}

function isAlike(pattern: string): boolean {
  const segments = pattern.split('/')
  const hasLooseStars = segments.some(segment => segment.includes('**') && segment !== '**')
  const hasNegatedClass = /\[[!^]|\[\[|\[\]/.test(pattern)
  return PLAIN_PATTERN.test(pattern) && !hasLooseStars && !hasNegatedClass && !/\s$|^\s/.test(pattern)
}

/** Beneath the session's start, anchored there. */
function projectPattern(rest: string): string {
  const anchored = rest.endsWith('/**') ? `${rest.slice(0, -3)}/*` : rest === '**' ? '*' : rest
  return anchored.includes('/') ? `./${anchored}` : `.//${anchored}`
}

function spelledOne(base: PathGlob['base'], pattern: string): string | undefined {
  if (!isAlike(pattern) || pattern === '') return undefined
  if (base === 'project') return projectPattern(pattern)
  if (base === 'home') return `~/${pattern}`
  if (pattern.startsWith('/')) return pattern.length > 1 && pattern !== '/**' ? `/${pattern}` : undefined
  return pattern.startsWith('**/') && !/^(\*\*\/)+\*+$/.test(pattern) ? `//${pattern}` : undefined
}

const PREFIXES: Readonly<Record<PathGlob['base'], string>> = { any: '', home: '~/', project: PROJECT }

/** The patterns that stand for the glob; undefined: some part of it has no spelling that means the same. */
export function permissionPatterns(glob: PathGlob): readonly string[] | undefined {
  const patterns = withoutBraces(glob.source.slice(PREFIXES[glob.base].length))?.map(pattern => spelledOne(glob.base, pattern))
  return patterns?.every(pattern => pattern !== undefined) ? patterns : undefined
}

/** Whether the glob names one path. */
export const isLiteral = (glob: PathGlob): boolean => !/[*?[{\\]/.test(glob.source.slice(PREFIXES[glob.base].length))
