/** From the `secrets` section to what the seat is built from. Sources that a policy does not have are left out, not empty. */

import { PATTERNS } from '../../redact/patterns.ts'
import { formatOf, type SecretsSource } from '../schema/secrets.ts'
import { many } from '../schema/strict.ts'
import type { Hydrate, SecretCommand, SecretFile, Secrets } from './compiled.ts'
import { checked } from './matcher-of.ts'
import { compileRelativeGlob } from './path-glob.ts'
import { compileTextGlob } from './text-glob.ts'

const TIMEOUT_S = 5

type HydrateSource = NonNullable<SecretsSource['hydrate']>
type One<Value> = Exclude<Value, undefined | readonly unknown[]>
type FileSource = One<SecretsSource['file']>
type CommandSource = One<SecretsSource['command']>

const unique = <Item>(items: readonly Item[] = []): readonly Item[] => [...new Set(items)]
const listIn = <Item>(value: Item | readonly Item[] | undefined): readonly Item[] => (value === undefined ? [] : many(value))

const fileOf = ({ path, format = formatOf(path), keys, name, required }: FileSource): SecretFile => ({
  path,
  format,
  ...(keys && { keys }),
  ...(name === undefined ? format === 'raw' && { name: path.slice(path.lastIndexOf('/') + 1) } : { name }),
  ...(required && { required }),
})

const commandOf = ({ name, argv, timeout = TIMEOUT_S, format = 'raw', keys, required }: CommandSource): SecretCommand => ({
  name,
  argv,
  timeoutMs: timeout * 1000,
  format,
  ...(keys && { keys }),
  ...(required && { required }),
})

const patternsOf = (source: SecretsSource['patterns']): Secrets['patterns'] => {
  if (source === undefined) return undefined
  const named = source === 'all' ? PATTERNS.map(({ name }) => name) : source
  return named.map(one =>
    typeof one === 'string' ? { name: one } : { name: one.name, allow: one.allow.map(glob => checked(compileTextGlob(glob)).re) },
  )
}

const hydrateOf = ({ tools = [], env = [] }: HydrateSource): Hydrate => ({
  tools: [...new Set(tools)],
  re: new RegExp(`^(?:${tools.map(name => name.replace(/[^\w*-]/g, '').replace('*', '.*')).join('|')})$`),
  env: [...new Set(env)],
})

/** `handed`: variables whose values castellan itself is handed. Where a policy names secrets they are among them: a command can print its environment. */
export const secretsOf = (source: SecretsSource | undefined, handed: readonly string[] = []): Secrets => {
  const file = listIn<FileSource>(source?.file).map(fileOf)
  const command = listIn<CommandSource>(source?.command).map(commandOf)
  const settings = source?.['settings-env']
  const patterns = patternsOf(source?.patterns)
  const settingsEnv = settings === true ? [] : settings || undefined
  return {
    env: unique(source && [...(source.env ?? []), ...handed]),
    dotenv: unique(source?.dotenv).map(glob => ({ source: glob, re: checked(compileRelativeGlob(glob)).re })),
    ...(file.length > 0 && { file }),
    ...(command.length > 0 && { command }),
    ...(settingsEnv && { settingsEnv }),
    ...(source?.force && { force: source.force }),
    ...(patterns && { patterns }),
    ...(source?.hydrate && { hydrate: hydrateOf(source.hydrate) }),
  }
}

/** Whether some source is not in every seat's code: one of `sources.js`. */
export const hasMoreSources = ({ file, command, settingsEnv }: Secrets): boolean => (file ?? command ?? settingsEnv) !== undefined

export const hasSecrets = (secrets: Secrets): boolean =>
  secrets.env.length > 0 || secrets.dotenv.length > 0 || hasMoreSources(secrets) || hasPatterns(secrets)

/** Whether some tool is handed secrets: what does that stands in `hydrate.js`. */
export const isHydrating = (secrets: Secrets): boolean => hasSecrets(secrets) && (secrets.hydrate?.tools.length ?? 0) > 0

/** Whether the second layer is on: it stands in `patterns.js`. */
export const hasPatterns = ({ patterns }: Secrets): boolean => patterns !== undefined && patterns.length > 0
