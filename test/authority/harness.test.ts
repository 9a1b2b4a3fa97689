import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canUseManaged } from '../support/managed.ts'
import { seatPlugins } from '../support/plugin.ts'
import { createSandbox } from '../support/sandbox.ts'
import { bash } from '../support/scripted-reply.ts'
import { runSession, UNATTENDED } from '../support/session.ts'
import { skipUnless } from '../support/skip.ts'

const GUARD = join(import.meta.dirname, '../support/fixtures/guard')

describe.skipIf(skipUnless(canUseManaged(), 'managed settings', 'neither root nor user namespaces'))(
  'a session under managed settings',
  () => {
    test('seats the guard and the engine\u2019s own guard, refuses the call, and leaves the machine as it was', async () => {
      const before = readdirSync('/etc')
      const sandbox = createSandbox()
      const managed = { ...seatPlugins(sandbox.dir, [GUARD], 'first'), permissions: { deny: ['Bash(touch *)'] } }
      const script = [[bash('echo x > forbidden.txt')], [bash('touch by-rule.txt')], [bash('echo x > allowed.txt')]]
      const session = await runSession({ script, prompt: 'write', sandbox, managed, args: UNATTENDED })
      expect(session.debugLog).toContain('cc-plugin-sec-default@builtin seated by managed prependPlugins at position 1')
      expect(session.debugLog).toMatch(/hooks module guard@test loaded \(worker, environment \d+, tier prepend\)/)
      expect(['forbidden.txt', 'by-rule.txt', 'allowed.txt'].filter(session.exists)).toEqual(['allowed.txt'])
      expect(readdirSync('/etc')).toEqual(before)
    })
  },
)
