/** The `env` block of Claude Code's settings: variables that every command of a session is given. */
import { isNameIn } from '../policy/decide/name-glob.ts'
import type { Assignment } from './dotenv.ts'
import { isSecretName } from './secret-name.ts'

/** One layer of the settings, as parsed; undefined where there is none. */
export type SettingsLayer = { readonly env?: Readonly<Record<string, unknown>> } | undefined

/** The variables whose names fit one of the globs; without any, those whose names look like that of a secret. Each layer counts: one that another overrides may still stand in a file. */
export function settingsValues(layers: readonly SettingsLayer[], globs: readonly string[]): readonly Assignment[] {
  const isAsked = (name: string): boolean => (globs.length === 0 ? isSecretName(name) : globs.some(glob => isNameIn(glob, name)))
  const named = layers.flatMap(layer => Object.entries(layer?.env ?? {}))
  return named.filter(([name]) => isAsked(name)).map(([name, value]) => ({ name, value: `${value}` }))
}
