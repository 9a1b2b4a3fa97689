const isArray = Array.isArray

type Block = { readonly type?: unknown; readonly thinking?: unknown } | null

/**
 * The redacted content of a message with a text in place of each block of thinking that was changed. A signature holds for the block as it was alone: the API refuses
 * another one, in this request and, since it stays in the conversation, in every later one. `was`: the content before. What is no list of blocks is left.
 */
export function unsigned(content: unknown, was: unknown): unknown {
  if (content === was || !isArray(content) || !isArray(was)) return content
  return content.map((block: Block, at) =>
    block?.type === 'thinking' && block !== was[at] ? { type: 'text', text: block.thinking } : block,
  )
}
