/** What is kept of one dispatch: who asked, what was answered and why. Never a result, a path or a value; an argument only where the policy's level is `full`, masked. */
import type { Mode, PluginAnswer } from '../policy/compile/compiled.ts'
import type { Verdict } from '../policy/compile/verdict.ts'
import type { EffectSummary } from './effect-summary.ts'

/** The answer that went up: `none` where the event knows no allow or deny, or castellan did not judge it. */
export type RecordedDecision = 'allow' | 'deny' | 'ask' | 'none'

/** A rule that spoke, observed ones included. */
export type RecordedRule = {
  readonly id: string
  readonly table: string
  readonly verdict: Verdict
  readonly certainty: 'certain' | 'cannot-tell'
  readonly mode: Mode
  /** Of the rule's table: the first 12 hex digits of the SHA-256 of its rules as compiled. */
  readonly version?: string
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
  /** The turn of the conversation, counted from 1 within the chain. */
  readonly turn?: number
  /** The tool's full name, where the dispatch is about one. */
  readonly tool?: string
  readonly toolUseId?: string
  readonly agent: 'main' | 'sub'
  /** The sub-agent's id. */
  readonly agentId?: string
  readonly caller: { readonly plugin: string; readonly tier: string }
  readonly decision: RecordedDecision
  /** Whether an enforced rule or entry spoke, or only observed ones did; absent when none spoke. */
  readonly mode?: 'enforced' | 'observed'
  /** In the order of the policy. */
  readonly rules: readonly RecordedRule[]
  /** The policy in force. Spans carry it on their resource. */
  readonly policy: { readonly name: string; readonly digest: string }
  /** Markers set in this dispatch, by the name of the secret. */
  readonly redactions: Readonly<Record<string, number>>
  /** The redactions were made in a model request: something upstream had let the values through. Where in it they stood, in the API's own words. */
  readonly leaks?: readonly string[]
  /** Names of the secrets whose values this tool call was handed in place of markers. */
  readonly hydrations?: readonly string[]
  /** The nouns that `$` is built without, where this is the building of it. */
  readonly withheld?: readonly string[]
  readonly links: readonly RecordedLink[]
  /** castellan's own hook failed and its constant refusal answered; `event` is the one whose guard failed. */
  readonly guardFailure?: { readonly event: string; readonly kind?: string }
  /** What the call would do, in kinds and names. */
  readonly effects?: EffectSummary
  /** Kept before the call went on, with what castellan said of it; another record of the call follows once it has come back. */
  readonly isBegun?: true
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
