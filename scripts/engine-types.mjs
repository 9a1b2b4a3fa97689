import { runTypeScript } from './run-ts.mjs'

process.exitCode = await runTypeScript('scripts/engine-types.ts', process.argv.slice(2))
