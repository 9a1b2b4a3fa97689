/** Words that the terminal and the page share. */
import type { SecretCount, SpanRow } from './result.ts'

const milliseconds = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0))

export const SPAN_HEAD = ['event', 'tool or plugin', 'decision', 'rule, or what was replaced', 'caller', 'links beneath'] as const

/** Why the row is there: the rules that spoke, the secrets that were replaced, or the word of the policy's head on a plugin. */
function causeOf({ rules, redactions, decision }: SpanRow): string {
  if (decision === 'refuse') return 'plugins'
  return [...rules, ...redactions.map(name => `replaced ${name}`)].join(', ')
}

export const callerOf = ({ caller, agent }: SpanRow): string => (agent === 'sub' ? `${caller}, for a sub-agent` : caller)

/** Each link beneath: who, in which tier, what became of it, and how long it took. */
export function linksOf({ links }: SpanRow): string {
  return links.map(({ plugin, tier, outcome, ms }) => `${plugin} (${tier}) ${outcome}, ${milliseconds(ms)} ms`).join('; ')
}

export function cellsOf(row: SpanRow): string[] {
  const decision = row.decision === 'none' ? 'went on' : row.decision
  return [row.event, row.tool, decision, causeOf(row), callerOf(row), linksOf(row)].map(cell => cell || '–')
}

/** What castellan does not reach, said where it is asked: the transcripts that the engine keeps on this machine. */
export function transcriptNote(secrets: readonly SecretCount[]): string {
  const kept = secrets.reduce((sum, one) => sum + one.inTranscripts, 0)
  if (kept === 0) return 'The transcripts that the engine keeps on this machine hold neither value.'
  const values = kept === 1 ? 'one value' : `${kept} values`
  return `On this machine: the engine’s own transcript keeps the file named with @ as it was read (${values}). It is no part of any request.`
}
