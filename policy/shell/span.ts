import type { Frame } from './context.ts'
import type { Span } from './effects.ts'

/** Where a node stands in the line; inside text that was evaluated again, where that text came from. */
export function spanOf(node: { readonly pos: number; readonly end: number }, frame: Frame): Span {
  return frame.at ?? { start: node.pos, end: node.end }
}
