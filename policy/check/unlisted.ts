import type { Condition } from '../compile/compiled.ts'
import { conditionsOf } from '../compile/conditions.ts'
import { cut } from '../compile/show.ts'
import { matchHost } from '../decide/match-host.ts'
import { matchUnlisted, unlistedVariable } from '../decide/match-only.ts'
import { matchPath } from '../decide/match-path.ts'
import { runText } from '../decide/matched-part.ts'
import type { Facts } from '../facts/facts.ts'

/** Every part of a command that the allowlists in a condition have not got, each once: programs, files, hosts, and what the line does not tell. */
export const unlistedParts = (condition: Condition, facts: Facts): readonly string[] => {
  const { command, paths, hosts = [], places } = facts
  if (command === undefined) return []
  const parts = [...conditionsOf(condition)].flatMap(only => {
    if (only.kind !== 'only') return []
    return [
      ...command.effects.flatMap(effect => {
        if (effect.kind !== 'run' || matchUnlisted(only, effect) === 'no') return []
        const variable = unlistedVariable(only, effect)
        return [variable === undefined ? runText(effect) : `${variable}=… ${runText(effect)}`]
      }),
      ...only.outside.flatMap(one =>
        one.kind === 'connect'
          ? hosts.filter(host => matchHost(one, host) !== 'no').map(host => `connect ${host.host ?? host.written}`)
          : paths
              .filter(path => path.action === one.kind && matchPath(one, path, places) !== 'no')
              .map(path => `${one.kind} ${path.spellings?.[0] ?? path.written}`),
      ),
      ...command.markers.map(({ kind, source }) => `${kind} at ${source || 'this place'}`),
    ]
  })
  return [...new Set(parts.map(cut))]
}
