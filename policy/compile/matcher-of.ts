/** Matchers of the language to compiled ones. What comes in has passed its schema. */
import type { MatcherSource, NameSource } from '../schema/matcher.ts'
import type { ArgMatcher, Matcher } from './compiled.ts'
import { compileRegex } from './regex-safety.ts'
import { compileTextGlob } from './text-glob.ts'

type MatcherMap = Exclude<MatcherSource, string | number | boolean>

/** A bare value is compared as it is. */
export const matcherOf = (source: MatcherSource): Matcher => (typeof source === 'object' ? mapOf(source) : { equals: source })

/** A bare text is a glob. */
export const globMatcherOf = (source: string | MatcherMap): Matcher => (typeof source === 'string' ? globOf(source) : mapOf(source))

/** A name, or one of several names. */
export const nameMatcherOf = (source: NameSource): Matcher => {
  if (Array.isArray(source)) return source.length === 1 && source[0] !== undefined ? { equals: source[0] } : { oneOf: source }
  return matcherOf(source as MatcherSource)
}

export const argMatchersOf = (source: Readonly<Record<string, MatcherSource>> | undefined): readonly ArgMatcher[] =>
  Object.entries(source ?? {}).map(([path, is]) => ({ path, is: matcherOf(is) }))

const mapOf = (source: MatcherMap): Matcher => {
  if (source.equals !== undefined) return { equals: source.equals }
  if (source['one-of'] !== undefined) return { oneOf: source['one-of'] }
  if (source.glob !== undefined) return globOf(source.glob)
  if (source.contains !== undefined) return { contains: source.contains }
  const regex = source.regex ?? ''
  return { regex: checked(compileRegex(regex, { ignoreCase: source['ignore-case'] })).re, source: regex }
}

const globOf = (source: string): Matcher => ({ glob: checked(compileTextGlob(source)).re, source })

/** The schema has tried it already: a refusal here is a bug of castellan. */
export const checked = <Result extends { readonly ok: boolean }>(result: Result): Extract<Result, { readonly ok: true }> => {
  if (!result.ok) throw new Error('a value that its schema let through does not compile')
  return result as Extract<Result, { readonly ok: true }>
}
