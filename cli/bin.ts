/** What `castellan` runs. */
import { processIo } from './io.ts'
import { main } from './main.ts'

// `castellan … | head` has read enough: no bug, and nothing to say.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
})

// Set, not exited: what was written to a pipe still has to leave.
process.exitCode = main(process.argv.slice(2), processIo())
