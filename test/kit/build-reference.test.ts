import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pluginFiles } from '../../cli/build/assemble.ts'
import { renderCanary } from '../../cli/build/canary.ts'
import { canaryProbe } from '../../cli/build/canary-probe.ts'
import { checkWithEngine } from '../../cli/build/engine-check.ts'
import { innerFiles, planInner, renderInnerCanary } from '../../cli/build/inner.ts'
import { planSeat } from '../../cli/build/plan.ts'
import { readRuntime } from '../../cli/build/runtime.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { run } from '../cli/support.ts'
import { engineBinary } from '../support/engine.ts'
import { isLong } from '../support/long.ts'
import { createSandbox } from '../support/sandbox.ts'

const ROOT = join(import.meta.dirname, '../..')
const sandbox = createSandbox()
afterAll(sandbox.cleanup)

const loaded = loadPolicy(join(ROOT, 'policies/reference'), ROOT)
const runtime = readRuntime()
if (!loaded.ok || !runtime.ok) throw new Error('the reference policy or the runtime cannot be read')
const { policy, tests } = loaded
const plan = planSeat(policy)
const canary = renderCanary(policy, plan, canaryProbe(policy, tests))

test('the reference policy builds: the engine reads the plan, and the canary passes', () => {
  const out = join(realpathSync(sandbox.dir), 'out')
  expect(run(['build', 'policies/reference', '--out', out], ROOT, { CASTELLAN_ENGINE: engineBinary() })).toMatchObject({ code: 0, err: '' })
  const hooks = (name: string): string => readFileSync(join(out, 'plugins/castellan/hooks', name), 'utf8')
  expect(hooks('seat.js').split('\n').length).toBeLessThan(200)
  const code = ['seat.js', 'castellan.js', 'vendor.js'].map(hooks).join('')
  expect(Buffer.byteLength(code)).toBeLessThan(400 * 1024)
})

test('the canary tries a call that is stopped and one that passes', () => {
  expect(canaryProbe(policy, tests)).toMatchObject({ stopped: { verdict: 'deny' }, passed: 'true' })
})

test('a policy with every source, shape and use of secrets, and an inner seat, is read as planned and loads', () => {
  const command = [{ name: 'V', argv: ['/usr/bin/vault'], timeoutMs: 5000, format: 'raw' }] as const
  const file = [{ path: '~/a.json', format: 'json' }] as const
  const patterns = [{ name: 'stripe', allow: [/^sk_test_/] }, { name: 'github' }]
  const hydrate = { tools: ['Bash'], re: /^Bash$/, env: ['GITHUB_TOKEN'] }
  const secrets = { ...policy.secrets, file, command, settingsEnv: [], patterns, hydrate }
  const rich = { ...policy, secrets, seat: { ...policy.seat, inner: true } } as const
  const planned = planSeat(rich)
  const plugin = pluginFiles(rich, planned, runtime.runtime)
  expect(plugin.map(({ path }) => path)).toEqual(expect.arrayContaining(['hooks/sources.js', 'hooks/patterns.js', 'hooks/hydrate.js']))
  const check = (files: typeof plugin, plan: typeof planned, text: string) => checkWithEngine(engineBinary(), files, plan, text)
  expect(check(plugin, planned, renderCanary(rich, planned, canaryProbe(rich, tests)))).toEqual({ is: 'well' })
  expect(check(innerFiles(rich, runtime.runtime), planInner(rich), renderInnerCanary())).toEqual({ is: 'well' })
})

test.runIf(isLong)('a seat that holds another policy than the one it was built from is found by the canary', () => {
  const plugin = pluginFiles({ ...policy, rules: [] }, plan, runtime.runtime)
  const verdict = checkWithEngine(engineBinary(), plugin, plan, canary)
  expect(verdict).toMatchObject({ is: 'wrong', lines: expect.arrayContaining([expect.stringContaining('the decision about')]) })
})

// In its kind it is seen in engine-check.test.ts, with a small module.
test.runIf(isLong)('a guard that fails at every call does not pass for one that denies', () => {
  const failing = pluginFiles(policy, plan, runtime.runtime).map(file =>
    file.path === 'hooks/seat.js' ? { ...file, text: file.text.replace('await next(e)))', 'await next(e), nowhere))') } : file,
  )
  const verdict = checkWithEngine(engineBinary(), failing, plan, canary)
  expect(verdict).toMatchObject({ is: 'wrong', lines: expect.arrayContaining([expect.stringContaining('canary')]) })
})
