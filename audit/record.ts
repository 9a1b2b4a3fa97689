/** What is kept of one dispatch: who asked, what was answered and why. Never an argument, a result, a path or a value. */
import type { Mode, PluginAnswer, Verdict } from '../policy/compile/compiled.ts'

/** The answer that went up: `none` where the event knows no allow or deny, or castellan did not judge it. */
export type RecordedDecision = 'allow' | 'deny' | 'ask' | 'none'

/** A rule that spoke, observed ones included. */
export type RecordedRule = {
  readonly id: string
  readonly table: string
  readonly verdict: Verdict
  readonly certainty: 'certain' | 'cannot-tell'
  readonly mode: Mode
}

/** One plugin's place beneath castellan in the chain. */
export type RecordedLink = {
  readonly index: number
  readonly plugin: string
  readonly tier: string
  readonly outcome: string
  readonly ms: number
  readonly reason?: string
}

export type AuditRecord = {
  /** When the dispatch began, milliseconds since the epoch. */
  readonly time: number
  /** How long it took, milliseconds, everything beneath included. */
  readonly ms: number
  readonly sessionId: string
  readonly event: string
  /** The tool's full name, where the dispatch is about one. */
  readonly tool?: string
  readonly toolUseId?: string
  readonly agent: 'main' | 'sub'
  /** The sub-agent's id. */
  readonly agentId?: string
  readonly caller: { readonly plugin: string; readonly tier: string }
  readonly decision: RecordedDecision
  /** In the order of the policy. */
  readonly rules: readonly RecordedRule[]
  /** The policy in force. Spans carry it on their resource. */
  readonly policy: { readonly name: string; readonly digest: string }
  /** Markers set in this dispatch, by the name of the secret. */
  readonly redactions: Readonly<Record<string, number>>
  /** The redactions were made in a model request: something upstream had let the values through. */
  readonly isLeak?: boolean
  /** The nouns that `$` is built without, where this is the building of it. */
  readonly withheld?: readonly string[]
  readonly links: readonly RecordedLink[]
  /** castellan's own hook failed and its constant refusal answered; `event` is the one whose guard failed. */
  readonly guardFailure?: { readonly event: string }
  /** What was said of a plugin about to load; `isEnforced` false: recorded only, it was let in. */
  readonly pluginRegistered?: {
    readonly provenance: string
    readonly tier: string
    readonly answer: PluginAnswer
    /** The line of the policy's `plugins` that answered: `entries[n]`, counted from 1, or `unlisted`. */
    readonly rule?: string
    readonly isEnforced?: boolean
  }
}
