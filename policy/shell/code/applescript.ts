/** AppleScript: `do shell script "..."`, `do script "..."` (a terminal's), `run script`. */
import { UNKNOWN } from '../arg.ts'
import type { Context } from '../context.ts'
import { foundIn, type Placed } from './effects-of-code.ts'
import { lex, type Token } from './lex.ts'
import { ofParts, type Value } from './values.ts'

export function readAppleScript(text: string, frame: Placed, ctx: Context): void {
  if (!ctx.spend(1 + text.length / 16)) return
  const { tokens, isCut } = lex(text, 'applescript')
  const found = foundIn('applescript', frame, ctx)
  if (isCut) found.dynamic()
  const word = (at: number): string => {
    const token = tokens[at]
    return token?.kind === 'name' ? token.text.toLowerCase() : ''
  }
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]?.kind === 'gap') found.dynamic()
    const isShell = word(i) === 'do' && word(i + 1) === 'shell' && word(i + 2) === 'script'
    const isTerminal = word(i) === 'do' && word(i + 1) === 'script'
    const isRunning = word(i) === 'run' && word(i + 1) === 'script'
    if (isShell || isTerminal)
      found.sink({ does: 'shell', at: 0 }, { values: [textAfter(tokens, i + (isShell ? 3 : 2))], named: new Map() }, undefined, 'do')
    else if (isRunning) readNext(tokens[i + 2], frame, ctx)
  }
}

function readNext(token: Token | undefined, frame: Placed, ctx: Context): void {
  const text = token?.kind === 'text' ? token.pieces.map(piece => ('text' in piece ? piece.text : '')).join('') : undefined
  const isKnown = text !== undefined && token?.kind === 'text' && token.pieces.every(piece => piece.kind === 'text')
  if (isKnown) readAppleScript(text, frame, ctx)
  else ctx.mark('interpreter-code', frame.at)
}

/** Texts joined by `&`; anything else between them is a gap. */
function textAfter(tokens: readonly Token[], from: number): Value {
  const parts = []
  for (let i = from; i < tokens.length && i - from < 256; i++) {
    const token = tokens[i] as Token
    if (token.kind === 'end') break
    const isWith = token.kind === 'name' && /^(with|without|in|as)$/i.test(token.text)
    if (isWith) break
    if (token.kind === 'text') parts.push(...token.pieces.map(piece => (piece.kind === 'code' ? UNKNOWN : piece)))
    else if (token.kind !== 'op') parts.push(UNKNOWN)
  }
  return ofParts(parts)
}
