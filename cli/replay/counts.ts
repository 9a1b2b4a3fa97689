/** What a policy answered to calls, counted: in all, by rule and by program. */
import type { Mode } from '../../policy/compile/compiled.ts'
import { exampleOf } from './example.ts'
import type { JudgedCall } from './judge-call.ts'
import type { TranscriptCall } from './transcript.ts'

export type Example = { readonly file: string; readonly line: number; readonly call: string }
export type RuleCount = {
  readonly rule: string
  readonly mode: Mode
  deny: number
  ask: number
  /** Of these, those where castellan cannot tell whether the rule applies. */
  unsure: number
  examples: Example[]
}
/** What the policy answered to the calls that would run a program, or of a tool that runs none. */
export type ProgramCount = { readonly program: string; calls: number; deny: number; ask: number }

export type Counts = {
  /** Calls judged. */
  judged: number
  denied: number
  asked: number
  /** Calls about which only observed rules speak. */
  observed: number
}

export type Counting = {
  /** Where the call stands: the transcript, and the line from 1. */
  readonly add: (call: TranscriptCall, judged: JudgedCall, at: { readonly file: string; readonly line: number }) => void
  readonly counts: () => Counts
  /** Every rule that spoke, most calls first. */
  readonly rules: () => RuleCount[]
  /** Every program, most denied and asked calls first. */
  readonly programs: () => ProgramCount[]
}

const MAX_PROGRAMS = 10_000

/** `examples`: calls kept of each rule. */
export function createCounting(examples: number): Counting {
  const rules = new Map<string, RuleCount>()
  const programs = new Map<string, ProgramCount>()
  const counts: Counts = { judged: 0, denied: 0, asked: 0, observed: 0 }

  return {
    add(call, { decision, programs: names, about }, { file, line }) {
      const { verdict, spoken } = decision
      counts.judged += 1
      if (verdict === 'deny') counts.denied += 1
      else if (verdict === 'ask') counts.asked += 1
      else if (spoken.length > 0) counts.observed += 1
      for (const one of spoken) {
        const count = rules.get(one.rule) ?? { rule: one.rule, mode: one.mode, deny: 0, ask: 0, unsure: 0, examples: [] }
        rules.set(one.rule, count)
        count[one.verdict] += 1
        if (one.certainty !== 'certain') count.unsure += 1
        if (count.examples.length < examples) count.examples.push({ file, line, call: exampleOf(call) })
      }
      const blamed = new Map(
        spoken.filter(one => one.mode === 'enforce' && one.verdict === verdict).map(one => [about.get(one.rule) ?? call.tool, verdict]),
      )
      for (const program of new Set([...names, ...blamed.keys()])) {
        const isFull = programs.size >= MAX_PROGRAMS && !programs.has(program)
        if (isFull) continue
        const count = programs.get(program) ?? { program, calls: 0, deny: 0, ask: 0 }
        programs.set(program, count)
        count.calls += 1
        if (blamed.get(program) === 'deny') count.deny += 1
        if (blamed.get(program) === 'ask') count.ask += 1
      }
    },
    counts: () => counts,
    rules: () => [...rules.values()].sort((a, b) => b.deny + b.ask - a.deny - a.ask || (a.rule < b.rule ? -1 : 1)),
    programs: () =>
      [...programs.values()].sort((a, b) => b.deny + b.ask - a.deny - a.ask || b.calls - a.calls || (a.program < b.program ? -1 : 1)),
  }
}
