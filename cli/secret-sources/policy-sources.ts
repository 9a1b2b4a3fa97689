/** Every source that a policy's `secrets` names, read on this machine as a session in this folder would. */
import { join } from 'node:path'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { secretPath } from '../../policy/facts/secret-path.ts'
import { parseDotenv } from '../../redact/dotenv.ts'
import { type Found, failed } from '../../redact/found.ts'
import { foundIn } from '../../redact/found-in.ts'
import type { Io } from '../io.ts'
import { readText } from '../read-file.ts'
import { dotenvFiles } from './dotenv-files.ts'
import type { Loaded } from './loaded.ts'
import { runCommand } from './run-command.ts'
import { settingsFiles } from './settings-files.ts'

/** A file that is not there holds nothing, unless it is required. */
function fileAt(path: string, read: (text: string) => Found, isRequired = false): Found {
  const text = readText(path)
  if (text.ok) return read(text.text)
  return text.isMissing && !isRequired ? { values: [] } : failed(text.isMissing ? 'is not there' : `cannot be read: ${text.problem}`)
}

/** In the order in which a session loads them, so that a value with several names has the same one here. Runs the policy's commands. Never throws. */
export function loadPolicySources(
  { env, dotenv, file = [], command = [], settingsEnv }: CompiledPolicy['secrets'],
  loaded: Loaded,
  io: Io,
): void {
  const places = { home: [io.env.HOME ?? ''], project: [io.cwd] }
  loaded.add('env', { values: env.map(name => ({ name, value: io.env[name] ?? '' })) })
  for (const path of dotenvFiles(io.cwd, dotenv, loaded.fail)) {
    loaded.add(
      path,
      fileAt(join(io.cwd, path), text => ({ values: parseDotenv(text) })),
    )
  }
  for (const one of file) {
    const isNowhere = one.path.startsWith('~/') && !io.env.HOME
    const found = isNowhere
      ? failed('is not known: HOME is not set')
      : fileAt(secretPath(one.path, places), text => foundIn(text, one), one.required)
    loaded.add(one.path, found)
  }
  for (const one of command) loaded.add(`the command ${one.name}`, runCommand(one, io))
  if (settingsEnv) for (const { path, found } of settingsFiles(settingsEnv, io)) loaded.add(path, found)
}
