/** A program that prints a secret: a keychain, a vault. Run once; one that failed is run again, though not at every call. */
import type { SecretCommand } from '../policy/compile/compiled.ts'
import type { Found } from '../redact/found.ts'
import { printedBy } from '../redact/printed.ts'
import type { Doors } from './doors.ts'
import { rethrowGuardFailure } from './secret-source.ts'

/** How long a command that failed is left alone: each run may ask a person, or wait for a server. */
export const REST_MS = 15_000

/** Runs the command of this number in the policy. Rejects where castellan's own guard failed. Neither what it printed nor what it was told is in any message. */
export function createCommand(command: SecretCommand, index: number, now: () => number) {
  let isDone = false
  let restsUntil = 0
  return async (doors: Doors): Promise<Found | undefined> => {
    if (isDone || now() < restsUntil) return undefined
    const ran = await doors.secretCommand?.(index).catch(rethrowGuardFailure)
    const found = printedBy(command, ran)
    isDone = found.failure === undefined
    restsUntil = now() + REST_MS
    return found
  }
}
