// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the policy's own spelling
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { patternExpression } from '../../cli/build/mirror/covers.ts'
import { permissionPatterns, withoutBraces } from '../../cli/build/mirror/path-mirror.ts'
import { CASE_HOME, CASE_PROJECT } from '../../policy/check/case.ts'
import { compilePathGlob } from '../../policy/compile/path-glob.ts'

const globOf = (source: string) => {
  const compiled = compilePathGlob(source)
  if (!compiled.ok) throw new Error(compiled.message)
  return compiled.glob
}

describe('spellings, as the engine was seen to read them', () => {
  test.each([
    ['**/.env', ['//**/.env']],
    ['/etc/hosts', ['//etc/hosts']],
    ['/etc/claude-code/**', ['//etc/claude-code/**']],
    ['~/.netrc', ['~/.netrc']],
    ['~/.aws/**', ['~/.aws/**']],
    // One segment would match at any depth beneath the project.
    ['${project}/one', ['.//one']],
    ['${project}/w/**', ['./w/*']],
    ['${project}/**', ['.//*']],
    ['${project}/.claude/settings*.json', ['./.claude/settings*.json']],
    ['**/*.{pem,key}', ['//**/*.pem', '//**/*.key']],
  ])('%s', (source, patterns) => {
    expect(permissionPatterns(globOf(source))).toEqual(patterns)
  })

  test.each(['**/[!a].pem', '**/a\\*b', '/', '**', '~/', 'C:/Program Files/x', '**/x(1)', '**/#x'])('%s has none', source => {
    expect(permissionPatterns({ base: 'any', re: /x/, source })).toBeUndefined()
  })

  test('braces are written out, nested ones and ranges are not', () => {
    expect(withoutBraces('{a,b}/{c,d}')).toEqual(['a/c', 'a/d', 'b/c', 'b/d'])
    expect(withoutBraces('{a,{b,c}}')).toBeUndefined()
    expect(withoutBraces('{1..3}')).toBeUndefined()
    expect(withoutBraces('a}')).toBeUndefined()
  })
})

const segment = fc.constantFrom('a', 'b', '.env', '*', 'a*', '?', '*.pem', '.e*', '**')
const prefix = fc.constantFrom('**/', '/', '~/', '${project}/')
const name = fc.constantFrom('a', 'b', 'ab', '.env', '.ENV', 'x.pem', 'srv', 'home', 'person', 'project')
const path = fc
  .tuple(fc.constantFrom('', CASE_HOME, CASE_PROJECT), fc.array(name, { minLength: 1, maxLength: 4 }))
  .map(([base, names]) => [base, ...names].join('/'))

/** Whether the glob matches the absolute path. */
function matches(glob: ReturnType<typeof globOf>, absolute: string): boolean {
  if (glob.base === 'any') return glob.re.test(absolute)
  const base = glob.base === 'home' ? CASE_HOME : CASE_PROJECT
  return absolute === base ? glob.re.test('') : absolute.startsWith(`${base}/`) && glob.re.test(absolute.slice(base.length + 1))
}

const withParents = (absolute: string): string[] =>
  absolute
    .split('/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    .filter(one => one !== '')

test('a spelling never covers a path that the glob does not match, itself or in a folder above it', () => {
  fc.assert(
    fc.property(prefix, fc.array(segment, { minLength: 1, maxLength: 3 }), path, (start, segments, absolute) => {
      const compiled = compilePathGlob(`${start}${segments.join('/')}`)
      fc.pre(compiled.ok)
      if (!compiled.ok) return
      const covered = (permissionPatterns(compiled.glob) ?? []).some(pattern => patternExpression(pattern).test(absolute))
      const isMeant = withParents(absolute).some(one => matches(compiled.glob, one))
      expect(covered && !isMeant).toBe(false)
    }),
    { seed: 20261130, numRuns: 4000 },
  )
})

test('a spelling covers what the glob matches, but for the base folder itself', () => {
  fc.assert(
    fc.property(prefix, fc.array(segment, { minLength: 1, maxLength: 3 }), path, (start, segments, absolute) => {
      const compiled = compilePathGlob(`${start}${segments.join('/')}`)
      fc.pre(compiled.ok)
      if (!compiled.ok) return
      const patterns = permissionPatterns(compiled.glob)
      fc.pre(patterns !== undefined && matches(compiled.glob, absolute))
      const isTrailing = segments.at(-1) === '**'
      const covered = (patterns ?? []).some(pattern => patternExpression(pattern).test(isTrailing ? `${absolute}/x` : absolute))
      expect(covered).toBe(true)
    }),
    { seed: 20261130, numRuns: 4000 },
  )
})
