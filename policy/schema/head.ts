/** `castellan.yaml`. */
import { z } from 'zod'
import { auditShape } from './audit.ts'
import { NEEDED, nounProblem } from './nouns.ts'
import { pluginsShape } from './plugins.ts'
import { KEBAB, mode, verdict } from './rule.ts'
import { secretsShape } from './secrets.ts'
import { choice, complain, strict, text, word } from './strict.ts'

const OVERRIDE = 'a map like { mode: observe }, { decide: deny } or { off: "why" }'
const override = strict(OVERRIDE, {
  mode: mode.optional(),
  decide: verdict.optional(),
  off: text('why the rule is off, in one sentence').optional(),
}).check(
  complain(one => {
    const isEmpty = one.mode === undefined && one.decide === undefined && one.off === undefined
    if (isEmpty) return `an override that says nothing: write ${OVERRIDE}.`
    const isTwofold = one.off !== undefined && (one.mode !== undefined || one.decide !== undefined)
    return isTwofold ? 'off removes the rule: nothing else can be said about it.' : undefined
  }),
)
export type OverrideSource = z.infer<typeof override>

const noun = z.string({ error: 'a noun of $, like audio' }).check(
  complain(name => {
    const why = NEEDED.get(name)
    return why === undefined ? nounProblem(name) : `${name} cannot be withheld: castellan needs it (${why}).`
  }),
)

const MARKETPLACE = 'the name of your marketplace: lower-case words joined by -'
const RESERVED = /^(?:claude|anthropics?|cc-plugin)-/
const seat = strict('a map like { marketplace: acme, preset: standard }', {
  marketplace: word(MARKETPLACE, KEBAB)
    .max(64, MARKETPLACE)
    .check(
      complain(name =>
        RESERVED.test(name)
          ? 'names that start with claude-, anthropic-, anthropics- or cc-plugin- are kept by the engine: take your own.'
          : undefined,
      ),
    ),
  preset: choice(['standard']).optional(),
  inner: z
    .boolean({ error: "true or false: whether a second seat beneath people's mods cleans tool results before they read them" })
    .optional(),
})

export const headShape = strict(
  'a policy: a map with policy and seat',
  {
    policy: word('the name of the policy: lower-case words joined by -', KEBAB).max(64, 'a name of at most 64 characters'),
    mode: mode.optional(),
    include: z
      .array(z.string({ error: 'the name of a table, like castellan/git' }), {
        error: 'a list of tables that ship with castellan, like [castellan/git]',
      })
      .optional(),
    override: z
      .record(z.string(), override, { error: 'a map from rule ids to changes, like { git.force-push: { mode: observe } }' })
      .optional(),
    withhold: z.array(noun, { error: 'a list of nouns, like [audio, wasm]' }).optional(),
    plugins: pluginsShape.optional(),
    secrets: secretsShape.optional(),
    audit: auditShape.optional(),
    seat,
  },
  { capabilities: 'what other mods may do, call by call', redact: 'more ways to name secrets' },
)
export type HeadSource = z.infer<typeof headShape>
