/** A case: what could happen in a session, as rule tests and case files write it. */
import { z } from 'zod'
import { choice, complain, strict, text } from './strict.ts'
import { call, tier } from './when.ts'

const FORMS = '{ tool, input }, { command }, { mention }, { call, args, from } or { plugin }'
const SUBJECTS = ['tool', 'command', 'mention', 'call', 'plugin'] as const

const from = strict('a map like { plugin: name@marketplace, tier: user }', { plugin: text('a plugin, like name@marketplace'), tier })
const names = (right: string) => z.array(z.string({ error: right }), { error: right })
const plugin = strict('a map like { provenance: name@marketplace, tier: user, uses: { calls: [process.run] } }', {
  provenance: text('where the plugin is from, like name@marketplace'),
  tier,
  uses: strict('a map like { calls: [process.run], events: [tool.check] }', {
    calls: names('a list of calls, like [process.run]').optional(),
    events: names('a list of events, like [tool.check]').optional(),
  }).optional(),
})

export const caseKeys = {
  tool: text('the name of a tool').optional(),
  input: z.unknown().optional(),
  command: z.string({ error: 'a Bash command' }).optional(),
  mention: z.string({ error: 'a path' }).min(1, 'a path').optional(),
  call: call.optional(),
  args: z.unknown().optional(),
  from: from.optional(),
  plugin: plugin.optional(),
  agent: choice(['main', 'sub']).optional(),
  cwd: z.string({ error: 'a directory' }).min(1, 'a directory').optional(),
  files: z
    .record(z.string(), z.string({ error: 'the text of a script' }), { error: 'a map from paths of scripts to their texts' })
    .optional(),
  links: z.record(z.string(), z.string({ error: 'the path a link leads to' }), { error: 'a map from links to where they lead' }).optional(),
}

type CaseMap = { readonly [Key in keyof typeof caseKeys]?: z.infer<(typeof caseKeys)[Key]> | undefined }

/** Which keys go together. */
export const caseProblem = (map: CaseMap): string | undefined => {
  const found = SUBJECTS.filter(key => map[key] !== undefined)
  if (found.length !== 1) return `a case is one of ${FORMS}; found ${found.length === 0 ? 'none' : found.join(' and ')}.`
  if (map.input !== undefined && map.tool === undefined) return 'input goes with tool.'
  if (map.args !== undefined && map.call === undefined) return 'args goes with call.'
  if (map.call !== undefined && map.from === undefined) return 'a call has a caller: add from: { plugin: name@marketplace, tier: user }.'
  const isCallerOdd = map.from !== undefined && map.call === undefined && map.tool === undefined && map.command === undefined
  return isCallerOdd ? 'from goes with call, tool or command.' : undefined
}

const COMMAND = 'a Bash command'
export const commandText = z.string({ error: COMMAND }).regex(/\S/, COMMAND)

export const caseShape = z.union([commandText, strict(`a Bash command, or one of ${FORMS}`, caseKeys).check(complain(caseProblem))], {
  error: `a Bash command, or one of ${FORMS}`,
})
export type CaseSource = z.infer<typeof caseShape>
