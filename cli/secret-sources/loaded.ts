/** What the sources of secrets gave on this machine. */
import type { Found } from '../../redact/found.ts'
import { createKnown, type Known } from '../../redact/known-values.ts'

export type Failure = { readonly label: string; readonly why: string }

/** Gathers values and failures of sources; `force`: globs over names whose values may be short. */
export type Loaded = {
  readonly add: (label: string, found: Found) => void
  readonly fail: (label: string, why: string) => void
  readonly values: () => readonly Known[]
  /** No message holds a value. */
  readonly failures: () => readonly Failure[]
}

export function createLoaded(force: readonly string[] = []): Loaded {
  const known = createKnown(force)
  const failures: Failure[] = []
  const fail: Loaded['fail'] = (label, why) => void failures.push({ label, why })
  return {
    add(label, { values, failure }) {
      for (const { name, value } of values) known.add(name, value)
      if (failure !== undefined) fail(label, failure)
    },
    fail,
    values: known.values,
    failures: () => failures,
  }
}
