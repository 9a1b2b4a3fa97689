/** Rows of a Claude Code transcript: which tool calls a model made in them. */

/** One tool call. `block`: its place in the row's message. */
export type TranscriptCall = {
  readonly id: string | undefined
  readonly tool: string
  readonly input: unknown
  readonly isSub: boolean
  readonly block: number
}

/** `ok: false`: the line is no row. `cwd`: the directory the row was written in. Rows of other kinds hold no call. */
export type Row =
  | {
      readonly ok: true
      readonly cwd: string | undefined
      readonly sessionId: string | undefined
      readonly calls: readonly TranscriptCall[]
    }
  | { readonly ok: false }

type Loose = Readonly<Record<string, unknown>>

export function rowOf(line: string): Row {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    return { ok: false }
  }
  if (!isMap(row)) return { ok: false }
  const isSub = row.isSidechain === true || typeof row.agentId === 'string'
  return { ok: true, cwd: textIn(row, 'cwd'), sessionId: textIn(row, 'sessionId'), calls: callsIn(row.message, isSub) }
}

function callsIn(message: unknown, isSub: boolean): TranscriptCall[] {
  const content = isMap(message) && message.role !== 'user' ? message.content : undefined
  if (!Array.isArray(content)) return []
  return content.flatMap((block, index) => {
    const isCall = isMap(block) && block.type === 'tool_use' && typeof block.name === 'string'
    return isCall ? [{ id: textIn(block, 'id'), tool: block.name as string, input: block.input, isSub, block: index }] : []
  })
}

const isMap = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (map: Loose, key: string): string | undefined => (typeof map[key] === 'string' ? map[key] : undefined)
