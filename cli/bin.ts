/** What `castellan` runs. */
import { processIo } from './io.ts'
import { main } from './main.ts'

// Set, not exited: what was written to a pipe still has to leave.
process.exitCode = main(process.argv.slice(2), processIo())
