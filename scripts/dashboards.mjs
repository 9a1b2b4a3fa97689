import { runTypeScript } from './run-ts.mjs'

process.exitCode = await runTypeScript('scripts/dashboards.ts', process.argv.slice(2))
