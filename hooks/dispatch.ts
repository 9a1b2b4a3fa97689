/** What the engine hands a hook besides the event: of which call it is, and what is beneath. */
import type { TraceEntry } from '../audit/parts.ts'
import type { Origin } from './doors.ts'

export type StarNext = ((e: object) => Promise<unknown>) & {
  readonly event: string
  readonly origin: Origin
  readonly trace: readonly TraceEntry[]
  readonly budget: { readonly remainingMs: number }
  /** In a `.catch` alone: `throw` or `timeout` (seen on 2.1.332). */
  readonly error?: { readonly kind?: string }
  /** Whether anything beneath the plugin was asked. */
  readonly called: boolean
  /** Aborts when the hooks of this dispatch have used up their time. */
  readonly signal?: AbortSignal
}

/** What a record is made from. */
export type Dispatched = Pick<StarNext, 'event' | 'origin' | 'trace' | 'called' | 'error'>
