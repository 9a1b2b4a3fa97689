/** Reads of what a session left: never the model's words, but request bodies and the engine's own log. */
import type { LoggedRequest } from '../test/support/scripted-api.ts'

type Loose = Readonly<Record<string, unknown>>

/** What the model was handed back for one of its tool calls. */
export type ToolResult = { readonly text: string; readonly isError: boolean }

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function* blocksOf(requests: readonly LoggedRequest[]): Generator<Loose> {
  for (const { body } of requests) {
    for (const message of listOf(body?.messages)) {
      if (!isObject(message)) continue
      if (typeof message.content === 'string') yield { type: 'text', text: message.content }
      else for (const block of listOf(message.content)) if (isObject(block)) yield block
    }
  }
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map(block => (isObject(block) ? String(block.text ?? '') : ''))
        .join('\n')

/** The result of a tool call as it stood in the request that handed it to the model; undefined where none did. */
export function toolResult(requests: readonly LoggedRequest[], id: string): ToolResult | undefined {
  for (const block of blocksOf(requests)) {
    if (block.type === 'tool_result' && block.tool_use_id === id) return { text: textOf(block.content), isError: block.is_error === true }
  }
  return undefined
}

/** The first text block in any request that holds `needle`, whole; '' where none does. */
export function textHolding(requests: readonly LoggedRequest[], needle: string): string {
  for (const block of blocksOf(requests)) if (typeof block.text === 'string' && block.text.includes(needle)) return block.text
  return ''
}

/** A file as the Read tool shows it, without the numbers of its lines and what is wrapped around them. */
export function withoutLineNumbers(text: string): string {
  const lines = text.split('\n').filter(line => /^\s*\d+\t/.test(line))
  return lines
    .map(line => line.replace(/^\s*\d+\t/, ''))
    .join('\n')
    .trimEnd()
}

/** The engine's log line that holds every one of these texts, without its time; undefined where none does. */
export function logLine(log: string, ...parts: readonly string[]): string | undefined {
  const line = log.split('\n').find(one => parts.every(part => one.includes(part)))
  return line?.replace(/^\S+ \[\w+\] /, '')
}
