/** What is odd in the head of a policy. */
import type { CompiledPolicy, Matcher, PluginEntry } from '../compile/compiled.ts'
import { type Loaded, load } from '../compile/loaded.ts'
import type { SourceFile } from '../compile/result.ts'
import { matchValue } from '../decide/match-value.ts'
import { isGlobWithin } from '../decide/name-glob.ts'
import { type HeadSource, headShape } from '../schema/head.ts'
import type { Code, Finding } from './finding.ts'
import { isSame } from './same.ts'

export const headFindings = (file: SourceFile, policy: CompiledPolicy): readonly Finding[] => {
  const head = load(file, headShape)
  return [...plainVariables(head), ...hiddenEntries(head, policy), ...unrecorded(head, policy)]
}

const at = (head: Loaded<HeadSource>, code: Code, path: readonly (string | number)[], message: string): Finding => ({
  ...head.errorAt({ path, message }),
  code,
  level: 'warning',
})

/** Every session has these, and their values are words that stand everywhere. */
const PLAIN =
  /^(?:PATH|HOME|USER|USERNAME|LOGNAME|SHELL|PWD|OLDPWD|TERM|COLORTERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|EDITOR|VISUAL|PAGER|HOSTNAME|HOST|DISPLAY|XDG_[A-Z_]+|NODE_ENV|CI|DEBUG|SHLVL|EDITOR|MANPATH|JAVA_HOME|GOPATH|PYTHONPATH|VIRTUAL_ENV)$/

const plainVariables = (head: Loaded<HeadSource>): readonly Finding[] =>
  (head.data?.secrets?.env ?? []).flatMap((name, index) => {
    const message = `${name} holds no secret: its value stands in ordinary text, and every place of it would be cut out.`
    return PLAIN.test(name) ? [at(head, 'not-a-secret', ['secrets', 'env', index], message)] : []
  })

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
