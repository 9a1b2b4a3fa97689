/** A mod for the bench alone: `/worst` times one pass over each of the texts made to cost, in the engine's own realm, milliseconds as JSON. */

import { withBytes } from '../redact/bytes-layer.ts'
import { createRedactor } from '../redact/redactor.ts'
import { answersCommand, type On } from './answers-command.ts'
import type { Worst } from './engine-worst-mod.ts'
import { hostileSecrets, TEXTS, VALUE_SETS } from './redact-hostile-scenes.ts'

/** This session's part of the sets and texts, of so many; how many values; how many units a text has. */
declare const PART: number
declare const PARTS: number
declare const COUNT: number
declare const LENGTH: number

/** A hook has ten seconds of its own. */
const MAX_MS = 7500
const now = (): number => performance.now()

export function register(on: On): void {
  answersCommand(on, 'worst', 'Times the slowest passes.', async () => {
    const since = now()
    const scenes = VALUE_SETS.flatMap(set => Object.keys(TEXTS).map(text => ({ set, text })))
    const size = Math.ceil(scenes.length / PARTS)
    const mine = scenes.slice(PART * size, (PART + 1) * size)
    const times: [string, number][] = []
    let made: { set: string; values: readonly string[]; redactor: ReturnType<typeof createRedactor> } | undefined
    for (const { set, text: name } of mine) {
      if (now() - since > MAX_MS) break
      if (made?.set !== set) {
        const secrets = hostileSecrets(set, COUNT)
        made = { set, values: secrets.map(({ value }) => value), redactor: withBytes(createRedactor(secrets)) }
      }
      const text = TEXTS[name]?.(made.values, LENGTH) ?? ''
      let ms = Number.POSITIVE_INFINITY
      for (let round = 0; round < 3 && ms > 60; round++) {
        const start = now()
        made.redactor.text(text)
        ms = Math.min(ms, now() - start)
      }
      times.push([`${set}, ${name}`, ms])
      // The worker is taken for hung where it never comes to rest.
      await new Promise(done => setTimeout(done, 0))
    }
    const slowest = times.toSorted((one, other) => other[1] - one[1]).slice(0, 8)
    const worst: Worst = { measured: times.length, left: mine.length - times.length, slowest }
    return worst
  })
}
