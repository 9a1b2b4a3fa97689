/** What the seat itself calls on `$`, each with what for. The plan of a seat and the nouns that cannot be withheld are both made from these. */

/** In every seat. */
export const OWN_CALLS: Readonly<Record<string, string>> = {
  'clock.every': 'records are sent by its timer',
  'command.register': '/castellan is registered through it',
  'env.get': 'HOME, CLAUDE_CONFIG_DIR and the secrets of the environment are read through it',
  'fs.list': "dotenv files and the engine's snapshots of the shell are found through it",
  'fs.read': 'both are read through it',
  'fs.stat': 'links are followed through it',
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
}

/** The calls of the seat of a policy, sorted, each once. */
export const ownCalls = (hasAudit: boolean): readonly string[] =>
  [...Object.keys(OWN_CALLS), ...(hasAudit ? Object.keys(AUDIT_CALLS) : [])].sort()

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
