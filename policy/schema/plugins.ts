/** `plugins`: which plugins may load. */
import { z } from 'zod'
import { nameMatcher } from './matcher.ts'
import { callProblem } from './nouns.ts'
import { complain, listOf, strict, text, word } from './strict.ts'
import { tierMatcher } from './when.ts'

const CALLS = 'calls as noun.verb, noun.* or *'
const callPattern = word(CALLS, /^(?:\*|[a-z][A-Za-z0-9]*\.(?:\*|[a-z][A-Za-z0-9]*))$/).check(complain(callProblem))
const EVENTS = 'events like tool.check, fs.* or *'
const eventPattern = word(EVENTS, /^(?:\*|[a-z][A-Za-z0-9]*\.(?:\*|[A-Za-z][A-Za-z0-9]*))$/)

const answer = z.enum(['allow', 'refuse', 'observe'], {
  error: issue => (issue.input === 'narrow' ? 'allow, refuse or observe; narrow comes later' : 'allow, refuse or observe'),
})

const entry = strict('a map like { id: name@marketplace, answer: allow }', {
  id: nameMatcher.optional(),
  tier: tierMatcher.optional(),
  uses: strict('a map like { calls: [process.*], events: [tool.check] }', {
    calls: listOf(`a list of ${CALLS}`, callPattern).optional(),
    events: listOf(`a list of ${EVENTS}`, eventPattern).optional(),
  })
    .check(complain(uses => (uses.calls === undefined && uses.events === undefined ? 'say which calls or which events.' : undefined)))
    .optional(),
  answer,
  reason: text('one sentence that says why').optional(),
}).check(
  complain(one =>
    one.id === undefined && one.tier === undefined && one.uses === undefined
      ? 'an entry for every plugin hides those after it: say so with unlisted.'
      : undefined,
  ),
)

export const pluginsShape = strict('a map like { unlisted: allow, entries: [...] }', {
  unlisted: answer.optional(),
  entries: z.array(entry, { error: 'a list of entries' }).optional(),
})
export type PluginsSource = z.infer<typeof pluginsShape>
