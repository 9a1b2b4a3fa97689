/** What the engine, a person or a mod hands to the model besides tool results and rows: prompts, attachments, sections, skills, descriptions, reports. */
import { type Hits, hasHits } from '../redact/hits.ts'
import type { Redactor } from '../redact/redactor.ts'
import type { Count } from './count-hits.ts'
import { readWhole } from './read-whole.ts'

/** An answer from beneath without the secrets in its texts; its own words (`name`, `id`, `scope`) and keys stay. */
export function redactAnswer<A>(redactor: Redactor, count: Count, e: object, answer: A): A {
  const { value, hits } = readWhole(redactor.deep(answer, 'record'))
  return count(e, hits) ? value : answer
}

export type PromptInput = { readonly text: string; readonly context?: readonly string[]; readonly command?: unknown }

/** A prompt on its way in. The engine takes no other text for a slash command: its arguments are cleaned at `command.run`. */
export function redactPrompt<E extends PromptInput>(redactor: Redactor, count: Count, e: E): E {
  if (e.command !== undefined) return e
  const { value, hits } = readWhole(redactor.deep({ text: e.text, context: e.context }))
  return count(e, hits) ? { ...e, text: value.text, ...(value.context === undefined ? {} : { context: value.context }) } : e
}

export type CommandInput = { readonly args: string }
export type CommandAnswer = { readonly text?: string; readonly context?: readonly string[] }

/** What a person typed after the name of a command. */
export function redactArguments<E extends CommandInput>(redactor: Redactor, count: Count, e: E): E {
  const { text, hits } = redactor.text(e.args)
  return count(e, hits) ? { ...e, args: text } : e
}

/** What a command printed. Notes for the model beside it must come back as they are; they are cleaned as rows and in the request. */
export function redactPrinted<A extends CommandAnswer>(redactor: Redactor, count: Count, e: object, answer: A): A {
  if (answer.text === undefined) return answer
  const { text, hits } = redactor.text(answer.text)
  return count(e, hits) ? { ...answer, text } : answer
}

export type Compacted = { readonly messages?: readonly object[]; readonly skip?: string }

/** A compaction's outcome. A message that keeps its handle is the engine's own, whole: a changed one goes without. */
export function redactCompacted<A extends Compacted>(redactor: Redactor, count: Count, e: object, answer: A): A {
  if (answer.messages === undefined) return answer
  let isChanged = false
  const messages = answer.messages.map(message => {
    const { value, hits } = readWhole(redactor.deep(message, 'record'))
    if (!count(e, hits)) return message
    isChanged = true
    const { handle: _, ...built } = value as { readonly handle?: string }
    return built
  })
  return isChanged ? { ...answer, messages } : answer
}

type TelemetryRecord = { readonly attributes?: Readonly<Record<string, unknown>> }

/** The engine's own record for the organisation's collector. */
export function redactTelemetry<E extends object>(redactor: Redactor, e: E): { readonly sent: E; readonly hits: Hits } {
  const { attributes } = e as TelemetryRecord
  const { value, hits } = readWhole(redactor.deep(attributes ?? {}, 'record'))
  return { sent: hasHits(hits) ? { ...e, attributes: value } : e, hits }
}
