/** What the seat has done since its module loaded: for `/castellan`. A worker respawn starts it anew. */
import type { Decision, Spoken } from '../policy/decide/decision.ts'
import type { Hits } from '../redact/hits.ts'

export type Tally = {
  readonly count: (decision: Decision, id: string | undefined) => void
  readonly countRedactions: (hits: Hits) => void
  readonly countPluginRefused: () => void
  readonly read: () => Totals
}

export type Totals = {
  readonly denied: number
  readonly asked: number
  readonly observed: number
  readonly redactions: number
  readonly pluginsRefused: number
}

/** Calls remembered so that a re-evaluation of one (sec-default asks twice) counts once. */
const MAX_IDS = 4096

export function createTally(): Tally {
  const seen = new Set<string>()
  let denied = 0
  let asked = 0
  let observed = 0
  let redactions = 0
  let pluginsRefused = 0
  return {
    count(decision, id) {
      if (decision.spoken.length === 0) return
      if (id !== undefined) {
        if (seen.has(id)) return
        if (seen.size >= MAX_IDS) seen.clear()
        seen.add(id)
      }
      if (decision.verdict === 'deny') denied++
      if (decision.verdict === 'ask') asked++
      const isOnlyObserved = decision.verdict === 'none' && decision.spoken.some((one: Spoken) => one.mode === 'observe')
      if (isOnlyObserved) observed++
    },
    countRedactions(hits) {
      for (const count of Object.values(hits)) redactions += count
    },
    countPluginRefused() {
      pluginsRefused++
    },
    read: () => ({ denied, asked, observed, redactions, pluginsRefused }),
  }
}
