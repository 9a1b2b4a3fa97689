/**
 * What a gate leaves for the recorder about one dispatch. The recorder (`*`) and the gates of one module receive the very same
 * event object (seen on 2.1.332), so it is the key; a dispatch nobody records is collected with it.
 */
import type { Decision } from '../policy/decide/decision.ts'
import type { PluginAnswer } from '../policy/compile/compiled.ts'

export type Note = {
  decision?: Decision
  plugin?: { readonly provenance: string; readonly tier: string; readonly answer: PluginAnswer; readonly isEnforced: boolean }
  redactions?: Readonly<Record<string, number>>
  /** Secret values stood in a model request: something upstream let them through. */
  isLeak?: true
}

export type Notes = {
  /** The note of this dispatch, made on first use. */
  readonly of: (e: object) => Note
  /** undefined when no gate left anything. */
  readonly peek: (e: object) => Note | undefined
}

export function createNotes(): Notes {
  const notes = new WeakMap<object, Note>()
  return {
    of(e) {
      const known = notes.get(e)
      if (known !== undefined) return known
      const fresh: Note = {}
      notes.set(e, fresh)
      return fresh
    },
    peek: e => notes.get(e),
  }
}
