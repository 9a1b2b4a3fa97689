/** A rule and the table it stands in. */
import { z } from 'zod'
import { caseShape } from './case.ts'
import { LATER } from './later.ts'
import { choice, listOf, strict, text, word } from './strict.ts'
import { unknownShape } from './unknown.ts'
import { whenShape } from './when.ts'

export const mode = choice(['enforce', 'observe'])
export const verdict = choice(['deny', 'ask'])
export const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const RULE_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/

const TESTS = 'a list of at least one case: a Bash command, or a map like { tool: Read, input: { file_path: .env } }'

export const ruleShape = strict(
  'a rule: a map with id, when, decide, reason, tests',
  {
    id: word('lower-case words joined by - and at least one dot, like git.force-push', RULE_ID),
    when: whenShape,
    decide: z.enum(['deny', 'ask'], { error: 'deny or ask (a policy only tightens, so never allow)' }),
    reason: text('one sentence that says why'),
    instead: text('one sentence that says what to do instead').optional(),
    unknown: unknownShape.optional(),
    mode: mode.optional(),
    tests: strict('a map with fires and silent: a rule needs a case that it fires on and a near miss that it leaves alone', {
      fires: listOf(TESTS, caseShape),
      silent: listOf(TESTS, caseShape),
    }),
  },
  { count: LATER.count, only: LATER.only },
)
export type RuleSource = z.infer<typeof ruleShape>

export const tableShape = strict('a table: a map with table and rules', {
  table: word('a name of lower-case words joined by -', KEBAB),
  mode: mode.optional(),
  rules: listOf('a list of at least one rule', ruleShape),
})
export type TableSource = z.infer<typeof tableShape>
