/** What is odd in the head of a policy. */
import { didYouMean } from '../compile/closest.ts'
import type { CompiledPolicy, Matcher, PluginEntry } from '../compile/compiled.ts'
import { type Loaded, load } from '../compile/loaded.ts'
import type { SourceFile } from '../compile/result.ts'
import { sharedName } from '../compile/shared-name.ts'
import { matchValue } from '../decide/match-value.ts'
import { isGlobWithin } from '../decide/name-glob.ts'
import { type HeadSource, headShape } from '../schema/head.ts'
import { HYDRATABLE } from '../schema/secrets.ts'
import type { Code, Finding } from './finding.ts'
import { isSame } from './same.ts'
import { oddSecrets } from './secrets.ts'

export const headFindings = (file: SourceFile, policy: CompiledPolicy): readonly Finding[] => {
  const head = load(file, headShape)
  return [...secrets(head, policy), ...hydrating(head), ...hiddenEntries(head, policy), ...unrecorded(head, policy)]
}

const at = (
  head: Loaded<HeadSource>,
  code: Code,
  path: readonly (string | number)[],
  message: string,
  level: Finding['level'] = 'warning',
): Finding => ({ ...head.errorAt({ path, message }), code, level })

const secrets = (head: Loaded<HeadSource>, policy: CompiledPolicy): readonly Finding[] =>
  oddSecrets(head.data?.secrets, policy).map(({ code, path, message }) => at(head, code, path, message))

/** Which calls are handed secrets: worth a look in any case, and a tool that is not known may be misspelt. */
const hydrating = (head: Loaded<HeadSource>): readonly Finding[] => {
  const { tools = [], env = [] } = head.data?.secrets?.hydrate ?? {}
  const shared = env.map(name => `$${sharedName(name)}`).join(', ')
  const said = [
    ...(tools.length === 0 ? [] : [`calls of ${tools.join(', ')} are handed the values behind markers`]),
    ...(env.length === 0 ? [] : [`every command, and all that it starts, finds ${shared}`]),
  ]
  return [
    ...tools.flatMap((name, index) => {
      const message = `no tool ${name} is known: nothing is handed to it unless the engine has one.${didYouMean(name, HYDRATABLE)}`
      const isKnown = name.startsWith('mcp__') || HYDRATABLE.includes(name)
      return isKnown ? [] : [at(head, 'unknown-tool', ['secrets', 'hydrate', 'tools', index], message)]
    }),
    ...(said.length === 0 ? [] : [at(head, 'hydrates', ['secrets', 'hydrate'], `${said.join('; ')}.`, 'note')]),
  ]
}

const hiddenEntries = (head: Loaded<HeadSource>, { plugins }: CompiledPolicy): readonly Finding[] =>
  plugins.entries.flatMap((entry, index) => {
    const before = plugins.entries.findIndex((one, place) => place < index && isWider(one, entry))
    const message = `entry ${before + 1} answers for every plugin that this one matches: move this one before it, or drop it.`
    return before < 0 ? [] : [at(head, 'hidden-entry', ['plugins', 'entries', index], message)]
  })

const isWider = (wide: PluginEntry, narrow: PluginEntry): boolean =>
  isNamed(wide.id, narrow.id) &&
  isNamed(wide.tier, narrow.tier) &&
  isWithin(wide.calls, narrow.calls) &&
  isWithin(wide.events, narrow.events)

const isNamed = (wide: Matcher | undefined, narrow: Matcher | undefined): boolean => {
  if (wide === undefined || isSame(wide, narrow)) return true
  const names = narrow === undefined ? undefined : 'equals' in narrow ? [narrow.equals] : 'oneOf' in narrow ? narrow.oneOf : undefined
  return names?.every(name => matchValue(wide, name) === 'yes') ?? false
}

const isWithin = (wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean =>
  wide === undefined || (narrow?.every(one => wide.some(glob => isGlobWithin(one, glob))) ?? false)

/** What is only observed is worth nothing without a record of it. */
const unrecorded = (head: Loaded<HeadSource>, policy: CompiledPolicy): readonly Finding[] => {
  if (policy.audit !== undefined) return []
  const observed = policy.rules.filter(rule => rule.mode === 'observe').map(rule => rule.id)
  const isObserving = policy.plugins.unlisted === 'observe' || policy.plugins.entries.some(entry => entry.answer === 'observe')
  if (observed.length === 0 && !isObserving) return []
  const what = observed.length === 0 ? 'plugins are' : observed.length === 1 ? `${observed[0]} is` : `${observed.length} rules are`
  const path = head.data?.mode === 'observe' ? ['mode'] : []
  return [
    at(head, 'unrecorded-observe', path, `${what} only observed, and without an audit section nobody will see what they would have done.`),
  ]
}
