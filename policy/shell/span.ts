import type { Context, Frame } from './context.ts'
import type { Span } from './effects.ts'

// Looking a global up costs more than using it, in the engine.
const { min } = Math

/** Where a node stands in the line; inside text that was evaluated again, where that text came from. */
export function spanOf(node: { readonly pos: number; readonly end: number }, frame: Frame, ctx: Context): Span {
  // The parser's end can lie past that of a text that breaks off.
  return frame.at ?? { start: min(node.pos, ctx.length), end: min(node.end, ctx.length) }
}
