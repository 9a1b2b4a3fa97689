/** Kit tests (`claude plugin test`) on a built copy of the reference policy's plugin, each told as what became of it. */
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pluginFiles } from '../../cli/build/assemble.ts'
import { planSeat } from '../../cli/build/plan.ts'
import { readRuntime } from '../../cli/build/runtime.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { packageRoot } from '../../cli/package-root.ts'
import { runEngine } from '../support/engine.ts'
import { createSandbox, writeFiles } from '../support/sandbox.ts'

/** `told`: every line the kit printed about a test that failed. */
export type KitTest = { readonly name: string; readonly told: string | undefined }
export type KitRun = { readonly code: number | null; readonly tests: readonly KitTest[]; readonly output: string }

/** Some ten seconds on a quiet machine. */
const KIT_MS = 300_000

const CASES = join(import.meta.dirname, 'cases')

/** Writes the plugin of the reference policy into `folder`, as a build would. Throws where the policy or the runtime cannot be read. */
export function writeReferencePlugin(folder: string): void {
  const loaded = loadPolicy('policies/reference', packageRoot())
  const runtime = readRuntime()
  if (!loaded.ok || !runtime.ok) throw new Error('the reference policy or the runtime cannot be read: run `npm run build` first')
  const files = pluginFiles(loaded.policy, planSeat(loaded.policy), runtime.runtime)
  writeFiles(folder, Object.fromEntries(files.map(file => [file.path, file.text])))
}

/** The files of test/kit/cases: `x.kit.ts` becomes the kit's `x.test.ts`, which vitest would otherwise take for its own. */
function copyCases(folder: string): void {
  for (const name of readdirSync(CASES)) cpSync(join(CASES, name), join(folder, 'tests', name.replace(/\.kit\.ts$/, '.test.ts')))
}

/** What the kit prints: a line for each test, and under one that failed what it has to say. */
export function parseKit(output: string): KitTest[] {
  const tests: { name: string; told: string | undefined }[] = []
  for (const line of output.split('\n')) {
    const [, verdict, name] = /^\((pass|fail)\) (.*?)(?: \[[\d.]+ms\])?$/.exec(line) ?? []
    const last = tests.at(-1)
    if (verdict !== undefined && name !== undefined) tests.push({ name, told: verdict === 'fail' ? '' : undefined })
    else if (last?.told !== undefined && /^\s+\S/.test(line)) last.told += `${line}\n`
  }
  return tests
}

/** One `plugin test` over all cases. */
export async function runKit(): Promise<KitRun> {
  const sandbox = createSandbox()
  const plugin = join(sandbox.dir, 'plugin')
  writeReferencePlugin(plugin)
  copyCases(plugin)
  const { code, stdout, stderr } = await runEngine(['plugin', 'test', plugin], { ...sandbox, timeoutMs: KIT_MS })
  sandbox.cleanup()
  const output = `${stdout}\n${stderr}`
  return { code, tests: parseKit(output), output }
}
