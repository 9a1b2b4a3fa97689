/** Secret values out of what the conversation holds: tool results on their way up, rows on their way down. */
import { isShellTool } from '../policy/facts/tools.ts'
import type { Shape } from '../redact/deep.ts'
import { NO_HITS } from '../redact/hits.ts'
import type { Redactor } from '../redact/redactor.ts'
import type { Count } from './count-hits.ts'
import { redactOutput } from './cut-output.ts'
import { readWhole } from './read-whole.ts'

export type CallAnswer = {
  readonly deny?: string
  readonly result?: unknown
  readonly context?: readonly string[]
  readonly isError?: true
  readonly text?: string
}
export type RowInput = { readonly message: { readonly content: readonly unknown[] } }

/** What an MCP tool answers is anybody's data; what the engine's own tools answer is a record that the engine checks. */
const shapeOf = (e: object): Shape => ('tool' in e && typeof e.tool === 'string' && e.tool.startsWith('mcp__') ? 'free' : 'record')

type Shown = {
  readonly type?: unknown
  readonly file?: { readonly base64?: unknown }
  readonly pages?: readonly { readonly base64?: unknown }[]
}

/** What Read answers besides text, in the engine's own shape (2.1.332). */
const shownOf = (e: object, { result }: CallAnswer): Shown =>
  'tool' in e && e.tool === 'Read' && typeof result === 'object' && result !== null ? (result as Shown) : {}

/** The data of pictures, as it stands in the answer: one changed character makes the picture, and then the whole conversation, invalid. */
const picturesOf = ({ type, file, pages }: Shown): readonly unknown[] =>
  type === 'image' ? [file?.base64] : type === 'parts' && Array.isArray(pages) ? pages.map(page => page?.base64) : []

/**
 * Did the engine cut what a command printed (seen on 2.1.332)? It names the file that holds the whole, or the task that goes on printing. Of a command that failed it
 * keeps the beginning, which stands last in the error, without a word.
 */
const isCutOutput = (e: object, { isError, result }: CallAnswer): boolean => {
  if (isError) return 'tool' in e && isShellTool(`${e.tool}`)
  const { persistedOutputPath, backgroundTaskId } = (result ?? {}) as Readonly<Record<string, unknown>>
  return persistedOutputPath !== undefined || backgroundTaskId !== undefined
}

const IN_PDF = 'castellan: this PDF was not shown: it holds a secret value, which cannot be taken out of it.'

/** A tool's answer without secret values, refusals and errors too; the very one that came where there is none. Throws where it nests too deep to be searched. */
export function redactResult(redactor: Redactor, count: Count, e: object, answer: CallAnswer): CallAnswer {
  if (answer.deny !== undefined) {
    const told = redactor.text(answer.deny)
    return count(e, told.hits) ? { deny: told.text } : answer
  }
  const isCut = isCutOutput(e, answer)
  if (answer.isError) {
    // An error can only be answered as a refusal: a hook cannot say `isError` itself.
    const told = { text: answer.text ?? '', result: answer.result }
    const whole = readWhole(redactor.deep(told, 'free', text => redactOutput(redactor, text, isCut)))
    if (!count(e, whole.hits)) return answer
    const { text, result } = whole.value
    return { deny: text !== '' ? text : typeof result === 'string' ? result : JSON.stringify(result) }
  }
  const shown = shownOf(e, answer)
  const pictures = new Set(picturesOf(shown))
  const clean = (text: string) => (pictures.has(text) ? { text, hits: NO_HITS } : redactOutput(redactor, text, isCut))
  const result = readWhole(redactor.deep(answer.result, shapeOf(e), clean))
  if (!count(e, result.hits)) return answer
  if (shown.type === 'pdf' && (result.value as Shown).file?.base64 !== shown.file?.base64) return { deny: IN_PDF }
  // What hooks beneath attached must come back untouched, or the engine takes the raw result instead; the row and the request are cleaned later.
  return answer.context === undefined ? { result: result.value } : { result: result.value, context: answer.context }
}

/** The same of a row on its way into the conversation. */
export function redactRow<Row extends RowInput>(redactor: Redactor, count: Count, e: Row): Row {
  const content = readWhole(redactor.deep(e.message.content, 'api'))
  return count(e, content.hits) ? { ...e, message: { ...e.message, content: content.value } } : e
}
