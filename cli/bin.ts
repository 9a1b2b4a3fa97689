/** What `castellan` runs. */
import { EXIT } from './exit.ts'
import { processIo } from './io.ts'
import { main } from './main.ts'
import { problemOf } from './read-file.ts'

// `castellan … | head` has read enough: no bug, and nothing to say.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return
  process.stderr.write(`castellan: the answer could not be written: ${problemOf(error)}.\n`)
  process.exit(EXIT.badInput)
})
// Whoever cannot hear what is wrong still gets the exit code.
process.stderr.on('error', () => {})

// Set, not exited: what was written to a pipe still has to leave.
process.exitCode = main(process.argv.slice(2), processIo())
