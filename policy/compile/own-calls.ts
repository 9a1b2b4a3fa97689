/** In every seat. */
export const OWN_CALLS: Readonly<Record<string, string>> = {
  'clock.every': 'records are sent by its timer',
  'command.register': '/castellan is registered through it',
  'env.get': 'HOME, CLAUDE_CONFIG_DIR and the secrets of the environment are read through it',
  'fs.list': "dotenv files and the engine's snapshots of the shell are found through it",
  'fs.read': 'dotenv files, these snapshots and scripts that commands run are read through it',
  'fs.stat': 'it tells where links lead, and how long a script is',
  'session.cwd': 'paths are read from the working directory it tells',
  'session.id': 'records carry the id it tells',
  'session.root': 'it tells the project directory',
  'settings.read': '/castellan learns from the managed settings who seats it',
  'tool.call': "it starts the person's shell once, with a command that does nothing, so that its aliases are known before the first",
  'tool.list': 'it tells which tools mods registered',
  'ui.log': 'what could not be done is told in the debug log through it',
}

/** In a seat whose policy ships records as well. */
export const AUDIT_CALLS: Readonly<Record<string, string>> = {
  'http.fetch': 'audit sends records through it',
  'state.get': 'the record before a worker was lost is remembered through it',
  'state.set': 'the last record is kept through it, for the case that a worker is lost',
}

/** In a seat whose policy has secrets as well. */
const SECRET_CALLS: Readonly<Record<string, string>> = {
  'fs.write': "copies of mentioned files, and the engine's own files of long output, are written without secret values through it",
}

/** In a seat whose policy keeps records on the disk. */
const SPOOL_CALLS: Readonly<Record<string, string>> = {
  'fs.write': "records are kept in the plugin's data folder through it, until the collector has them",
}

/** In a seat whose policy lets tools have secrets back. */
const HYDRATE_CALLS: Readonly<Record<string, string>> = {
  'tool.check': 'a call is handed a secret only if it tells that the call is allowed',
}

/** In a seat whose policy lets commands find secrets in their environment. */
const SHARE_CALLS: Readonly<Record<string, string>> = {
  'env.set': 'commands find the secrets that hydrate.env names through it',
}

/** In a seat whose policy has secrets that commands print. */
export const COMMAND_CALLS: Readonly<Record<string, string>> = {
  'process.run': 'secrets.command runs programs through it',
}

export type Needs = {
  readonly audit: boolean
  readonly spool: boolean
  readonly secrets: boolean
  readonly commands: boolean
  readonly hydrates: boolean
  readonly shares: boolean
}

/** The calls of the seat of a policy, sorted, each once. */
export const ownCalls = ({ audit, spool, secrets, commands, hydrates, shares }: Needs): readonly string[] =>
  Object.keys({
    ...OWN_CALLS,
    ...(audit && AUDIT_CALLS),
    ...(spool && SPOOL_CALLS),
    ...(secrets && SECRET_CALLS),
    ...(commands && COMMAND_CALLS),
    ...(hydrates && HYDRATE_CALLS),
    ...(shares && SHARE_CALLS),
  }).sort()

/** The nouns that calls need, each with the reasons of all its calls. */
export function nounsOf(calls: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const nouns = new Map<string, string>()
  for (const [call, why] of Object.entries(calls)) {
    const noun = call.slice(0, call.indexOf('.'))
    const known = nouns.get(noun)
    nouns.set(noun, known === undefined ? why : `${known}; ${why}`)
  }
  return nouns
}
