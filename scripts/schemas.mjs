// Writes schemas/ anew, from the schemas in the source: `npm run schemas`. A test says when that is due.
import { runTypeScript } from './run-ts.mjs'

process.exitCode = await runTypeScript('scripts/schemas.ts', [])
