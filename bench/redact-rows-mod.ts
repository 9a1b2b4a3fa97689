/** A mod for the bench alone: `/rows` makes a part of the table of what redaction costs in the engine's own realm, and answers its lines as JSON. */
// @ts-expect-error: it has no types

import Found from 'ahocorasick'
import { answersCommand, type On } from './answers-command.ts'
import { type Published, rowsOf } from './redact-rows.ts'

/** So many values; whether a moment is enough. */
declare const COUNT: number
declare const IS_SMOKE: boolean

export type Rows = { readonly rows: readonly string[] }

/** A hook has ten seconds of its own. */
const EFFORT = IS_SMOKE ? { rounds: 1, milliseconds: 1, warmUp: 1 } : { rounds: 5, milliseconds: 20, warmUp: 60 }

export function register(on: On): void {
  answersCommand(on, 'rows', 'Times redaction.', async () => {
    const rows: string[] = []
    for (const row of rowsOf(COUNT, () => performance.now() * 1000, EFFORT, Found as Published)) {
      rows.push(row)
      // The worker is taken for hung where it never comes to rest.
      await new Promise(done => setTimeout(done, 0))
    }
    const answer: Rows = { rows }
    return answer
  })
}
