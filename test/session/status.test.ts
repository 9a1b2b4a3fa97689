/** `/castellan`, and the dialog of an ask: what a person sees. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startReceiver } from '../support/otlp-receiver.ts'
import { PATIENCE_MS } from '../support/play-all.ts'
import { canUsePty, type Interactive, KEYS, type KeyPress, runInteractive, type Waiting } from '../support/pty.ts'
import { createSandbox } from '../support/sandbox.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { asPersons, buildSeat, runSeated } from '../support/seated.ts'
import { skipUnless } from '../support/skip.ts'

const POLICY = join(import.meta.dirname, 'policy')

test('/castellan tells tier, policy, rules by table, secrets and the audit endpoint, and asks no model', async () => {
  const project = { '.env': 'KEY=zq75-canary-value-of-the-tests\nSHORT=abc\n' }
  const { stdout, code, requests, built } = await runSeated({ policy: POLICY, project, prompt: '/castellan', script: [] })
  expect([code, requests.length]).toEqual([0, 0])
  const { policy } = built
  for (const part of [
    'The seat holds: tier prepend',
    'advisory: the person can remove it',
    `session-test, digest ${policy.digest.slice(0, 12)}, mode enforce`,
    `${policy.rules.length} (git ${policy.rules.filter(rule => rule.table === 'git').length}, session 10)`,
    '1 registered; not treated as secrets: SHORT',
    policy.audit?.endpoint ?? '-',
  ])
    expect(stdout).toContain(part)
})

test('/castellan says when the audit endpoint does not answer', async () => {
  const unreached = (seat: string) => seat.replace(/http:\/\/127\.0\.0\.1:\d+\/v1\/traces/, 'http://127.0.0.1:9/v1/traces')
  const { stdout } = await runSeated({ policy: POLICY, change: unreached, prompt: '/castellan', script: [] })
  expect(stdout).toMatch(/: failing, 0 spans sent, [1-9]\d* waiting, 0 dropped; last failure: ECONNREFUSED/)
})

/** A session in which the model tries a denied call, one that a person is asked about and the settings deny too, and one that is asked about. */
async function asking(keys: readonly KeyPress[], until: Waiting): Promise<Interactive & { made: string[] }> {
  const sandbox = createSandbox()
  const audit = await startReceiver()
  try {
    const { settings } = buildSeat(join(sandbox.dir, 'seat'), POLICY, `${audit.url}/v1/traces`)
    const session = await runInteractive({
      sandbox,
      settings: { ...asPersons(settings), permissions: { deny: ['Bash(touch asked-ruled*)'], allow: ['Bash(touch *)'] } },
      script: [[bash('touch forbidden-1')], [bash('touch asked-ruled')], [bash('touch asked-1')], [say('the model goes on')]],
      keys: [{ after: '❯', send: 'please' }, { after: 'please', send: KEYS.enter }, ...keys],
      until,
      timeoutMs: PATIENCE_MS,
    })
    const text = session.requests.map(request => request.raw).join('\n')
    const { existsSync } = await import('node:fs')
    const made = ['forbidden-1', 'asked-ruled', 'asked-1'].filter(name => existsSync(join(sandbox.cwd, name)))
    expect(text).toContain('[session.forbidden]')
    return { ...session, made }
  } finally {
    await audit.close()
  }
}

const DIALOG = 'Do you want to proceed?'

describe.skipIf(skipUnless(canUsePty(), 'the dialog of an ask', 'no util-linux script here'))('a rule that asks, interactively', () => {
  let allowed: Interactive & { made: string[] }
  let refused: Interactive & { made: string[] }

  beforeAll(async () => {
    const status = [
      { after: 'the model goes on', send: '/castellan' },
      { after: '/castellan', send: KEYS.enter },
    ]
    ;[allowed, refused] = await Promise.all([
      asking([{ after: DIALOG, send: KEYS.enter }, ...status], 'The seat holds'),
      asking([{ after: DIALOG, send: KEYS.escape }], /[Ii]nterrupted|rejected/),
    ])
  }, PATIENCE_MS)

  test('opens a dialog with its reason and its id; a yes lets the call run', () => {
    expect(allowed).toMatchObject({ missed: '', made: ['asked-1'] })
    expect(allowed.screens[2]).toContain('A person decides about files of this name.')
    expect(allowed.screens[2]).toContain('[session.asked]')
    expect(allowed.screens[2]).toContain('touch asked-1')
  })

  test('a no keeps it from running', () => {
    expect(refused).toMatchObject({ missed: '', made: [] })
    expect(refused.screen).not.toContain('the model goes on')
  })

  test('/castellan then counts what was denied and asked', () => {
    expect(allowed.screen).toMatch(/1 denied, 2 asked/)
  })
})
