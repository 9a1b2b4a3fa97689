import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runEngine } from '../support/engine.ts'
import { seatPlugins } from '../support/plugin.ts'
import { createSandbox } from '../support/sandbox.ts'
import { bodiesOf } from '../support/scripted-api.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { runSession, UNATTENDED } from '../support/session.ts'

const GUARD = join(import.meta.dirname, '../support/fixtures/guard')

test('a scripted Bash call runs in a session of its own and its output is in the next request and the transcript', async () => {
  const session = await runSession({ script: [[bash('echo hi-$((40+2))')], [say('all done')]], prompt: 'hello' })
  expect(session).toMatchObject({ code: 0, timedOut: false })
  expect(session.stdout).toContain('all done')
  const [first, second] = bodiesOf(session.requests)
  expect(JSON.stringify(first?.messages)).not.toContain('hi-42')
  expect(JSON.stringify(second?.messages)).toContain('hi-42')
  expect(session.transcripts.map(kept => kept.text).join('')).toContain('hi-42')
  expect(session.requests.every(request => request.headers['x-api-key'] !== 'sk-ant-dummy')).toBe(true)
})

test('a guard seated by the settings of the person refuses a call, and the call has no effect', async () => {
  const sandbox = createSandbox()
  const settings = seatPlugins(sandbox.dir, [GUARD])
  const script = [[bash('echo x > forbidden.txt')], [bash('echo x > allowed.txt')]]
  const session = await runSession({ script, prompt: 'write', sandbox, settings, args: UNATTENDED })
  expect(session.debugLog).toMatch(/hooks module guard@test loaded \(worker, environment \d+, tier prepend\)/)
  expect(session.exists('forbidden.txt')).toBe(false)
  expect(session.exists('allowed.txt')).toBe(true)
  expect(JSON.stringify(bodiesOf(session.requests)[1]?.messages)).toContain('guard: forbidden.txt is off limits')
})

test('without the guard the same call does have its effect', async () => {
  const session = await runSession({ script: [[bash('echo x > forbidden.txt')]], prompt: 'write', args: UNATTENDED })
  expect(session.readProject('forbidden.txt')).toBe('x\n')
})

test('files, links, a repository and a home stand ready when the session starts', async () => {
  const script = [[bash('cat deep/link; git log --format=%s; cat ~/note')]]
  const session = await runSession({
    script,
    prompt: 'look',
    project: { 'deep/file': 'linked-text\n' },
    links: { 'deep/link': 'file' },
    git: true,
    home: { note: 'home-text\n' },
    args: UNATTENDED,
  })
  const seen = JSON.stringify(bodiesOf(session.requests)[1]?.messages)
  for (const text of ['linked-text', 'start', 'home-text']) expect(seen).toContain(text)
})

test('a reply of an error status is asked again, and a session past its time limit is ended', async () => {
  const retried = await runSession({ script: [{ status: 529 }, [say('second time')]], prompt: 'hello' })
  expect(retried.stdout).toContain('second time')
  const held = await runSession({ script: [{ holdMs: 20_000 }], prompt: 'hello', timeoutMs: 3000 })
  expect(held).toMatchObject({ code: null, timedOut: true })
})

test('an offline command of the engine runs without an API', async () => {
  const sandbox = createSandbox()
  const { code, stdout } = await runEngine(['plugin', 'validate', '--strict', '--json', GUARD], sandbox)
  expect(code).toBe(0)
  expect(JSON.parse(stdout).contents[0].gatingHooks).toMatchObject([{ pattern: 'tool.check', hasCatch: true }])
})
