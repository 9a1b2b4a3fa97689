/** Short spellings of evaluations, for tests that hand them in instead of evaluating a line. */
import type { Effect, Evaluation, FileEffect, Marker, Piece, Run, Word } from '../../policy/shell/effects.ts'

const AT = { start: 0, end: 0 }

export const text = (source: string): Word => ({ pieces: [{ kind: 'text', text: source }], isMany: false, source })
/** `start$X`: its beginning is certain. */
export const open = (start = '', isMany = false): Word => ({
  pieces: [...(start === '' ? [] : [{ kind: 'text', text: start } satisfies Piece]), { kind: 'unknown' }],
  isMany,
  source: `${start}$X`,
})
/** `start*`, unquoted: the names of files, or as written. */
export const pattern = (start: string, glob: string): Word => ({
  pieces: [...(start === '' ? [] : [{ kind: 'text', text: start } satisfies Piece]), { kind: 'glob', text: glob }],
  isMany: true,
  source: `${start}${glob}`,
})

/** A run from its words and flags, as the evaluator would have split them. */
export const run = (name: string | undefined, words: readonly (string | Word)[], more: Partial<Run> = {}): Run => {
  const given = words.map(word => (typeof word === 'string' ? text(word) : word))
  const args = [...(more.flags ?? []).map(text), ...given]
  return {
    kind: 'run',
    program: name === undefined ? open() : text(name),
    name,
    args,
    globals: [],
    flags: [],
    words: given,
    mayHaveMoreFlags: false,
    via: [],
    at: AT,
    ...more,
  }
}

export const file = (kind: FileEffect['kind'], path: string, directory?: string | null): FileEffect => ({
  kind,
  path,
  directory,
  via: [],
  at: AT,
})
export const marker = (kind: Marker['kind'] = 'dynamic-script', source = 'eval "$X"'): Marker => ({ kind, at: AT, source })
export const evaluation = (effects: readonly Effect[] = [], markers: readonly Marker[] = []): Evaluation => ({ effects, markers })
