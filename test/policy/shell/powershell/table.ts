import { describe, expect, it } from 'vitest'
import type { Effect, Evaluation } from '../../../../policy/shell/effects.ts'
import { wordText } from '../show.ts'

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

function effectText(effect: Effect): string {
  if (effect.kind === 'run') return ['run', effect.name ?? '?', ...effect.args.map(wordText)].join(' ')
  if (effect.kind === 'connect') return `connect ${wordText(effect.address)}`
  const path = effect.pattern === undefined ? effect.path : wordText({ pieces: effect.pattern, isMany: false, source: '' })
  return `${effect.kind} ${path}`
}
