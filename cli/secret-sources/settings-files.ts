/** The settings files of Claude Code that hold an `env` block. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Found, failed } from '../../redact/found.ts'
import { type SettingsLayer, settingsValues } from '../../redact/settings-env.ts'
import type { Io } from '../io.ts'
import { readText } from '../read-file.ts'

/** Managed, with what stands in its folder of parts, local, project, the person's. What `--settings` names is known to its session alone. */
function pathsOf({ cwd, env, managedFolder }: Io): readonly string[] {
  const own = env.CLAUDE_CONFIG_DIR || (env.HOME && join(env.HOME, '.claude'))
  return [
    ...(managedFolder === undefined
      ? []
      : [join(managedFolder, 'managed-settings.json'), ...partsIn(join(managedFolder, 'managed-settings.d'))]),
    join(cwd, '.claude/settings.local.json'),
    join(cwd, '.claude/settings.json'),
    ...(own ? [join(own, 'settings.json')] : []),
  ]
}

function partsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith('.json'))
      .sort()
      .map(name => join(folder, name))
  } catch {
    return []
  }
}

/** Each file by its path, and what it gives. One that is not there is none; one that is there and is not read as JSON has failed. */
export function settingsFiles(globs: readonly string[], io: Io): readonly { readonly path: string; readonly found: Found }[] {
  return pathsOf(io).flatMap(path => {
    const read = readText(path)
    if (!read.ok) return read.isMissing ? [] : [{ path, found: failed(`cannot be read: ${read.problem}`) }]
    try {
      return [{ path, found: { values: settingsValues([JSON.parse(read.text) as SettingsLayer], globs) } }]
    } catch {
      return [{ path, found: failed('is not JSON') }]
    }
  })
}
