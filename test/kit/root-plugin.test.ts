// The root of the repository is itself the plugin of the reference policy, once it is built.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pluginFiles } from '../../cli/build/assemble.ts'
import { parseReport, reportDifferences } from '../../cli/build/engine-report.ts'
import { planSeat } from '../../cli/build/plan.ts'
import { readRuntime } from '../../cli/build/runtime.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { packageRoot } from '../../cli/package-root.ts'
import { runEngine } from '../support/engine.ts'
import { createSandbox } from '../support/sandbox.ts'

const ROOT = packageRoot()
/** Of the code that every seat loads; policy.js is the administrator's data and grows with the tables. */
const MAX_BYTES = 400 * 1024
const sandbox = createSandbox()
afterAll(sandbox.cleanup)

const loaded = loadPolicy('policies/reference', ROOT)
const runtime = readRuntime()
if (!loaded.ok || !runtime.ok) throw new Error('the reference policy or the runtime cannot be read: run `npm run build` first')
const { policy } = loaded
const plan = planSeat(policy)
const files = pluginFiles(policy, plan, runtime.runtime)

const validate = (folder: string) => runEngine(['plugin', 'validate', '--strict', '--json', folder], sandbox)

/** The root with these files of `hooks/` alone. */
function rootWith(name: string, hooks: readonly string[]): string {
  const folder = join(sandbox.dir, name)
  cpSync(join(ROOT, '.claude-plugin'), join(folder, '.claude-plugin'), { recursive: true })
  for (const file of hooks) cpSync(join(ROOT, 'hooks', file), join(folder, 'hooks', file))
  return folder
}

test('the built root is what a build of policies/reference puts into its plugin folder', () => {
  for (const { path, text } of files) {
    const standing = readFileSync(join(ROOT, path), 'utf8')
    if (path.endsWith('.json')) expect(JSON.parse(standing), path).toEqual(JSON.parse(text))
    else expect(standing === text, `${path} is not up to date: run \`npm run build\``).toBe(true)
  }
})

test('it is small enough to be read: the seat under 200 lines, all code under 400 KB', () => {
  const code = files.filter(({ path }) => path.endsWith('.js'))
  expect(code.map(({ path }) => path)).toEqual(['hooks/seat.js', 'hooks/castellan.js', 'hooks/vendor.js', 'hooks/policy.js'])
  expect(code[0]?.text.split('\n').length).toBeLessThan(200)
  const bytesOf = (part: typeof code): number => Buffer.byteLength(part.map(({ text }) => text).join(''))
  expect(bytesOf(code.slice(0, 3))).toBeLessThan(MAX_BYTES)
  expect(bytesOf(code.slice(3))).toBeLessThan(MAX_BYTES / 10)
})

test('the engine reads the built root as planned, warnings counted as errors', async () => {
  const { code, stdout } = await validate(ROOT)
  const report = parseReport(stdout)
  expect(report, stdout).toBeDefined()
  expect(report && reportDifferences(report, plan)).toEqual([])
  expect(code).toBe(0)
})

test.each([
  ['unbuilt', ['hooks.json'], 'seat.js'],
  ['half built', ['hooks.json', 'seat.js', 'policy.js'], 'castellan.js'],
])('a root that is %s fails loudly instead of guarding nothing', async (name, hooks, missing) => {
  const { code, stdout } = await validate(rootWith(name, hooks))
  expect(code).toBe(1)
  const told = parseReport(stdout)?.contents.flatMap(part => part.errors.map(error => error.message))
  expect(told).toEqual([expect.stringContaining(missing)])
})
