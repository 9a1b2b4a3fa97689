/** What a run of the demo found, ready to be shown. Nothing in it holds a secret value. */

/** One claim, whether this run bears it out, and the effect that was looked at. */
export type Check = { readonly claim: string; readonly holds: boolean; readonly seen: string }

/** A rule of the policy as a person reads it. */
export type ShownRule = { readonly id: string; readonly reason: string; readonly instead?: string }

/** A text as it lies on the disk, values masked, and as it stood in the requests to the model. */
export type Passage = { readonly source: string; readonly onDisk: string; readonly reachedModel: string }

export type Actor = 'administrator' | 'engine' | 'plugin' | 'person' | 'Claude' | 'sub-agent' | 'assessor'

/** One step of the story, in the order in which it happened. */
export type Step = {
  readonly title: string
  readonly actor: Actor
  readonly asked: string
  /** What was asked stands there as it was typed: a command, a prompt. */
  readonly isLiteral?: true
  readonly happened: string
  /** Every rule that spoke. */
  readonly rules: readonly ShownRule[]
  /** What the model was told, where the step ended in a refusal. */
  readonly told?: string
  readonly passage?: Passage
  /** The source of the plugin that the step is about. */
  readonly source?: string
  readonly checks: readonly Check[]
}

/** One secret of the story: how often its value stood where. */
export type SecretCount = {
  readonly name: string
  readonly source: string
  readonly onDisk: number
  readonly inRequests: number
  readonly markersInRequests: number
  readonly inSpans: number
  /** In the transcripts that the engine keeps under the person's home. */
  readonly inTranscripts: number
}

/** A span as one row. A link is one plugin beneath in the chain of hooks. */
export type SpanRow = {
  readonly event: string
  readonly tool: string
  readonly decision: string
  readonly rules: readonly string[]
  readonly redactions: readonly string[]
  readonly caller: string
  readonly agent: string
  readonly links: readonly { readonly plugin: string; readonly tier: string; readonly outcome: string; readonly ms: number }[]
}

export type SpanSummary = {
  readonly received: number
  /** The spans in which castellan had something to say. */
  readonly rows: readonly SpanRow[]
  /** How many spans of which event, the most frequent first. */
  readonly events: readonly { readonly event: string; readonly count: number }[]
}

export type DemoResult = {
  readonly engine: string
  readonly policy: { readonly name: string; readonly digest: string; readonly rules: number }
  readonly steps: readonly Step[]
  readonly secrets: readonly SecretCount[]
  readonly requests: number
  readonly spans: SpanSummary
  readonly seconds: number
}

/** Every check of a result, in order. */
export const checksOf = (result: DemoResult): readonly Check[] => result.steps.flatMap(step => step.checks)

/** The one line that a run comes to: `17 of 17 checks hold`. */
export function verdictOf(result: DemoResult): { readonly line: string; readonly holds: boolean } {
  const checks = checksOf(result)
  const held = checks.filter(check => check.holds).length
  return { line: `${held} of ${checks.length} checks hold`, holds: held === checks.length }
}
