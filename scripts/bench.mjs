// Every bench of bench/, one after the other: each prints ratios measured in its own run. `--smoke` sees that they run.
import { runTypeScript } from './run-ts.mjs'

const PROGRAMS = [
  'decide',
  'redact',
  'redact-worst',
  'redact-engine',
  'redact-engine-worst',
  'gate',
  'engine',
  'engine-worst',
  'worst',
  'audit',
]
for (const program of PROGRAMS.map(name => `bench/${name}.ts`)) {
  process.exitCode = await runTypeScript(program, process.argv.slice(2))
  if (process.exitCode !== 0) break
}
