/** The values in what a secret command printed. */
import { type Found, failed } from './found.ts'
import { foundIn } from './found-in.ts'
import type { Reading } from './secret-values.ts'

type Ran = { readonly exitCode: number; readonly stdout: string; readonly isStdoutTruncated: boolean }
type Command = Reading & { readonly timeoutMs: number; readonly required?: boolean }

/** `ran`: undefined where it could not be started, or was not done in time. Neither what it printed nor what it was told is in any message. */
export function printedBy(command: Command, ran: Ran | undefined): Found {
  if (ran === undefined) return failed(`could not be started, or was not done after ${command.timeoutMs / 1000} s`)
  if (ran.exitCode !== 0) return failed(`exited with ${ran.exitCode}`)
  if (ran.isStdoutTruncated) return failed('printed more than castellan reads')
  return ran.stdout.trim() === '' ? failed('printed nothing') : foundIn(ran.stdout, command)
}
