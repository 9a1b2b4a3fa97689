import type { Evaluation } from '../shell/effects.ts'
import { type Maybe, maybe } from './kleene.ts'

/** Why a line may do more than its text tells: every kind of its markers. undefined: it tells everything. */
export const untold = ({ markers }: Evaluation): Maybe | undefined => {
  let kinds = 0
  for (const { kind } of markers) kinds |= maybe(kind)
  return kinds === 0 ? undefined : (kinds as Maybe)
}
