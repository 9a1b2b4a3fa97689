/** A program given by a pattern over file names: `/bin/r?`, `/usr/bin/c[u]rl`. */
import type { Part } from './arg.ts'
import type { Piece } from './effects.ts'
import { bracketToken, MAX_PATTERN, type PatternToken, prefixMatch } from './pattern.ts'

/** Programs that are looked for behind a pattern by themselves; rules look for those that they name. */
export const USUAL_PROGRAMS = 'sh bash rm cat sudo python3'.split(' ')

/** Which of the names the last segment may become. It must spell at least half of a name: `/bin/*` is about none. */
export function namesBehind(parts: readonly (Part | Piece)[], names: readonly string[]): readonly string[] {
  const tokens: PatternToken[] = []
  let isPath = false
  for (const part of parts) {
    if (part.kind === 'glob') {
      const token =
        part.text === '*' ? ({ kind: 'star' } as const) : part.text === '?' ? ({ kind: 'any' } as const) : bracketToken(part.text)
      if (token === undefined) return []
      tokens.push(token)
    } else if (part.kind === 'text') {
      const segment = part.text.slice(part.text.lastIndexOf('/') + 1)
      if (segment !== part.text) {
        isPath = true
        tokens.length = 0
      }
      if (segment.length > MAX_PATTERN) return []
      for (const char of segment) tokens.push({ kind: 'char', char })
    } else return []
  }
  if (!isPath || tokens.length > MAX_PATTERN) return []
  const spelled = tokens.filter(token => token.kind === 'char' || (token.kind === 'set' && !token.isNegated)).length
  return names.filter(name => spelled * 2 >= name.length && prefixMatch(tokens, name)?.longest === name.length)
}
