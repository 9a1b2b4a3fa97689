import type { CompiledPolicy, PluginAnswer, PluginEntry } from '../compile/compiled.ts'
import { doesPatternSelect } from './event-patterns.ts'
import { isMaybe } from './kleene.ts'
import { matchValue } from './match-value.ts'
import { doGlobsMeet } from './name-glob.ts'
import type { PluginFacts } from './plugin.ts'

/** The policy's word on a plugin. `entry` is the place in `plugins.entries`; absent: no entry matched. The policy's own mode is not counted in. */
export type PluginJudgement = { readonly answer: PluginAnswer; readonly entry?: number; readonly reason: string }

/** What the policy says of a plugin that is about to load: its first entry that matches, else its word on the unlisted. */
export const judgePlugin = ({ plugins }: CompiledPolicy, facts: PluginFacts): PluginJudgement => {
  const entry = plugins.entries.findIndex(one => isMeant(one, facts))
  const found = plugins.entries[entry]
  if (found === undefined) return { answer: plugins.unlisted, reason: 'The plugin is not listed in plugins.entries.' }
  return { answer: found.answer, entry, reason: found.reason ?? `Entry ${entry + 1} of plugins.entries matches the plugin.` }
}

/** Every condition present must hold. A value too long to tell holds for a refusal, and for nothing else. */
const isMeant = (entry: PluginEntry, { provenance, tier, uses }: PluginFacts): boolean => {
  const texts = [entry.id && matchValue(entry.id, provenance), entry.tier && matchValue(entry.tier, tier)]
  const isOut = texts.includes('no') || (texts.some(text => text !== undefined && isMaybe(text)) && entry.answer !== 'refuse')
  if (isOut) return false
  const isCalling = entry.calls?.some(wanted => uses.calls.some(call => doGlobsMeet(call, wanted))) ?? true
  return isCalling && (entry.events?.some(wanted => uses.events.some(pattern => doesPatternSelect(pattern, wanted))) ?? true)
}
