/** awk programs: `system()`, commands in pipes, and files written or read by redirection. */
import { type Arg, textOf, UNKNOWN } from '../arg.ts'
import type { Context } from '../context.ts'
import { fileEffect } from '../paths.ts'
import { foundIn, onlyMay, type Placed } from './effects-of-code.ts'
import { lex, type Token } from './lex.ts'
import { type Args, ofParts, type Value } from './values.ts'

/** A path of its own that awk takes for a stream or a connection. */
const INET = /^\/inet[46]?\/\w+\/[^/]*\/([^/]+)/

export function readAwk(text: string, frame: Placed, ctx: Context): void {
  if (!ctx.spend(1 + text.length / 16)) return
  const { tokens, isCut } = lex(text, 'awk')
  const found = foundIn('awk', frame, ctx)
  if (isCut) found.dynamic()
  const runs = (value: Value): void => found.sink({ does: 'shell', at: 0 }, argsOf(value), undefined, 'system')
  let depth = 0
  let isPrinting = false
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token
    if (token.kind === 'gap') found.dynamic()
    if (token.kind === 'end' || isOp(token, '}')) isPrinting = false
    if (isOp(token, '(')) depth++
    if (isOp(token, ')')) depth--
    if (token.kind === 'name') {
      if (token.text === 'print' || token.text === 'printf') {
        isPrinting = true
        depth = 0
      }
      const isCall = isOp(tokens[i + 1], '(')
      if (token.text === 'system' && isCall) runs(textAfter(tokens, i + 2))
      // `@f(x)` calls a function by its name; `@include` and `@load` bring code in.
      const isIndirect = token.text.startsWith('@')
      if (isIndirect) found.dynamic()
      if (token.text === 'getline') readGetline(tokens, i, runs, frame, ctx)
    }
    const isPipe = isPrinting && depth === 0 && (isOp(token, '|') || (isOp(token, '|&') as boolean))
    if (isPipe) {
      runs(textAfter(tokens, isOp(tokens[i + 1], '&') ? i + 2 : i + 1))
      isPrinting = false
    }
    const isRedirect = isPrinting && depth === 0 && (isOp(token, '>') || isOp(token, '>>'))
    if (isRedirect) {
      const at = isOp(tokens[i + 1], '>') ? i + 2 : i + 1
      touch('write', textAfter(tokens, at), frame, ctx)
      isPrinting = false
    }
  }
}

/** `"cmd" | getline` runs what stands before it, `getline < "file"` reads. */
function readGetline(tokens: readonly Token[], at: number, runs: (value: Value) => void, frame: Placed, ctx: Context): void {
  const isCoprocess = isOp(tokens[at - 1], '&')
  const pipe = isCoprocess ? at - 2 : at - 1
  if (isOp(tokens[pipe], '|')) {
    let start = pipe
    while (start > 0 && isTextual(tokens[start - 1]) && pipe - start < 256) start--
    runs(textAfter(tokens, start))
    return
  }
  for (let i = at + 1; i < tokens.length && i < at + 4; i++) {
    if (tokens[i]?.kind === 'end') return
    if (isOp(tokens[i], '<')) {
      touch('read', textAfter(tokens, i + 1), frame, ctx)
      return
    }
  }
}

function isTextual(token: Token | undefined): boolean {
  return token?.kind === 'text' || token?.kind === 'name' || token?.kind === 'number'
}

/** What stands side by side is put together; a variable is a gap. */
function textAfter(tokens: readonly Token[], from: number): Value {
  const parts = []
  for (let i = from; i < tokens.length && i - from < 256; i++) {
    const token = tokens[i] as Token
    if (token.kind === 'text') parts.push(...token.pieces.map(piece => (piece.kind === 'code' ? UNKNOWN : piece)))
    else if (isTextual(token) || token.kind === 'gap' || isOp(token, '$')) parts.push(UNKNOWN)
    else if (!isOp(token, '(')) break
  }
  return parts.length === 0 && from < tokens.length ? { kind: 'unknown' } : ofParts(parts)
}

function touch(kind: 'read' | 'write', value: Value, frame: Placed, ctx: Context): void {
  if (value.kind !== 'text' || !ctx.spend(8)) return
  const arg: Arg = { parts: value.parts, isMany: false, source: '' }
  const host = INET.exec(textOf(arg) ?? '')?.[1]
  onlyMay(ctx, () => {
    if (host === undefined) fileEffect(kind, arg, frame.at, frame, ctx)
    else
      ctx.effects.push({
        kind: 'connect',
        address: { pieces: [{ kind: 'text', text: host }], isMany: false, source: host },
        via: frame.via,
        at: frame.at,
      })
  })
}

function argsOf(value: Value): Args {
  return { values: [value], named: new Map() }
}

function isOp(token: Token | undefined, text: string): boolean {
  return token?.kind === 'op' && token.text === text
}
