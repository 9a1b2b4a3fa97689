/** The `env` block of the settings, as the engine has loaded them. */
import { type Found, failed } from '../redact/found.ts'
import { settingsValues } from '../redact/settings-env.ts'
import type { Doors } from './doors.ts'
import { rethrowGuardFailure } from './secret-source.ts'

const LAYERS = ['policy', 'flag', 'local', 'project', 'user'] as const

/** The values of every layer. Rejects where castellan's own guard failed. */
export async function settingsSecrets(doors: Doors, globs: readonly string[]): Promise<Found> {
  try {
    return { values: settingsValues(await Promise.all(LAYERS.map(source => doors.settings?.(source))), globs) }
  } catch (error) {
    rethrowGuardFailure(error)
    return failed('could not be read')
  }
}
