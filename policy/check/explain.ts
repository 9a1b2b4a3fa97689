import { decide, type IndexedPolicy } from '../decide/decide.ts'
import type { Spoken } from '../decide/decision.ts'
import type { PluginJudgement } from '../decide/judge-plugin.ts'
import { runText } from '../decide/matched-part.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import type { Caller, Facts } from '../facts/facts.ts'
import type { Effect } from '../shell/effects.ts'
import type { Case, Expect } from './case.ts'
import { factsOfCase } from './case-facts.ts'
import { runCase } from './run-case.ts'

export type ExplainedEffect = { readonly kind: Effect['kind']; readonly what: string; readonly via: readonly string[] }
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
  readonly mcp?: { readonly server: string; readonly tool: string }
  readonly effects: readonly ExplainedEffect[]
  readonly markers: readonly { readonly kind: string; readonly source: string }[]
  readonly paths: readonly ExplainedPath[]
  readonly spoken: readonly Spoken[]
  readonly plugin?: PluginJudgement
  readonly verdict: Expect
  /** One sentence. */
  readonly why: string
}

export const explainCase = (indexed: IndexedPolicy, one: Case, evaluate: Evaluate): Explanation => {
  if (one.kind === 'plugin') {
    const { plugin, verdict } = runCase(indexed, one, evaluate)
    return { subject: one.kind, effects: [], markers: [], paths: [], spoken: [], plugin, verdict, why: plugin?.reason ?? '' }
  }
  const facts = factsOfCase(one, evaluate)
  const { spoken, verdict } = decide(indexed, facts)
  return {
    subject: one.kind,
    caller: facts.caller,
    agent: facts.agent,
    ...(facts.mcp && { mcp: facts.mcp }),
    ...commandFound(facts),
    paths: facts.paths.map(({ action, written, spellings, mayLandElsewhere }) => ({
      action,
      written,
      spellings: spellings ?? null,
      mayLandElsewhere: spellings === undefined || mayLandElsewhere === true,
    })),
    spoken,
    verdict,
    why: whyText(verdict, spoken),
  }
}

const commandFound = ({ command }: Facts): Pick<Explanation, 'effects' | 'markers'> => ({
  effects: command?.effects.map(effect => ({ kind: effect.kind, what: whatOf(effect), via: effect.via })) ?? [],
  markers: command?.markers.map(({ kind, source }) => ({ kind, source })) ?? [],
})

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
