import type { Condition } from './compiled.ts'

/** A condition and everything inside it, outermost first. */
export function* conditionsOf(condition: Condition): Generator<Condition> {
  yield condition
  if (condition.kind === 'all' || condition.kind === 'any') for (const one of condition.of) yield* conditionsOf(one)
  if (condition.kind === 'not') yield* conditionsOf(condition.of)
}
