/** File tools that the mirrored permission rules refuse before castellan is asked: the person still meets the rule, and the record holds it. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { say, toolUse } from '../support/scripted-reply.ts'
import { runSeated } from '../support/seated.ts'
import { inRequests, spansWith, toolResult } from '../support/session-evidence.ts'

const REFERENCE = join(import.meta.dirname, '../../policies/reference')
const CANARY = 'credential-canary-4711'

test('a Read that the floor refuses carries the reason of the rule, and a span names it; any other failing Read stays as it was', async () => {
  const session = await runSeated({
    policy: REFERENCE,
    settings: ({ settings }) => settings,
    home: { '.aws/credentials': `${CANARY}\n` },
    prompt: 'go',
    script: [
      [toolUse('Read', { file_path: '~/.aws/credentials' }, 'mirrored'), toolUse('Read', { file_path: '/nowhere/to/be/found' }, 'missing')],
      [say('done')],
    ],
  })
  const told = toolResult(session, 'mirrored')
  expect(told?.isError).toBe(true)
  expect(told?.text).toContain('[secret.cloud-credentials]')
  expect(toolResult(session, 'missing')?.text).toContain('File does not exist')
  expect(inRequests(session, CANARY)).toBe(0)
  const [span] = spansWith(session, { 'castellan.hook.event': 'tool.call', 'gen_ai.tool.call.id': 'mirrored' })
  expect(span?.attributes).toMatchObject({ 'castellan.decision': 'deny', 'castellan.rules': ['secret.cloud-credentials'] })
  // The engine refused it before any check: else this test would prove nothing.
  expect(spansWith(session, { 'castellan.hook.event': 'tool.check', 'gen_ai.tool.call.id': 'mirrored' })).toEqual([])
})
