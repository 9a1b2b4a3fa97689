import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePathGlob } from '../../../policy/compile/path-glob.ts'
import { globLanguage } from '../../../policy/decide/glob-language.ts'
import { isWithinGlob, spelledInCommon } from '../../../policy/decide/pattern-meets-glob.ts'
import { ANY, ANY_FOLDERS, literalTokens, ONE, type PathToken, SLASH, STAR } from '../../../policy/facts/path-token.ts'

const VISIBLE: PathToken = { kind: 'visible' }
const globOf = (source: string) => {
  const compiled = compilePathGlob(source)
  if (!compiled.ok) throw new Error(compiled.message)
  return compiled.glob
}

/** Every absolute folded path over a small alphabet: names of one to three characters, up to three deep. */
const PATHS: readonly string[] = (() => {
  const signs = ['a', 'b', '.']
  const names = signs.flatMap(one => [one, ...signs.flatMap(two => [one + two])]).filter(name => name !== '.' && name !== '..')
  const one = names.map(name => `/${name}`)
  const two = one.flatMap(start => names.map(name => `${start}/${name}`))
  const three = two.filter((_, at) => at % 11 === 0).flatMap(start => names.map(name => `${start}/${name}`))
  return [...one, ...two, ...three]
})()

const expressionOf = (tokens: readonly PathToken[]): RegExp => {
  const source = (from: number, to: number): string => {
    let text = ''
    for (let at = from; at < to; at++) {
      const token = tokens[at] as PathToken
      if (token.kind === 'split') {
        text += `(?:${source(at + 1, at + token.by)})?`
        at += token.by - 1
      } else if (token.kind === 'char') text += token.char === '.' ? '\\.' : token.char
      else if (token.kind === 'set') text += token.re.source
      else text += { one: '[^/]', visible: '[^/.]', star: '[^/]*', any: '[^]*' }[token.kind]
    }
    return text
  }
  return new RegExp(`^${source(0, tokens.length)}$`, 'iu')
}

const globName = fc
  .array(fc.constantFrom('a', 'b', '.a', '*', '?', '[ab]', '{a,b*}'), { minLength: 1, maxLength: 3 })
  .map(parts => parts.join(''))
const globs = fc
  .tuple(fc.constantFrom('/', '**/'), fc.array(fc.oneof(globName, fc.constant('**')), { minLength: 1, maxLength: 3 }))
  .map(([start, names]) => start + names.join('/'))
  .filter(source => compilePathGlob(source).ok && !/\*\*[^/]|[^/]\*\*/.test(source))
const patternName = fc.array(
  fc.constantFrom<readonly PathToken[]>(literalTokens('a'), literalTokens('b'), literalTokens('.'), [STAR], [ONE], [VISIBLE]),
  {
    minLength: 1,
    maxLength: 3,
  },
)
const patterns = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: patternName.map(parts => [SLASH, ...parts.flat()]) },
      { weight: 1, arbitrary: fc.constant(ANY_FOLDERS) },
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map(names => names.flat())

describe('a pattern and a glob', () => {
  it('have no path in common where brute force finds one in neither, and the pattern lies within where every path of it is in the glob', () => {
    const counts = { met: 0, apart: 0, within: 0 }
    fc.assert(
      fc.property(patterns, globs, (pattern, source) => {
        const glob = globOf(source)
        const language = globLanguage(glob, '/')
        const expression = expressionOf(pattern)
        const own = PATHS.filter(path => expression.test(path))
        const isMet = language.some(alternative => spelledInCommon(pattern, alternative) >= 0)
        const isWithin = isWithinGlob(pattern, language)
        if (own.some(path => glob.re.test(path))) expect(isMet).toBe(true)
        if (isWithin) expect(own.filter(path => !glob.re.test(path))).toEqual([])
        if (isWithin) expect(isMet).toBe(true)
        counts[isWithin ? 'within' : isMet ? 'met' : 'apart']++
      }),
      { seed: 20260311, numRuns: 400 },
    )
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(30)
  })

  it('meet exactly where brute force says so, for names of one folder', () => {
    let met = 0
    fc.assert(
      fc.property(patternName, globName, (parts, name) => {
        fc.pre(compilePathGlob(`/${name}`).ok)
        const pattern = [SLASH, ...parts.flat()]
        const glob = globOf(`/${name}`)
        const expression = expressionOf(pattern)
        const signs = ['a', 'b', '.', 'z']
        const texts = [0, 1, 2, 3].reduce<string[]>(all => [...all, ...all.flatMap(text => signs.map(sign => text + sign))], [''])
        const hasCommon = [...new Set(texts)].some(text => expression.test(`/${text}`) && glob.re.test(`/${text}`))
        const isMet = globLanguage(glob, '/').some(alternative => spelledInCommon(pattern, alternative) >= 0)
        if (hasCommon) met++
        // Longer common names than four characters are not looked for by brute force; names of fixed length have none.
        if (hasCommon) expect(isMet).toBe(true)
        else if (isMet)
          expect(parts.flat().some(token => token.kind === 'star') || name.includes('*') || name.length + parts.length > 4).toBe(true)
      }),
      { seed: 20260312, numRuns: 300 },
    )
    expect(met).toBeGreaterThan(30)
  })

  it('take the same paths as the expression of the glob', () => {
    fc.assert(
      fc.property(globs, fc.constantFrom(...PATHS), (source, path) => {
        const glob = globOf(source)
        const tokens = literalTokens(path)
        const isIn = globLanguage(glob, '/').some(alternative => spelledInCommon(tokens, alternative) >= 0)
        expect(isIn).toBe(glob.re.test(path))
        expect(isWithinGlob(tokens, globLanguage(glob, '/'))).toBe(isIn)
      }),
      { seed: 20260313, numRuns: 600 },
    )
  })

  it('compare letters without case, save in a folder that an exception names', () => {
    const home = globOf('~/x')
    const path = literalTokens('/HOME/P/X')
    expect(globLanguage(home, '/home/p').some(one => spelledInCommon(path, one) >= 0)).toBe(true)
    expect(globLanguage(home, '/home/p', true).some(one => spelledInCommon(path, one) >= 0)).toBe(false)
    expect(globLanguage(home, '/home/p', true).some(one => spelledInCommon(literalTokens('/home/p/X'), one) >= 0)).toBe(true)
  })

  it('count the characters of the last name that the pattern spells', () => {
    const spelled = (pattern: readonly PathToken[], source: string) =>
      Math.max(...globLanguage(globOf(source), '/').map(one => spelledInCommon(pattern, one)))
    const named = (...parts: readonly (readonly PathToken[])[]) => [...literalTokens('/w/'), ...parts.flat()]
    expect(spelled(named(literalTokens('.e'), [STAR]), '**/.env')).toBe(2)
    expect(spelled(named([STAR]), '**/id_rsa')).toBe(0)
    expect(spelled(named(literalTokens('server.p'), [STAR]), '**/*.pem')).toBe(2)
    expect(spelled(named([STAR], literalTokens('.json')), '**/service-account*.json')).toBe(5)
    expect(spelled(named([STAR], literalTokens('.txt')), '**/*.pem')).toBe(-1)
    expect(spelled([SLASH, ANY], '/etc/shadow')).toBe(0)
  })

  it('end in time however long they are', () => {
    const stars = Array.from({ length: 250 }, () => [STAR, ...literalTokens('a')]).flat()
    const language = globLanguage(globOf(`/${'*a'.repeat(300)}b`), '/')
    expect(spelledInCommon([SLASH, ...stars], language[0] ?? [])).toBe(-1)
    expect(isWithinGlob([SLASH, ...stars], language)).toBe(false)
  })
})
