/** Globs over texts that are no paths: operands, program names, tool names, arguments. */
import { escapeChar, type GlobToken, globTokens } from './glob-tokens.ts'
import { cut } from './show.ts'

export type TextGlob = { readonly ok: true; readonly re: RegExp } | { readonly ok: false; readonly message: string }

/**
 * A glob for a whole text, case and all. `*` is any run of characters, `/` and line breaks included (operands are mostly refs, URLs and paths);
 * `?` is any one character. The expression takes time in proportion to the text: after each `*` it takes the first place where the rest fits.
 */
export const compileTextGlob = (glob: string): TextGlob => {
  const read = globTokens(glob)
  if (!read.ok) return { ok: false, message: `the glob ${cut(JSON.stringify(glob))} ${read.message}` }
  return { ok: true, re: new RegExp(`^(?:${read.alternatives.map(sourceOf).join('|')})$`, 'u') }
}

const sourceOf = (tokens: readonly GlobToken[]): string => {
  const parts = fixedParts(tokens).map(part => part.map(charOf).join(''))
  const first = parts[0] ?? ''
  if (parts.length === 1) return first
  const last = parts.at(-1) ?? ''
  const middle = parts.slice(1, -1).filter(part => part !== '')
  return `${first}${middle.map(part => `(?:(?!${part})[^])*${part}`).join('')}[^]*${last}`
}

const charOf = (token: GlobToken): string => (token.kind === 'char' ? escapeChar(token.char) : token.kind === 'set' ? token.source : '[^]')

/** What stands between the stars. */
export const fixedParts = (tokens: readonly GlobToken[]): readonly (readonly GlobToken[])[] => {
  const parts: GlobToken[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'star') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}
