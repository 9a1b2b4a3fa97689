/** What the generated seat will hook, call and name: planned before it is written, compared with the engine's own reading after. */
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'

export type PlannedHook = {
  readonly event: string
  /** As the engine's report prints a matcher; absent: none. */
  readonly matcher?: string
  /** What the hook is for, one line, for BUILD.md. */
  readonly purpose: string
  /** Every hook but `engine.create` must carry a `.catch`. */
  readonly hasCatch: boolean
}

export type SeatPlan = {
  readonly hooks: readonly PlannedHook[]
  /** `$` calls spelled in the seat, `noun.verb`, sorted, each once. */
  readonly calls: readonly string[]
  /** Environment names the seat reads, sorted. */
  readonly env: readonly string[]
  /** Hosts named by literal URLs (`127.0.0.1:4318`), sorted. */
  readonly hosts: readonly string[]
  readonly withholds: readonly string[]
}

export function planSeat(policy: CompiledPolicy): SeatPlan {
  void policy
  return { hooks: [], calls: [], env: [], hosts: [], withholds: [] }
}
