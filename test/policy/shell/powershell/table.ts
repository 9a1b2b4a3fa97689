import { describe, expect, it } from 'vitest'
import type { Evaluation } from '../../../../policy/shell/effects.ts'
import { effectText } from '../code/table.ts'

/** A script, what it would do in order, and its markers. */
export type Row = readonly [script: string, effects: readonly string[], markers?: readonly string[]]

export function table(name: string, evaluate: (text: string) => Evaluation, rows: readonly Row[]): void {
  describe(name, () => {
    const cases = rows.map(([script, effects, markers = []]) => ({ script, effects, markers }))
    it.each(cases)('$script', ({ script, effects, markers }) => {
      const found = evaluate(script)
      expect(found.effects.filter(effect => effect.kind !== 'connect').map(effectText)).toEqual(effects)
      expect(found.markers.map(marker => marker.kind)).toEqual(markers)
    })
  })
}
