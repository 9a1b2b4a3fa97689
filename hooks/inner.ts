/**
 * The runtime of the inner seat: a second plugin, in the tier beneath every person's mod, that takes secret values out of tool results before any of
 * those reads them. It loads the values by itself, from the same sources: nothing is handed from one seat to the other.
 */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { hasHits } from '../redact/hits.ts'
import { type CallAnswer, redactResult } from './conversation.ts'
import type { Doors } from './doors.ts'
import type { Parts } from './parts.ts'
import { createSecrets } from './secrets.ts'
import { createSessionFacts } from './session.ts'
import { scrubSpilled } from './spill.ts'

/** What the inner seat calls. Rejects when it cannot do its work: the registration's `.catch` then withholds the result. */
export function createInner(secrets: CompiledPolicy['secrets'], parts?: Parts) {
  const load = createSecrets({ secrets }, createSessionFacts(), parts)
  return {
    /** At session start: the values are known before the first call. Their loading may fail: each call asks again. */
    start: (doors: Doors): Promise<unknown> => load(doors).catch(() => undefined),

    async result(doors: Doors, e: { readonly tool: string }, answer: CallAnswer): Promise<CallAnswer> {
      const { redactor } = await load.refresh(doors, e.tool)
      await scrubSpilled(redactor, doors, answer)
      return redactResult(redactor, (_e, hits) => hasHits(hits), e, answer)
    },
  }
}
