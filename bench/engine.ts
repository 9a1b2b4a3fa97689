/** What decisions cost in the engine's own realm: one headless session of the real engine with a mod that times them. Prints ratios; judges nothing. */
import { join } from 'node:path'
import { build } from 'esbuild'
import { renderPolicyModule } from '../cli/build/policy-module.ts'
import { loadPolicy } from '../cli/load-policy.ts'
import { writePlugin } from '../test/support/plugin.ts'
import { createSandbox } from '../test/support/sandbox.ts'
import { runSession } from '../test/support/session.ts'
import type { Figures } from './engine-mod.ts'

const loaded = loadPolicy('policies/reference', process.cwd())
if (!loaded.ok) throw new Error('the reference policy does not compile')
const generated = renderPolicyModule(loaded.policy)

const { outputFiles } = await build({
  entryPoints: ['bench/engine-mod.ts'],
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2023',
  write: false,
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
const session = await runSession({ sandbox, prompt: '/verdicts', script: [], pluginDirs: [mod] })
const json = /\{".*\}/s.exec(session.stdout)?.[0]
if (json === undefined) throw new Error(`the engine gave no figures: ${session.stdout} ${session.stderr}`)
const figures = JSON.parse(json) as Figures
const per = (over: number, under: number) => (over / under).toFixed(2)
const rows = [
  `typical: parse alone 1; whole decision ${per(figures.typical, figures.parsing)}; p99 over median ${per(figures.p99, figures.typical)}; 500 rules over 50 rules ${per(figures.typical500, figures.typical50)}; here ${figures.typical.toFixed(0)} us, ${Math.round(1e6 / figures.typical)} a second`,
  `heavy: over typical ${per(figures.heavy, figures.typical)}; 500 rules over 50 rules ${per(figures.heavy500, figures.heavy50)}; here ${figures.heavy.toFixed(0)} us, ${Math.round(1e6 / figures.heavy)} a second`,
  `a day: over typical ${per(figures.day, figures.typical)}; here ${figures.day.toFixed(0)} us a line`,
]
for (const row of rows) console.log(`in the engine, ${row}`)
sandbox.cleanup()
