/** A hook of a seat, as it is planned. */

/** The hooks a seat can hold. `seat.ts` knows how each is spelled. */
export type HookName =
  | 'record'
  | 'withhold'
  | 'settings'
  | 'plugins'
  | 'start'
  | 'check'
  | 'ceiling'
  | 'asks'
  | 'mod-tools'
  | 'refused-files'
  | 'results'
  | 'hidden'
  | 'rows'
  | 'requests'
  | 'answers'
  | 'prompts'
  | 'commands'
  | 'compactions'
  | 'steps'
  | 'telemetry'
  | 'mentions'
  | 'mod-call'
  | 'mod-stream'
  | 'status'

export type Matcher = { readonly text: string; readonly has: Readonly<Record<string, unknown>> }

export type PlannedHook = {
  readonly hook: HookName
  readonly event: string
  /** What the registration is limited to: for a person, and as the engine's report says it (`hooks[].matcher.has`). Absent: not limited. */
  readonly matcher?: Matcher
  /** Records what its dispatch comes to, itself. */
  readonly records?: boolean
  /** What the hook is for, one line, for BUILD.md. */
  readonly purpose: string
  /** Every hook but `engine.create`, whose one form takes none, carries a `.catch`. */
  readonly hasCatch: boolean
}

/** One that is limited to nothing without a matcher. */
export const hook = (name: HookName, event: string, purpose: string, matcher?: Matcher): PlannedHook => ({
  hook: name,
  event,
  ...(matcher === undefined ? {} : { matcher }),
  purpose,
  hasCatch: name !== 'withhold',
})
