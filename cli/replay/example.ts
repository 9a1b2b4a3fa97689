import { MASK, masked, namesSecret } from './mask.ts'
import type { TranscriptCall } from './transcript.ts'

/** A call as it may be printed: the command, or the tool and its arguments, what looks like a secret hidden. One line. */
export function exampleOf({ tool, input }: Pick<TranscriptCall, 'tool' | 'input'>): string {
  const map = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {}
  if (tool === 'Bash' && typeof map.command === 'string') return masked(map.command)
  return masked(`${tool} ${Object.entries(map).map(argumentText).join(' ')}`.trim(), 160)
}

/** What a file is to hold is nobody's business here. */
const LONG = new Set(['content', 'old_string', 'new_string', 'new_source', 'edits', 'prompt'])

function argumentText([name, value]: [string, unknown]): string {
  if (LONG.has(name)) return `${name}=…`
  if (namesSecret(name)) return `${name}=${MASK}`
  return `${name}=${masked(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 100)}`
}
