import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, test } from 'vitest'
import { compilePathGlob, compileRelativeGlob } from '../../../policy/compile/path-glob.ts'
import { regexProblem } from '../../../policy/compile/regex-safety.ts'

const globOf = (source: string) => {
  const compiled = compilePathGlob(source)
  if (!compiled.ok) throw new Error(compiled.message)
  return compiled.glob
}
const fits = (source: string, path: string): boolean => globOf(source).re.test(path)
const problem = (source: string): string => {
  const compiled = compilePathGlob(source)
  return compiled.ok ? 'fits' : compiled.message
}

describe('where a glob starts', () => {
  test.each([
    ['~/.ssh/id_*', 'home', '.ssh/id_rsa', 'work/.ssh/id_rsa'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the policy's own spelling
    ['${project}/.env', 'project', '.env', 'a/.env'],
    ['/etc/*', 'any', '/etc/passwd', '/srv/etc/passwd'],
    ['**/.env', 'any', '/srv/.env', '/srv/.env/x'],
  ])('%s', (source, base, inside, outside) => {
    expect(globOf(source).base).toBe(base)
    expect(globOf(source).source).toBe(source)
    expect(fits(source, inside)).toBe(true)
    expect(fits(source, outside)).toBe(false)
  })

  test.each(['x', './x', '../x', '~', '~x/y', '$HOME/x', 'C:/x', '{~,/root}/x', '*/x', ''])(
    '%s says not where, and the message shows how',
    source => {
      expect(problem(source)).toContain('does not say where: write ~/x')
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the policy's own spelling
      for (const right of ['${project}/x', '/x (absolute)', '**/x']) expect(problem(source)).toContain(right)
    },
  )
})

describe('what fits', () => {
  test.each([
    ['**/x', '/x', true],
    ['**/x', '/a/b/x', true],
    ['**/x', '/a/bx', false],
    ['**/x', '/x/a', false],
    ['**/.ssh/**', '/home/p/.ssh', true],
    ['**/.ssh/**', '/home/p/.ssh/a/b', true],
    ['**/.ssh/**', '/home/p/.sshd/a', false],
    ['/a/**/b', '/a/b', true],
    ['/a/**/b', '/a/x/y/b', true],
    ['/a/**/b', '/abc/x/b', false],
    ['/a/*', '/a/.hidden', true],
    ['/a/*', '/a/b/c', false],
    ['**/.ENV', '/srv/.env', true],
    ['**/.ssh/x', '/h/.ſſh/x', true],
    ['**/[!a]x', '/bx', true],
    ['**/[!a]x', '/ax', false],
    ['**/[!a]x', '/q//x', false],
    ['**/*.{pem,key}', '/a/b.key', true],
    ['**/*.{pem,key}', '/a/b.crt', false],
    ['**/{a,b/c}/d', '/q/b/c/d', true],
    ['**/x', '/a\nb/x', true],
    ['**/a*b*c', '/axbbxc', true],
    ['**/a*b*c', '/axb/c', false],
    ['**/foo (1)+?', '/q/foo (1)+x', true],
    ['**/\\*', '/q/*', true],
    ['**/\\*', '/q/a', false],
    ['**', '/anything/at/all', true],
  ])('%s and %s: %s', (source, path, isFit) => {
    expect(fits(source, path)).toBe(isFit)
  })

  test('the base directory itself fits a trailing /** and no *', () => {
    expect(fits('~/**', '')).toBe(true)
    expect(fits('~/*', '')).toBe(false)
  })
})

describe('what is refused', () => {
  test.each([
    ['**/+(*a)', '"**/+(*a)" uses the extended form "+("'],
    ['**/!(a|b).txt', 'extended form "!("'],
    ['**/[ab', 'has a [ that is not closed'],
    ['**/[z-a]', 'runs backwards'],
    ['**/[[:alpha:]]', 'named class'],
    ['**/{a,b', 'has a { that is not closed'],
    ['**/{a}', 'group without a comma'],
    ['**/x\\', 'ends with a backslash'],
    ['~/.ssh/', 'write x/** for the directory'],
    ['/a//b', 'empty segment'],
    ['/', 'empty segment'],
    ['~/../x', '. or .. segment'],
    ['/a/{b,..}/c', '. or .. segment'],
    ['**/a**', '** inside a segment'],
    [`**/${'{a,b}'.repeat(7)}`, 'more than 64 alternatives'],
    [`**/${'a'.repeat(1000)}`, 'longer than 1000'],
  ])('%s', (source, message) => {
    expect(problem(source)).toContain(message)
  })
})

// An oracle that shares nothing with the compiler: segments one by one, characters one by one.
const segmentFits = (glob: string, text: string): boolean => {
  if (glob === '') return text === ''
  if (glob[0] === '*') return segmentFits(glob.slice(1), text) || (text !== '' && segmentFits(glob, text.slice(1)))
  return text !== '' && (glob[0] === '?' || glob[0]?.toLowerCase() === text[0]?.toLowerCase()) && segmentFits(glob.slice(1), text.slice(1))
}
const segmentsFit = (globs: readonly string[], segments: readonly string[]): boolean => {
  const [first, ...rest] = globs
  if (first === undefined) return segments.length === 0
  if (first === '**') return segmentsFit(rest, segments) || (segments.length > 0 && segmentsFit(globs, segments.slice(1)))
  return segments.length > 0 && segmentFits(first, segments[0] ?? '') && segmentsFit(rest, segments.slice(1))
}

const name = fc
  .string({ unit: fc.constantFrom('a', 'b', 'A', '.'), minLength: 1, maxLength: 4 })
  .filter(text => text !== '.' && text !== '..')
const path = fc.array(name, { minLength: 1, maxLength: 6 })
const globName = fc
  .string({ unit: fc.constantFrom('a', 'b', '.', '*', '?'), minLength: 1, maxLength: 5 })
  .filter(text => !text.includes('**') && text !== '.' && text !== '..')
const glob = fc.array(fc.oneof({ weight: 3, arbitrary: globName }, fc.constant('**')), { minLength: 1, maxLength: 6 })
const SEED = { seed: 20260101, numRuns: 3000 }

describe('against a segment by segment matcher', () => {
  test('anywhere and absolute', () => {
    fc.assert(
      fc.property(glob, path, (globs, segments) => {
        expect(fits(`/${globs.join('/')}`, `/${segments.join('/')}`)).toBe(segmentsFit(globs, segments))
        expect(fits(`**/${globs.join('/')}`, `/${segments.join('/')}`)).toBe(segmentsFit(['**', ...globs], segments))
      }),
      SEED,
    )
  })

  test('relative to a base', () => {
    fc.assert(
      fc.property(glob, path, (globs, segments) => {
        expect(fits(`~/${globs.join('/')}`, segments.join('/'))).toBe(segmentsFit(globs, segments))
      }),
      SEED,
    )
  })

  test('picomatch answers the same, a trailing ** aside: there it takes the directory itself after a name, and not after a *', () => {
    const open = glob.filter(globs => globs.at(-1) !== '**')
    fc.assert(
      fc.property(open, path, (globs, segments) => {
        const theirs = picomatch.makeRe(globs.join('/'), { dot: true, nocase: true, flags: 'is' })
        expect(fits(`~/${globs.join('/')}`, segments.join('/'))).toBe(theirs.test(segments.join('/')))
      }),
      SEED,
    )
  })

  test('every expression passes the check for expressions', () => {
    fc.assert(
      fc.property(glob, globs => {
        expect(regexProblem(globOf(`**/${globs.join('/')}`).re.source, 'u')).toBeUndefined()
        expect(regexProblem(globOf(`~/${globs.join('/')}`).re.source, 'u')).toBeUndefined()
      }),
      { ...SEED, numRuns: 1000 },
    )
  })

  test('a long path that nearly fits is answered', () => {
    expect(fits('**/a*a*a*a*b/**/a/**/c/**/d/**/e', `/${'aaaa'.repeat(8000)}/${'a/c/d/'.repeat(8000)}x`)).toBe(false)
  })
})

describe('globs relative to the project', () => {
  test('no slash: the project directory alone', () => {
    const env = compileRelativeGlob('.env')
    expect(env.ok && env.re.test('.env')).toBe(true)
    expect(env.ok && env.re.test('a/.env')).toBe(false)
  })
  test.each(['/x', '~/x', '$' + '{project}/x'])('%s is refused', source => {
    const compiled = compileRelativeGlob(source)
    expect(compiled.ok ? '' : compiled.message).toContain('is not relative to the project')
  })
})
