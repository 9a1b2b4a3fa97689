/**
 * What a gate leaves for the recorder about one dispatch. The recorder (`*`) and the gates of one module receive the very same
 * event object (seen on 2.1.332), so it is the key; a dispatch nobody records is collected with it.
 */

import type { PluginAnswer } from '../policy/compile/compiled.ts'
import type { Hits } from '../redact/hits.ts'
import type { Judged } from './judge.ts'

const stringify = JSON.stringify

export type Note = {
  decision?: Judged
  plugin?: {
    readonly provenance: string
    readonly tier: string
    readonly answer: PluginAnswer
    readonly rule: string
    readonly isEnforced: boolean
  }
  redactions?: Hits
  /** The names of the secrets whose values the call was handed. */
  hydrations?: readonly string[]
  /** The engine's own permission rules refused the call, and no rule of the policy speaks of it. */
  isRefusedBeneath?: true
  /** Where in a model request secret values stood: something upstream had let them through. */
  leaks?: readonly string[]
}

export type Notes = {
  /** The note of this dispatch, made on first use. */
  readonly of: (e: object) => Note
  /** undefined when no gate left anything. */
  readonly peek: (e: object) => Note | undefined
  /** The note of a streamed call, for which the recorder gets an object of its own: it is found by what the call says. */
  readonly ofStream: (event: string, e: object) => Note
  /** Hands over the oldest note of a streamed call that says the same, and forgets it. */
  readonly takeStream: (event: string, e: object) => Note | undefined
}

/** What answers in a stream: calls of mods, and the model. */
export const STREAMED: ReadonlySet<string> = new Set(['process.spawn', 'turn.step'])

/** Streamed calls under way whose notes are kept; past it the oldest is forgotten, and its record names no rule. */
const MAX_STREAMS = 64

export function createNotes(): Notes {
  const notes = new WeakMap<object, Note>()
  const streams: { readonly call: string; readonly note: Note }[] = []
  const callOf = (event: string, e: object): string => `${event} ${stringify(e)}`
  return {
    of(e) {
      const known = notes.get(e)
      if (known !== undefined) return known
      const fresh: Note = {}
      notes.set(e, fresh)
      return fresh
    },
    peek: e => notes.get(e),
    ofStream(event, e) {
      const note: Note = {}
      streams.push({ call: callOf(event, e), note })
      if (streams.length > MAX_STREAMS) streams.shift()
      return note
    },
    takeStream(event, e) {
      const call = callOf(event, e)
      const at = streams.findIndex(one => one.call === call)
      return at < 0 ? undefined : streams.splice(at, 1)[0]?.note
    },
  }
}
