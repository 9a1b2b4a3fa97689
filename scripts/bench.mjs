import { runTypeScript } from './run-ts.mjs'

process.exitCode = await runTypeScript('bench/decide.ts', process.argv.slice(2))
