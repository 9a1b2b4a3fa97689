/** `when`: one kind of effect, or a combination, and the conditions that join it. */
import { z } from 'zod'
import { show } from '../compile/show.ts'
import { MARKER_KINDS } from '../compile/unknown-kinds.ts'
import { connectShape } from './connect.ts'
import { LATER } from './later.ts'
import { argsShape, nameMatcher } from './matcher.ts'
import { callProblem } from './nouns.ts'
import { pathsShape } from './paths.ts'
import { runShape } from './run.ts'
import { choice, complain, listOf, oneOrMany, strict, word } from './strict.ts'

const TIERS = ['prepend', 'user', 'append', 'builtin', 'core'] as const
export const tier = choice(TIERS)

/** A tier, or a list of them. */
export const tierMatcher = z.union(
  [tier, listOf('a tier or a list of tiers', tier), strict('{ one-of: [user, append] }', { 'one-of': listOf('a list of tiers', tier) })],
  { error: `${TIERS.join(', ')}, or a list of them` },
)

const CALL_FORM = /^[a-z][A-Za-z0-9]*\.[a-z][A-Za-z0-9]*$/
const CALL = 'a call as noun.verb, like fs.read, without patterns'
export const call = word(CALL, CALL_FORM).check(complain(callProblem))

const mcp = strict('a map like { server: github, tool: create_issue }', {
  server: nameMatcher.optional(),
  tool: nameMatcher.optional(),
  args: argsShape.optional(),
}).check(
  complain(map =>
    map.server === undefined && map.tool === undefined
      ? 'name a server or a tool; for every MCP tool write { server: { glob: "*" } }.'
      : undefined,
  ),
)

const TOOL = 'a tool name, or a map like { name: WebFetch, args: { url: { contains: example } } }'
const toolName = z
  .string({ error: TOOL })
  .min(1, TOOL)
  .check(
    complain(name =>
      /[*?]/.test(name) ? `${show(name)} would be compared as it is: write { name: { glob: ${show(name)} } } for a pattern` : undefined,
    ),
  )
const tool = z.union([toolName, strict(TOOL, { name: nameMatcher, args: argsShape.optional() })], { error: TOOL })
const mod = strict('a map like { call: fs.read, args: { path: { contains: secret } } }', {
  call: oneOrMany(`${CALL}, or a list of them`, call),
  args: argsShape.optional(),
})
export const callerShape = strict('a map like { plugin: name@marketplace, tier: user }', {
  plugin: nameMatcher.optional(),
  tier: tierMatcher.optional(),
}).check(complain(map => (map.plugin === undefined && map.tier === undefined ? 'say which plugin or which tier.' : undefined)))

const UNREAD = 'a kind of what the text of a line does not tell, or a list, like [stdin-script, dynamic-script]'

const kinds = {
  run: runShape.optional(),
  read: pathsShape.optional(),
  write: pathsShape.optional(),
  delete: pathsShape.optional(),
  connect: connectShape.optional(),
  unread: oneOrMany(UNREAD, choice(MARKER_KINDS)).optional(),
  mcp: mcp.optional(),
  tool: tool.optional(),
  mod: mod.optional(),
}
const conditions = { caller: callerShape.optional(), agent: choice(['main', 'sub']).optional() }

type Flat = z.infer<z.ZodObject<typeof kinds & typeof conditions, z.core.$strict>>
/** At most one of the kinds and combinations; `caller` and `agent` join it by AND. */
export type WhenSource = Flat & {
  readonly all?: readonly WhenSource[] | undefined
  readonly any?: readonly WhenSource[] | undefined
  readonly not?: WhenSource | undefined
}

const KINDS = ['run', 'read', 'write', 'delete', 'connect', 'unread', 'mcp', 'tool', 'mod', 'all', 'any', 'not'] as const
const WHEN = `a map with one of ${KINDS.join(', ')}`

const inner: z.ZodType<WhenSource> = z.lazy(() =>
  strict(WHEN, { ...kinds, all: list.optional(), any: list.optional(), not: inner.optional(), ...conditions }, LATER).check(
    complain(shapeProblem),
  ),
)
const list = listOf('a list of conditions', inner)

/** The `when` of a rule: some kind of effect must be in it. */
export const whenShape = inner.check(
  complain(when => (!hasKind(when) ? `caller and agent alone would fit everything they do: add one of ${KINDS.join(', ')}.` : undefined)),
)

const kindsOf = (when: WhenSource) => KINDS.filter(kind => when[kind] !== undefined)

const shapeProblem = (when: WhenSource): string | undefined => {
  const found = kindsOf(when)
  if (found.length > 1) {
    const exception = found.includes('not') ? ' Exceptions to paths go inside: read: { glob: [...], not: [...] }.' : ''
    return `one condition holds one kind, found ${found.join(' and ')}: join them with all: [...] or any: [...].${exception}`
  }
  const isEmpty = found.length === 0 && when.caller === undefined && when.agent === undefined
  return isEmpty ? `an empty condition fits everything: write ${WHEN}.` : undefined
}

/** Whether a condition is about an effect: every branch of an `any`, some part of an `all`. What is malformed has been told already. */
const hasKind = (when: WhenSource): boolean => {
  if (shapeProblem(when) !== undefined) return true
  if (when.all !== undefined) return when.all.some(hasKind)
  if (when.any !== undefined) return when.any.every(hasKind)
  if (when.not !== undefined) return hasKind(when.not)
  return kindsOf(when).length > 0
}
