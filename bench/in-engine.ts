/** Runs a mod of this folder in the engine's own realm: one headless session of the real engine, asked with one command. */
import { join } from 'node:path'
import { build } from 'esbuild'
import { renderPolicyModule } from '../cli/build/policy-module.ts'
import { loadPolicy } from '../cli/load-policy.ts'
import { writePlugin } from '../test/support/plugin.ts'
import { createSandbox } from '../test/support/sandbox.ts'
import { runSession } from '../test/support/session.ts'

const loaded = loadPolicy('policies/reference', process.cwd())
if (!loaded.ok) throw new Error('the reference policy does not compile')
const generated = renderPolicyModule(loaded.policy)

/** What the mod answers to the command, which is one JSON object. `define`: constants of the mod, each as source text. Throws where it gives none. */
export async function answerInEngine<Answer>(
  entry: string,
  prompt: string,
  define: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['module'],
    target: 'es2023',
    write: false,
    define,
    plugins: [
      {
        name: 'generated-policy',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^\.\/policy\.js$/ }, () => ({ path: 'policy.js', namespace: 'generated' }))
          onResolve({ filter: /^\.\/castellan\.js$/ }, () => ({ path: join(process.cwd(), 'policy/compile/module-globs.ts') }))
          onLoad({ filter: /.*/, namespace: 'generated' }, () => ({ contents: generated }))
        },
      },
    ],
  })
  const sandbox = createSandbox()
  const mod = writePlugin(sandbox.dir, 'bench', outputFiles[0]?.text ?? '')
  const session = await runSession({ sandbox, prompt, script: [], pluginDirs: [mod] })
  const json = /\{".*\}/s.exec(session.stdout)?.[0]
  if (json === undefined) throw new Error(`the engine gave no figures: ${session.stdout} ${session.stderr}`)
  sandbox.cleanup()
  return JSON.parse(json) as Answer
}
