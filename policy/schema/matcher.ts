/** Tests of one value. */
import { z } from 'zod'
import { compileRegex } from '../compile/regex-safety.ts'
import { show } from '../compile/show.ts'
import { compileTextGlob } from '../compile/text-glob.ts'
import { complain, listOf, strict } from './strict.ts'

const FORMS = '{ equals: x }, { one-of: [x, y] }, { glob: "x*" }, { contains: x } or { regex: "^x" }'
const KEYS = ['equals', 'one-of', 'glob', 'contains', 'regex'] as const

/** A glob over text that is no path. */
const textGlob = z.string({ error: 'a glob, as text' }).check(
  complain(glob => {
    const compiled = compileTextGlob(glob)
    return compiled.ok ? undefined : compiled.message
  }),
)

const matcherMap = <Value extends z.ZodType<string | number | boolean>>(value: Value) =>
  strict(`a matcher: ${FORMS}`, {
    equals: value.optional(),
    'one-of': listOf('a list of at least one value', value).optional(),
    glob: textGlob.optional(),
    contains: z.string({ error: 'the text to look for' }).min(1, 'the text to look for').optional(),
    regex: z.string({ error: 'a regular expression, as text' }).min(1, 'a regular expression, as text').optional(),
    'ignore-case': z.boolean({ error: 'true or false' }).optional(),
  }).check(
    complain(map => {
      const keys = KEYS.filter(key => map[key] !== undefined)
      if (keys.length !== 1) return `a matcher is exactly one of ${FORMS}; found ${keys.length === 0 ? 'none' : keys.join(' and ')}.`
      if (map['ignore-case'] !== undefined && map.regex === undefined) return 'ignore-case goes with regex alone.'
      const compiled = map.regex === undefined ? undefined : compileRegex(map.regex, { ignoreCase: map['ignore-case'] })
      return compiled?.ok === false ? compiled.message : undefined
    }),
  )

const scalar = z.union([z.string(), z.number(), z.boolean()], { error: 'text, a number, true or false' })
const name = z.string({ error: 'a name, as text' }).min(1, 'a name, as text')

/** Text, a number, true or false are compared as they are. */
export const matcher = z.union([scalar, matcherMap(scalar)], { error: `a value, or a matcher: ${FORMS}` })
export type MatcherSource = z.infer<typeof matcher>

/** A name compared as it is. One that looks like a glob is an error: it would fit nothing. */
const plainName = name.check(
  complain(text =>
    /[*?]/.test(text) ? `${show(text)} would be compared as it is: write { glob: ${show(text)} } for a pattern` : undefined,
  ),
)

/** A name, a list of names, or a matcher. */
export const nameMatcher = z.union([plainName, listOf('a name or a list of names', plainName), matcherMap(name)], {
  error: `a name, a list of names, or a matcher: ${FORMS}`,
})
export type NameSource = z.infer<typeof nameMatcher>

/** Text is a glob here. */
export const globMatcher = z.union([textGlob, matcherMap(name)], { error: `a glob, or a matcher: ${FORMS}` })

/** Dotted places in arguments, each with the value it must have. */
export const argsShape = z.record(
  z.string().regex(/^[^\s.]+(?:\.[^\s.]+)*$/, 'the way to an argument, like file_path or options.url'),
  matcher,
  {
    error: 'a map from arguments to values, like { options.url: { contains: example } }',
  },
)
