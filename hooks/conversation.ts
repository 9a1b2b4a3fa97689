/** Secret values out of what the conversation holds: tool results on their way up, rows on their way down. */
import type { Shape } from '../redact/deep.ts'
import type { Redactor } from '../redact/redactor.ts'
import type { Notes } from './notes.ts'
import type { Tally } from './tally.ts'

export type CallAnswer = {
  readonly deny?: string
  readonly result?: unknown
  readonly context?: readonly string[]
  readonly isError?: true
  readonly text?: string
}
export type RowInput = { readonly message: { readonly content: readonly unknown[] } }

/** A value nested deeper than the redactor looks cannot be vouched for: the hook's `.catch` withholds it. */
const readWhole = <T extends { readonly isCut: boolean }>(read: T): T => {
  if (read.isCut) throw new Error('nested too deeply to be redacted')
  return read
}

type Hits = Readonly<Record<string, number>>

const hasHits = (hits: Hits): boolean => Object.keys(hits).length > 0

/** Counts what was cut from this dispatch, for the recorder and for `/castellan`. */
export function counter(notes: Notes, tally: Tally) {
  return (e: object, hits: Hits): boolean => {
    if (!hasHits(hits)) return false
    notes.of(e).redactions = hits
    tally.countRedactions(hits)
    return true
  }
}

/** What an MCP tool answers is anybody's data; what the engine's own tools answer is a record that the engine checks. */
const shapeOf = (e: object): Shape => ('tool' in e && typeof e.tool === 'string' && e.tool.startsWith('mcp__') ? 'free' : 'record')

export function redactResult(redactor: Redactor, count: (e: object, hits: Hits) => boolean, e: object, answer: CallAnswer): CallAnswer {
  if (answer.deny !== undefined) {
    const told = redactor.text(answer.deny)
    return count(e, told.hits) ? { deny: told.text } : answer
  }
  if (answer.isError) {
    // An error can only be answered as a refusal: a hook cannot say `isError` itself.
    const whole = readWhole(redactor.deep({ text: answer.text ?? '', result: answer.result }))
    if (!count(e, whole.hits)) return answer
    const { text, result } = whole.value
    return { deny: text !== '' ? text : typeof result === 'string' ? result : JSON.stringify(result) }
  }
  const result = readWhole(redactor.deep(answer.result, shapeOf(e)))
  if (!count(e, result.hits)) return answer
  // What hooks beneath attached must come back untouched, or the engine takes the raw result instead; the row and the request are cleaned later.
  return answer.context === undefined ? { result: result.value } : { result: result.value, context: answer.context }
}

export function redactRow<Row extends RowInput>(redactor: Redactor, count: (e: object, hits: Hits) => boolean, e: Row): Row {
  const content = readWhole(redactor.deep(e.message.content, 'api'))
  return count(e, content.hits) ? { ...e, message: { ...e.message, content: content.value } } : e
}
