/** What the model and its sub-agents may do, on the real engine, with the policy seated by the settings of the person. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PATIENCE_MS } from '../support/play-all.ts'
import { bash, say, toolUse } from '../support/scripted-reply.ts'
import { runSeated, type SeatedSession } from '../support/seated.ts'
import { inRequests, spansWith, toolResult } from '../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, 'policy')
const SUB = 'Make these files, then report.'

let session: SeatedSession

beforeAll(async () => {
  const agent = { description: 'make files', prompt: SUB, subagent_type: 'general-purpose', run_in_background: false }
  session = await runSeated({
    policy: POLICY,
    settings: ({ settings: { permissions: _mirror, ...seat } }) => ({
      ...seat,
      permissions: { deny: ['Bash(touch asked-ruled*)', 'Bash(touch free-ruled*)'] },
    }),
    prompt: 'Look at @open.txt, @sealed/note.txt and @link.txt.',
    project: { 'open.txt': 'text-of-the-open\n', 'sealed/note.txt': 'text-of-the-sealed\n' },
    links: { 'link.txt': 'sealed/note.txt' },
    script: {
      main: [
        [
          bash('touch forbidden-main', 'forbidden'),
          bash("sh -c 'touch forbidden-wrapped'", 'wrapped'),
          bash('touch asked-main', 'asked'),
          bash('touch asked-ruled', 'asked-ruled'),
          bash('touch free-ruled', 'free-ruled'),
          bash('touch observed-main', 'observed'),
          bash('touch free-main', 'free'),
          toolUse('Read', { file_path: 'link.txt' }, 'read-link'),
          toolUse('Write', { file_path: 'sealed/new.txt', content: 'x' }, 'write-sealed'),
        ],
        [toolUse('Agent', agent, 'agent')],
        [say('done')],
      ],
      rules: [
        { match: { first: SUB }, times: 1, blocks: ['forbidden', 'asked', 'free'].map(name => bash(`touch ${name}-sub`, `${name}-sub`)) },
        { match: { first: SUB }, blocks: [say('made')] },
      ],
    },
  })
}, PATIENCE_MS)

const decisionOf = (id: string) => {
  const [span] = spansWith(session, { 'castellan.hook.event': 'tool.check', 'gen_ai.tool.call.id': id })
  const { 'castellan.decision': decision, 'castellan.rules': rules = [], 'castellan.agent': agent } = span?.attributes ?? {}
  return { decision, rules, agent }
}

describe.each(['main', 'sub'])('the tool calls of %s', agent => {
  const id = (name: string) => (agent === 'main' ? name : `${name}-sub`)

  test('what a rule denies does not run, and the model is told the rule, its reason and what to do instead', () => {
    expect(session.exists(`forbidden-${agent}`)).toBe(false)
    const told = toolResult(session, id('forbidden'))
    expect(told).toMatchObject({ isError: true })
    for (const part of ['[session.forbidden]', 'may not be made', 'make a free one']) expect(told?.text).toContain(part)
    expect(decisionOf(id('forbidden'))).toEqual({ decision: 'deny', rules: ['session.forbidden'], agent })
  })

  test('what a rule asks about does not run where there is no person', () => {
    expect(session.exists(`asked-${agent}`)).toBe(false)
    expect(toolResult(session, id('asked'))?.text).toContain('[session.asked]')
    expect(decisionOf(id('asked'))).toEqual({ decision: 'ask', rules: ['session.asked'], agent })
  })

  test('what no rule names runs as it would without castellan', () => {
    expect(session.exists(`free-${agent}`)).toBe(true)
    expect(decisionOf(id('free'))).toEqual({ decision: 'allow', rules: [], agent })
  })
})

test('a shell around a denied command changes nothing', () => {
  expect(session.exists('forbidden-wrapped')).toBe(false)
  expect(decisionOf('wrapped')).toMatchObject({ decision: 'deny', rules: ['session.forbidden'] })
})

test('an ask of a rule over a deny of the settings stays a deny, and none leaves it as it is', () => {
  expect(['asked-ruled', 'free-ruled'].filter(session.exists)).toEqual([])
  expect(decisionOf('asked-ruled')).toMatchObject({ decision: 'deny', rules: ['session.asked'] })
  expect(decisionOf('free-ruled')).toMatchObject({ decision: 'deny', rules: [] })
  expect(session.debugLog).not.toMatch(/deny -> (ask|allow)/)
})

test('an observed rule lets the call run, and is in the record', () => {
  expect(session.exists('observed-main')).toBe(true)
  expect(decisionOf('observed')).toMatchObject({ decision: 'allow', rules: ['session.observed'] })
  expect(spansWith(session, { 'gen_ai.tool.call.id': 'observed', 'castellan.enforcement': 'dry_run' })).toHaveLength(1)
})

test('a sealed file is neither mentioned, read nor written, by its name or by a link to it', () => {
  expect(inRequests(session, 'text-of-the-open')).toBeGreaterThan(0)
  expect(inRequests(session, 'text-of-the-sealed')).toBe(0)
  expect(session.exists('sealed/new.txt')).toBe(false)
  expect(decisionOf('read-link')).toMatchObject({ decision: 'deny', rules: ['session.sealed'] })
  expect(decisionOf('write-sealed')).toMatchObject({ decision: 'deny', rules: ['session.sealed'] })
  const mentions = spansWith(session, { 'castellan.hook.event': 'prompt.mention' }).map(span => span.attributes['castellan.decision'])
  expect(mentions.sort()).toEqual(['allow', 'deny', 'deny'])
})

test('the session itself ends well, and what the receiver got conforms', () => {
  expect(session.code).toBe(0)
  expect(session.audit.problems).toEqual([])
  expect(session.debugLog).toMatch(/hooks module castellan@acme loaded \(worker, environment \d+, tier prepend\)/)
})
