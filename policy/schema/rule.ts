/** A rule: what it is about, and what it says. */
import { z } from 'zod'
import { caseShape } from './case.ts'
import { LATER } from './later.ts'
import { choice, listOf, strict, text, word } from './strict.ts'
import { unknownShape } from './unknown.ts'
import { whenShape } from './when.ts'

export const mode = choice(['enforce', 'observe'])
export const verdict = choice(['deny', 'ask'])
export const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const RULE_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/

const TESTS = 'a list of at least one case: a Bash command, or a map like { tool: Read, input: { file_path: .env } }'

/** What a rule says of itself, whatever it is about. */
export const ruleParts = {
  id: word('lower-case words joined by - and at least one dot, like git.force-push', RULE_ID),
  decide: z.enum(['deny', 'ask'], { error: 'deny or ask (a policy only tightens, so never allow)' }),
  reason: text('one sentence that says why'),
  instead: text('one sentence that says what to do instead').optional(),
  mode: mode.optional(),
  tests: strict('a map with fires and silent: a rule needs a case that it fires on and a near miss that it leaves alone', {
    fires: listOf(TESTS, caseShape),
    silent: listOf(TESTS, caseShape),
  }),
}
const { id, tests, ...answer } = ruleParts

export const ruleShape = strict(
  'a rule: a map with id, when, decide, reason, tests',
  { id, when: whenShape, ...answer, unknown: unknownShape.optional(), tests },
  LATER,
)
export type RuleSource = z.infer<typeof ruleShape>
