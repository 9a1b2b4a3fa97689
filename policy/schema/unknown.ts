/** `unknown`: what "cannot tell" counts as. */
import { z } from 'zod'
import { UNKNOWN_KINDS, type Unknown } from '../compile/unknown-kinds.ts'
import { choice, complain, strict } from './strict.ts'

const answer = choice(['deny', 'ask', 'ignore'])
const RIGHT = 'deny, ask or ignore; or a map like { pattern: deny, code: ask, default: ignore }'

const shape = { ...Object.fromEntries(UNKNOWN_KINDS.map(kind => [kind, answer.optional()])), default: answer.optional() } as {
  readonly [Key in (typeof UNKNOWN_KINDS)[number] | 'default']: z.ZodOptional<typeof answer>
}

export const unknownShape = z.union(
  [
    strict(RIGHT, shape).check(
      complain(map => (Object.values(map).every(one => one === undefined) ? `an empty map says nothing: write ${RIGHT}.` : undefined)),
    ),
    answer,
  ],
  { error: RIGHT },
)
export type UnknownSource = z.infer<typeof unknownShape>

/** Absent, it is `ask`, and so is an absent `default`. */
export const unknownOf = (source: UnknownSource | undefined): Unknown => {
  if (source === undefined || typeof source === 'string') return source ?? 'ask'
  const named = Object.fromEntries(Object.entries(source).filter(([, one]) => one !== undefined))
  return { ...named, default: source.default ?? 'ask' }
}
