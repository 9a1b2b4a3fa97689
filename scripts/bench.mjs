// Every bench of bench/, one after the other: each prints ratios measured in its own run. `--smoke` sees that they run.
import { runTypeScript } from './run-ts.mjs'

for (const program of ['bench/decide.ts', 'bench/engine.ts', 'bench/worst.ts']) {
  process.exitCode = await runTypeScript(program, process.argv.slice(2))
  if (process.exitCode !== 0) break
}
