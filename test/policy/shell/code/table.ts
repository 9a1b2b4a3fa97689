/** Code of other languages in a short form that a table of expectations can hold. */
import { describe, expect, it } from 'vitest'
import type { Effect } from '../../../../policy/shell/effects.ts'
import { evaluateCommand } from '../../../../policy/shell/evaluate.ts'
import { wordText } from '../show.ts'

/**
 * A command line, what its code does in order (`run rm -rf x`, `delete x`, `connect h`), and its markers. `rm` for a call that deletes one file and
 * `curl` for one that fetches are left out: stand-ins.test.ts has them.
 */
export type Row = readonly [command: string, effects: readonly string[], markers?: readonly string[]]

/** Rows of code, each given to `program` as its last word, single-quoted. */
export function codeTable(program: string, rows: readonly Row[]): void {
  const quoted = (code: string) => `'${code.replaceAll("'", "'\\''")}'`
  lineTable(
    program,
    rows.map(([code, effects, markers = []]) => [`${program} ${quoted(code)}`, effects, markers]),
  )
}

export function lineTable(name: string, rows: readonly Row[]): void {
  describe(name, () => {
    const cases = rows.map(([command, effects, markers = []]) => ({ command, effects, markers }))
    it.each(cases)('$command', ({ command, effects, markers }) => {
      const found = evaluateCommand(command)
      const interpreter = found.effects.find(effect => effect.kind === 'run' && effect.code !== undefined)
      const depth = interpreter?.via.length ?? Infinity
      const inCode = found.effects.filter(effect => effect.via.length > depth && !isStandIn(effect))
      expect(inCode.map(effectText)).toEqual(effects)
      expect(found.markers.map(marker => marker.kind)).toEqual(markers)
    })
  })
}

function isStandIn(effect: Effect): boolean {
  if (effect.kind !== 'run' || effect.certainty !== 'may') return false
  return effect.name === 'curl' || (effect.name === 'rm' && effect.args[0]?.source === '--')
}

export function effectText(effect: Effect): string {
  if (effect.kind === 'connect') return `connect ${wordText(effect.address)}`
  if (effect.kind !== 'run') {
    const pieces = effect.pattern ?? [{ kind: 'text', text: effect.path }]
    return `${effect.kind} ${wordText({ pieces, isMany: false, source: '' })}`
  }
  return `run ${[effect.name ?? '?', ...effect.args.map(wordText)].join(' ')}`
}
