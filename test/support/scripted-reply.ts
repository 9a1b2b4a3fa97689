/** One block of a scripted answer. `pieces` sends one delta each; `split` cuts a tool input's JSON every so many characters. */
export type Block =
  | { type: 'text'; text: string; pieces?: undefined }
  | { type: 'text'; pieces: readonly string[] }
  | { type: 'thinking'; thinking: string; pieces?: undefined }
  | { type: 'thinking'; pieces: readonly string[] }
  | { type: 'tool_use'; name: string; input: unknown; id?: string; split?: number }

/** One answer: blocks, or an error status (400 and up, 529 is an overload). `holdMs` waits before the first byte, `delayMs` after each piece. */
export type Reply = { blocks?: readonly Block[]; status?: number; error?: unknown; holdMs?: number; delayMs?: number }

/** A tool call as a block, for scripts. */
export function toolUse(name: string, input: unknown, id?: string): Block {
  return { type: 'tool_use', name, input, ...(id === undefined ? {} : { id }) }
}

/** A Bash call as a block, for scripts. */
export function bash(command: string, id?: string): Block {
  return toolUse('Bash', { command, description: 'scripted' }, id)
}

/** A text as a block, for scripts. */
export function say(text: string): Block {
  return { type: 'text', text }
}

type Event = { type: string } & Record<string, unknown>
type Head = { n: number; model: unknown; inputTokens: number }

const SIGNATURE = 'c2NyaXB0ZWQ='

/** The Messages API's whole answer for a reply, as it reads without streaming. */
export function messageOf(reply: Reply, head: Head): Record<string, unknown> {
  const content = (reply.blocks ?? []).map((block, k) => whole(block, idOf(block, head.n, k)))
  const usage = { input_tokens: head.inputTokens, output_tokens: 5 }
  return { ...envelope(head), content, stop_reason: stopReason(reply), usage }
}

/** The server-sent events of a reply, in order. */
export function* eventsOf(reply: Reply, head: Head): Generator<Event> {
  const usage = { input_tokens: head.inputTokens, output_tokens: 1 }
  yield { type: 'message_start', message: { ...envelope(head), content: [], stop_reason: null, usage } }
  for (const [index, block] of (reply.blocks ?? []).entries()) {
    yield { type: 'content_block_start', index, content_block: empty(block, idOf(block, head.n, index)) }
    for (const delta of deltasOf(block)) yield { type: 'content_block_delta', index, delta }
    yield { type: 'content_block_stop', index }
  }
  yield { type: 'message_delta', delta: { stop_reason: stopReason(reply), stop_sequence: null }, usage: { output_tokens: 5 } }
  yield { type: 'message_stop' }
}

function envelope(head: Head) {
  return { id: `msg_${head.n}`, type: 'message', role: 'assistant', model: head.model, stop_sequence: null }
}

function stopReason(reply: Reply): 'tool_use' | 'end_turn' {
  return (reply.blocks ?? []).some(block => block.type === 'tool_use') ? 'tool_use' : 'end_turn'
}

function idOf(block: Block, n: number, k: number): string {
  return block.type === 'tool_use' && block.id !== undefined ? block.id : `toolu_${n}_${k}`
}

function whole(block: Block, id: string) {
  if (block.type === 'tool_use') return { type: 'tool_use', id, name: block.name, input: block.input }
  if (block.type === 'thinking') return { type: 'thinking', thinking: partsOf(block).join(''), signature: SIGNATURE }
  return { type: 'text', text: partsOf(block).join('') }
}

function empty(block: Block, id: string) {
  if (block.type === 'tool_use') return { type: 'tool_use', id, name: block.name, input: {} }
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  return { type: 'text', text: '' }
}

function partsOf(block: Exclude<Block, { type: 'tool_use' }>): readonly string[] {
  if (block.pieces !== undefined) return block.pieces
  return [block.type === 'thinking' ? block.thinking : block.text]
}

function* deltasOf(block: Block): Generator<Record<string, string>> {
  if (block.type === 'tool_use') {
    const json = JSON.stringify(block.input ?? {})
    const size = block.split ?? json.length
    for (let at = 0; at < json.length; at += size) yield { type: 'input_json_delta', partial_json: json.slice(at, at + size) }
    return
  }
  if (block.type === 'text') {
    for (const text of partsOf(block)) yield { type: 'text_delta', text }
    return
  }
  for (const thinking of partsOf(block)) yield { type: 'thinking_delta', thinking }
  yield { type: 'signature_delta', signature: SIGNATURE }
}
