import { hasHits } from './hits.ts'
import type { Redactor } from './redactor.ts'

type Fields = { readonly [key: string]: unknown }
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const wordOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && /^[a-z_]{1,32}$/.test(value) ? value : otherwise
const entriesOf = Object.entries

/** Whose words a message is, and what kind of part of it: `user.tool_result`. Names of the API alone, never text of the conversation. */
function messageChannels(message: unknown, holds: (part: unknown) => boolean): string[] {
  if (!isFields(message)) return []
  const role = wordOf(message.role, 'other')
  const parts = Array.isArray(message.content) ? message.content : [message.content]
  return parts.filter(holds).map(part => `${role}.${isFields(part) ? wordOf(part.type, 'other') : 'text'}`)
}

/**
 * Where in a model request secrets stand that something upstream let through: `system`, `tools`, `user.text`, `user.tool_result`,
 * `assistant.tool_use` and the like, sorted, each once. `body` is the parsed request, not yet redacted. Never throws on data.
 */
export function leakChannels(body: unknown, redactor: Redactor): readonly string[] {
  const holds = (part: unknown): boolean => hasHits(redactor.deep(part, 'api').hits)
  const found = new Set<string>()
  if (isFields(body)) {
    for (const [key, part] of entriesOf(body)) {
      if (!holds(part)) continue
      const ofMessages = key === 'messages' && Array.isArray(part) ? part.flatMap(message => messageChannels(message, holds)) : []
      for (const channel of ofMessages.length > 0 ? ofMessages : [wordOf(key, 'other')]) found.add(channel)
    }
  }
  return [...found].sort()
}
