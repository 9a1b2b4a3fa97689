/** What a record says, in words; whatever a stranger wrote into it. */
import { type Fields, fieldsOf, listOf } from '../../audit/fields.ts'
import { isTime } from '../../audit/is-time.ts'
import { anchorOf } from '../../audit/sealed-lines.ts'
import type { SealedRecord } from '../../audit/sealed-record.ts'

/** What is shown of a text or a list: castellan writes neither longer. */
const MAX_TEXT = 500
const MAX_LIST = 100
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : '')
const someOf = (value: unknown): readonly unknown[] => listOf(value).slice(0, MAX_LIST)

export type Told = {
  readonly time: number
  readonly sessionId: string
  readonly event: string
  readonly decision: string
  readonly tool: string
  readonly caller: string
  readonly tier: string
  readonly isSubAgent: boolean
  readonly rules: readonly {
    readonly id: string
    readonly table: string
    readonly verdict: string
    readonly mode: string
    readonly isCertain: boolean
  }[]
  readonly redactions: readonly (readonly [name: string, count: number])[]
  readonly leaks: readonly string[]
  readonly plugin?: { readonly id: string; readonly tier: string; readonly answer: string; readonly isEnforced: boolean }
  readonly guardFailure?: string
  readonly lost?: { readonly count: number; readonly why: string }
  /** Kept before the call went on; another record follows. */
  readonly isBegun: boolean
  /** At the start of a chain: the variable of the key that its records go without; '' where they do not. */
  readonly keyUnset: string
  /** Programs, hosts, and where files lie. */
  readonly effects: readonly string[]
  readonly kind: string
  /** The chain that this one follows, and the last record known of it. */
  readonly former?: { readonly chain: string; readonly seq: number }
  /** Calls whose check the engine asked for again, and how often it was answered the same. */
  readonly repeats: readonly (readonly [toolUseId: string, count: number])[]
}

const pairsOf = (value: unknown): (readonly [string, number])[] =>
  Object.entries(fieldsOf(value))
    .slice(0, MAX_LIST)
    .map(([name, count]) => [textOf(name), typeof count === 'number' ? count : 0] as const)

export function toldOf(record: SealedRecord): Told {
  const all = record as unknown as Fields
  const caller = fieldsOf(all.caller)
  const plugin = all.pluginRegistered === undefined ? undefined : fieldsOf(all.pluginRegistered)
  const lost = all.lost === undefined ? undefined : fieldsOf(all.lost)
  const effects = fieldsOf(all.effects)
  const former = anchorOf(all.former)
  const listed = (name: string): readonly string[] => someOf(effects[name]).map(textOf)
  const classes = (name: string): readonly string[] => (listed(name).length === 0 ? [] : [`${name} ${listed(name).join(', ')}`])
  return {
    time: isTime(all.time) ? all.time : 0,
    sessionId: textOf(all.sessionId),
    event: textOf(all.event),
    decision: textOf(all.decision),
    tool: textOf(all.tool),
    caller: textOf(caller.plugin),
    tier: textOf(caller.tier),
    isSubAgent: all.agent === 'sub',
    isBegun: all.isBegun === true,
    rules: someOf(all.rules)
      .map(fieldsOf)
      .map(rule => ({
        id: textOf(rule.id),
        table: textOf(rule.table),
        verdict: textOf(rule.verdict),
        mode: textOf(rule.mode),
        isCertain: rule.certainty !== 'cannot-tell',
      })),
    redactions: pairsOf(all.redactions),
    repeats: pairsOf(all.repeats),
    leaks: someOf(all.leaks).map(textOf),
    ...(plugin === undefined
      ? {}
      : {
          plugin: {
            id: textOf(plugin.provenance),
            tier: textOf(plugin.tier),
            answer: textOf(plugin.answer),
            isEnforced: plugin.isEnforced !== false,
          },
        }),
    ...(all.guardFailure === undefined
      ? {}
      : {
          guardFailure: [textOf(fieldsOf(all.guardFailure).event) || 'unknown', textOf(fieldsOf(all.guardFailure).kind)]
            .filter(part => part !== '')
            .join(', '),
        }),
    ...(lost === undefined ? {} : { lost: { count: typeof lost.count === 'number' ? lost.count : 0, why: textOf(lost.why) } }),
    keyUnset: textOf(all.keyUnset),
    effects: [...listed('programs'), ...listed('hosts'), ...['reads', 'writes', 'deletes'].flatMap(classes)],
    kind: textOf(all.kind),
    ...(former === undefined ? {} : { former }),
  }
}

const counted = (redactions: Told['redactions']): string => redactions.map(([name, count]) => `${name} ×${count}`).join(', ')

export const followed = ({ chain, seq }: NonNullable<Told['former']>): string => `follows ${chain}, known to record ${seq}`

/** What is worth telling of a record besides who, when and what was asked; a phrase each. */
export function remarksOf(told: Told): readonly string[] {
  const { rules, redactions, leaks, plugin, guardFailure, lost, event, kind, effects, isBegun, former, repeats } = told
  return [
    ...(guardFailure === undefined ? [] : [`guard failed: ${guardFailure}`]),
    ...rules.map(rule => `${rule.id}${rule.mode === 'observe' ? ' (observed)' : ''}${rule.isCertain ? '' : ' (cannot tell)'}`),
    ...(plugin === undefined
      ? []
      : [`plugin ${plugin.id}, tier ${plugin.tier}: ${plugin.answer}${plugin.isEnforced ? '' : ' (recorded only)'}`]),
    ...(leaks.length > 0 ? [`leak in ${leaks.join(', ')}`] : []),
    ...(redactions.length > 0 ? [`redacted ${counted(redactions)}`] : []),
    ...(lost === undefined ? [] : [`${lost.count} lost: ${lost.why}`]),
    ...(told.keyUnset === '' ? [] : [`no macs: ${told.keyUnset} has no value`]),
    ...(isBegun ? ['about to go on'] : []),
    ...(event === 'castellan.chain' ? [`chain ${kind}`] : []),
    ...(former === undefined ? [] : [followed(former)]),
    ...(repeats.length > 0 ? [`asked again: ${counted(repeats)}`] : []),
    ...(effects.length > 0 ? [effects.join(', ')] : []),
  ]
}
