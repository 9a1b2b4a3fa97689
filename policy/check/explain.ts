import { decide, type IndexedPolicy } from '../decide/decide.ts'
import type { Spoken } from '../decide/decision.ts'
import type { PluginJudgement } from '../decide/judge-plugin.ts'
import { runText } from '../decide/matched-part.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import type { Caller, Facts } from '../facts/facts.ts'
import type { Effect, Span, Word } from '../shell/effects.ts'
import type { Case, Expect } from './case.ts'
import { factsOfCase } from './case-facts.ts'
import { type Considered, considerRules } from './consider.ts'
import { runCase } from './run-case.ts'

/** Where in the command something stands: offsets (end exclusive), and the same for people, counted from 1. */
export type Place = Span & { readonly line: number; readonly column: number }
export type ExplainedEffect = {
  readonly kind: Effect['kind']
  readonly what: string
  /** The wrappers it came through, outermost first. */
  readonly via: readonly string[]
  readonly at: Place
  /** Seen inside code of another language. */
  readonly certainty?: 'may'
  readonly isRemote?: true
  /** The code handed to it, as rules hear it; `…` for what cannot be told. */
  readonly code?: { readonly language: string; readonly text: string }
}
export type ExplainedMarker = { readonly kind: string; readonly source: string; readonly at: Place }
/** `spellings` null: it cannot be told where it lands. */
export type ExplainedPath = {
  readonly action: string
  readonly written: string
  readonly spellings: readonly string[] | null
  readonly mayLandElsewhere: boolean
}

/** What castellan finds in a case and says of it: plain data, safe to print as JSON. It quotes the call, so it is for the person who typed it. */
export type Explanation = {
  readonly subject: Case['kind']
  readonly caller?: Caller
  readonly agent?: 'main' | 'sub'
  /** The tool's name, where it is a tool's call. */
  readonly tool?: string
  readonly mcp?: { readonly server: string; readonly tool: string }
  readonly effects: readonly ExplainedEffect[]
  readonly markers: readonly ExplainedMarker[]
  readonly paths: readonly ExplainedPath[]
  readonly spoken: readonly Spoken[]
  /** Every rule that was looked at, those that spoke included. */
  readonly considered: readonly Considered[]
  readonly plugin?: PluginJudgement
  readonly verdict: Expect
  /** One sentence. */
  readonly why: string
}

/** Decides one case, and tells every rule that was looked at. Never throws. */
export const explainCase = (indexed: IndexedPolicy, one: Case, evaluate: Evaluate): Explanation => {
  if (one.kind === 'plugin') {
    const { plugin, verdict } = runCase(indexed, one, evaluate)
    return {
      subject: one.kind,
      effects: [],
      markers: [],
      paths: [],
      spoken: [],
      considered: [],
      plugin,
      verdict,
      why: plugin?.reason ?? '',
    }
  }
  let text = ''
  const facts = factsOfCase(one, line => {
    text = line
    return evaluate(line)
  })
  const { spoken, verdict } = decide(indexed, facts)
  return {
    subject: one.kind,
    caller: facts.caller,
    agent: facts.agent,
    ...(facts.tool && { tool: facts.tool.name }),
    ...(facts.mcp && { mcp: facts.mcp }),
    ...commandFound(facts, text),
    paths: facts.paths.map(({ action, written, spellings, mayLandElsewhere }) => ({
      action,
      written,
      spellings: spellings ?? null,
      mayLandElsewhere: spellings === undefined || mayLandElsewhere === true,
    })),
    spoken,
    considered: considerRules(indexed, facts),
    verdict,
    why: whyText(verdict, spoken),
  }
}

const commandFound = ({ command }: Facts, text: string): Pick<Explanation, 'effects' | 'markers'> => ({
  effects: command?.effects.map(effect => effectFound(effect, text)) ?? [],
  markers: command?.markers.map(({ kind, source, at }) => ({ kind, source, at: placeOf(at, text) })) ?? [],
})

const effectFound = (effect: Effect, text: string): ExplainedEffect => ({
  kind: effect.kind,
  what: whatOf(effect),
  via: effect.via,
  at: placeOf(effect.at, text),
  ...(effect.certainty && { certainty: effect.certainty }),
  ...(effect.kind === 'run' && effect.isRemote && { isRemote: effect.isRemote }),
  ...(effect.kind === 'run' && effect.code && { code: { language: effect.code.language, text: heardText(effect.code.text) } }),
})

const heardText = ({ pieces }: Word): string => pieces.map(piece => (piece.kind === 'unknown' ? '…' : piece.text)).join('')

const placeOf = ({ start, end }: Span, text: string): Place => {
  const before = text.slice(0, start)
  const lineStart = before.lastIndexOf('\n') + 1
  return { start, end, line: before.split('\n').length, column: start - lineStart + 1 }
}

const whatOf = (effect: Effect): string => {
  if (effect.kind === 'run') return runText(effect)
  return effect.kind === 'connect' ? effect.address.source : effect.path
}

const whyText = (verdict: Expect, spoken: readonly Spoken[]): string => {
  const observed = spoken.filter(one => one.mode === 'observe')
  const observedText = observed.length === 0 ? '' : ` Observed only: ${observed.map(one => one.rule).join(', ')}.`
  const deciding = spoken.filter(one => one.mode === 'enforce' && one.verdict === verdict)
  if (deciding.length === 0) return `No enforced rule speaks.${observedText}`
  return `${deciding.map(decidingText).join('; ')}.${observedText}`
}

const decidingText = ({ rule, verdict, certainty, isAskAsDeny }: Spoken): string => {
  const says = isAskAsDeny ? 'says ask, which is a deny here: there is no dialog for this kind of call' : `says ${verdict}`
  return certainty === 'certain' ? `${rule} ${says}` : `${rule} may apply, castellan cannot tell, and ${says}`
}
