import type { Piece } from '../../policy/shell/effects.ts'

/** A path as the shell's evaluator would cut it: `$X` is unknown, `*`, `?` and `[...]` are globs, the rest is text. */
export const piecesOf = (source: string): readonly Piece[] =>
  [...source.matchAll(/\$[A-Z]|\*+|\?|\[[^\]]*\]|[^$*?[]+/g)].map(([part]): Piece => {
    if (part.startsWith('$')) return { kind: 'unknown' }
    return { kind: /^[*?[]/.test(part) ? 'glob' : 'text', text: part }
  })
