/** `run`: a program that would run. */
import { z } from 'zod'
import { LATER } from './later.ts'
import { globMatcher, matcher, nameMatcher } from './matcher.ts'
import { complain, listOf, oneOrMany, strict } from './strict.ts'

const isEmpty = (value: object): boolean => Object.values(value).every(part => part === undefined)
const FLAG = 'a flag without its value, like -f or --force'
export const flag = z.string({ error: FLAG }).regex(/^-[^\s=]*$/, FLAG)
export const SUBCOMMAND = 'a subcommand or a list of them, like push or "stash drop"'
export const subcommand = z
  .string({ error: SUBCOMMAND })
  .regex(/^[^\s-]\S*(?: +[^\s-]\S*)*$/, `${SUBCOMMAND}; flags go to any-flag, all-flags, not-flags`)
const OPERAND = 'a glob (* crosses / as well), a matcher, or a list of them'

const REF = 'a map like { force: true, destination: main }'
const ref = strict(REF, {
  force: z.boolean({ error: 'true or false' }).optional(),
  source: oneOrMany(OPERAND, globMatcher).optional(),
  destination: oneOrMany(OPERAND, globMatcher).optional(),
}).check(complain(map => (isEmpty(map) ? `every push and fetch moves refs: write ${REF}.` : undefined)))

const ENV = 'the name of a variable, a list of names, or a map from names to values, like { GIT_SSL_NO_VERIFY: "1" }'
export const variable = z.string({ error: ENV }).regex(/^[A-Za-z_][A-Za-z0-9_]*$/, ENV)
const env = z.union([oneOrMany(ENV, variable), z.record(variable, matcher, { error: ENV })], { error: ENV })

const OPTION = 'a map like { flag: [-X, --request], value: DELETE }'
const option = strict(OPTION, {
  flag: oneOrMany('a flag or a list of flags, like [-X, --request]', flag),
  value: oneOrMany(OPERAND, globMatcher),
})

const CODE = 'a glob or a matcher of the code, or a map like { language: python, text: { contains: rmtree } }'
const code = z.union(
  [
    strict(CODE, { language: nameMatcher.optional(), text: globMatcher.optional() }).check(
      complain(map => (isEmpty(map) ? `an empty map fits all code: write { language: { glob: "*" } }.` : undefined)),
    ),
    globMatcher,
  ],
  { error: CODE },
)

/** What a program may be asked, each key by itself. */
export const checks = {
  'any-flag': oneOrMany('a flag or a list of flags, like [-f, --force]', flag).optional(),
  'all-flags': listOf(
    'a list whose items are a flag or a list of synonyms, like [[-r, --recursive], -f]',
    oneOrMany(FLAG, flag),
  ).optional(),
  'not-flags': oneOrMany('a flag or a list of flags, like [-n, --dry-run]', flag).optional(),
  operand: oneOrMany(OPERAND, globMatcher).optional(),
  'not-operand': oneOrMany(OPERAND, globMatcher).optional(),
  option: option.optional(),
  written: globMatcher.optional(),
  ref: ref.optional(),
  env: env.optional(),
  via: nameMatcher.optional(),
  remote: z.boolean({ error: 'true or false' }).optional(),
  code: code.optional(),
}

type Flat = z.infer<z.ZodObject<typeof checks, z.core.$strict>>
export type ChecksSource = Flat & { readonly any?: readonly ChecksSource[] | undefined }

const CHECKS = 'a map of checks: any-flag, all-flags, not-flags, operand, not-operand, option, written, ref, env, via, remote, code, any'
const branches: z.ZodType<readonly ChecksSource[]> = z.lazy(() =>
  listOf(
    `a list of maps, one of which must hold; each is ${CHECKS}`,
    strict(CHECKS, { ...checks, any: branches.optional() }, LATER).check(
      complain(value => (isEmpty(value) ? `an empty item holds for everything: write ${CHECKS}.` : undefined)),
    ),
  ),
)

export const runShape = strict(
  'a map like { program: git, subcommand: push, any-flag: [-f, --force] }',
  { program: nameMatcher.optional(), subcommand: oneOrMany(SUBCOMMAND, subcommand).optional(), ...checks, any: branches.optional() },
  LATER,
).check(
  complain(run => {
    if (isEmpty(run)) return 'an empty run would mean every program: name one, or write { program: { glob: "*" } }.'
    return run.subcommand !== undefined && run.program === undefined ? 'a subcommand belongs to a program: add program.' : undefined
  }),
)
export type RunSource = z.infer<typeof runShape>
