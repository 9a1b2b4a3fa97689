/** `only`: an allowlist. Its rule speaks about every command line that would run or touch something it does not list. */
import { z } from 'zod'
import { host } from './connect.ts'
import { LATER } from './later.ts'
import { nameMatcher } from './matcher.ts'
import { pathsShape } from './paths.ts'
import { ruleParts } from './rule.ts'
import { checks, flag, SUBCOMMAND, subcommand, variable } from './run.ts'
import { choice, complain, listOf, oneOrMany, strict } from './strict.ts'
import { unknownShape } from './unknown.ts'
import { callerShape } from './when.ts'

const FLAGS = 'a flag or a list of flags, like [-C, --no-pager]'
const { ref: _, ...kept } = checks

const entry = strict(
  'a map like { program: git, subcommand: [status, log], not-flags: --output }',
  {
    program: nameMatcher,
    subcommand: oneOrMany(SUBCOMMAND, subcommand).optional(),
    globals: oneOrMany(FLAGS, flag).optional(),
    'only-flags': oneOrMany(FLAGS, flag).optional(),
    ...kept,
  },
  LATER,
).check(
  complain(one =>
    one.globals !== undefined && one.subcommand === undefined ? 'globals stand before a subcommand: add subcommand.' : undefined,
  ),
)
export type EntrySource = z.infer<typeof entry>

const HOSTS = 'a host or a glob like "*.example.org" (* is every host), or a list of them'
const VARIABLES = 'a list of names of variables, like [CI, NODE_ENV]'
const { id, decide, reason, instead, mode, tests } = ruleParts

const onlyShape = strict(
  'an allowlist: a map with id, allow, reason, tests',
  {
    id,
    allow: z.array(entry, { error: 'a list of programs, like [{ program: git, subcommand: [status, log] }]' }),
    write: pathsShape.optional(),
    read: pathsShape.optional(),
    connect: oneOrMany(HOSTS, host).optional(),
    variables: z.array(variable, { error: VARIABLES }).optional(),
    caller: callerShape.optional(),
    agent: choice(['main', 'sub']).optional(),
    decide: decide.optional(),
    reason,
    instead,
    unknown: unknownShape
      .check(complain(one => (Object.values(typeof one === 'string' ? [one] : one).includes('ignore') ? NEVER_IGNORES : undefined)))
      .optional(),
    mode,
    tests,
  },
  LATER,
)
const NEVER_IGNORES = 'what cannot be told is not listed, so an allowlist never ignores it: deny or ask'

export type OnlySource = z.infer<typeof onlyShape>

export const onlyList = listOf('a list of at least one allowlist', onlyShape)
