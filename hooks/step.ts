/** `turn.step`: what the model writes, as it streams. What leaves here is what is shown, kept, sent with every later request, and executed. */
import { addHits, type Hits, NO_HITS } from '../redact/hits.ts'
import { createJsonStream } from '../redact/json-stream.ts'
import type { Redactor } from '../redact/redactor.ts'
import type { RedactingStream } from '../redact/stream.ts'

export type StepInput = { readonly turnId: string; readonly index: number }
export type StepChunk = { readonly kind: string; readonly index?: number; readonly text?: string; readonly json?: string }
export type StepResult = {
  readonly answer: string
  readonly toolUses: readonly { readonly name: string; readonly input: unknown }[]
  readonly serverToolUses?: readonly unknown[]
}
export type Step = AsyncGenerator<StepChunk, StepResult>

/** The kinds that carry text of the model, and the field it stands in. A tool call's arguments arrive as pieces of JSON, which the engine refuses if a marker breaks it. */
const FIELDS: Readonly<Record<string, 'text' | 'json'>> = { text: 'text', thinking: 'text', input: 'json' }

type Open = { readonly kind: string; readonly index: number; readonly field: 'text' | 'json'; readonly stream: RedactingStream }

/**
 * The response with a marker for every secret, however its pieces are cut. A tail that may begin a secret is held back until the next piece or the
 * next chunk of another kind. Ends as the stream beneath ends; `told` hears once what was cut.
 */
export async function* redactStep(redactor: Redactor, told: (hits: Hits) => void, below: Step): Step {
  let open: Open | undefined
  let hits: Hits = NO_HITS

  const close = (): StepChunk | undefined => {
    if (open === undefined) return undefined
    const { kind, index, field, stream } = open
    const tail = stream.end()
    hits = addHits(hits, stream.hits)
    open = undefined
    return tail === '' ? undefined : { kind, index, [field]: tail }
  }

  for (;;) {
    const piece = await below.next()
    const { value } = piece
    const field = piece.done ? undefined : FIELDS[piece.value.kind]
    const goesOn = !piece.done && field !== undefined && open?.kind === piece.value.kind && open.index === piece.value.index
    if (!goesOn) {
      const tail = close()
      if (tail !== undefined) yield tail
    }
    if (piece.done) {
      const { answer, toolUses, serverToolUses } = piece.value
      const whole = redactor.deep({ answer, toolUses: toolUses.map(({ input }) => input), serverToolUses: serverToolUses ?? [] })
      told(hits)
      return {
        ...piece.value,
        answer: whole.value.answer,
        toolUses: toolUses.map((use, at) => ({ ...use, input: whole.value.toolUses[at] })),
        ...(serverToolUses === undefined ? {} : { serverToolUses: whole.value.serverToolUses }),
      }
    }
    const chunk = value as StepChunk
    if (field === undefined) {
      yield chunk
      continue
    }
    open ??= { kind: chunk.kind, index: chunk.index ?? 0, field, stream: field === 'json' ? createJsonStream(redactor) : redactor.stream() }
    const text = open.stream.push(chunk[field] ?? '')
    if (text !== '') yield { ...chunk, [field]: text }
  }
}
