import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canUsePty, KEYS, runInteractive, type Waiting } from '../support/pty.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { skipUnless } from '../support/skip.ts'

const ASKER = join(import.meta.dirname, '../support/fixtures/asker')

/** A session in which the model makes a file, a mod asks about it, and the person answers with one key. */
const answering = async (key: string, until: Waiting) => {
  const keys = [
    { after: '❯', send: 'please write' },
    { after: 'please write', send: KEYS.enter },
    { after: 'Do you want to proceed?', send: key },
  ]
  const script = [[bash('echo x > made.txt')], [say('the model goes on')]]
  const session = await runInteractive({ pluginDirs: [ASKER], script, keys, until })
  return { ...session, dialog: session.screens[2], isMade: existsSync(join(session.sandbox.cwd, 'made.txt')) }
}

describe.skipIf(skipUnless(canUsePty(), 'interactive sessions', 'no util-linux script here'))('an ask of a mod, interactively', () => {
  test('opens a dialog with its reason, and a yes lets the call run', async () => {
    const session = await answering(KEYS.enter, 'the model goes on')
    expect(session).toMatchObject({ missed: '', reached: true, isMade: true })
    expect(session.dialog).toContain('asker: a person decides this [plugin:asker]')
    expect(session.debugLog).toContain('asker: the session ended in order')
  })

  test('a no keeps the call from running', async () => {
    const session = await answering(KEYS.escape, /[Ii]nterrupted|rejected/)
    expect(session).toMatchObject({ missed: '', isMade: false })
    expect(session.screen).not.toContain('the model goes on')
  })
})
