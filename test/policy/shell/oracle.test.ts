import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { fits } from './fits.ts'
import { FIXED, script } from './oracle-commands.ts'
import { findBash, runInBash } from './real-bash.ts'

const bash = findBash()
if (bash === undefined) console.warn('ORACLE TESTS SKIPPED: no bash on this machine, nothing compares the evaluator with a real shell')

/** `CASTELLAN_ORACLE_RUNS` and `CASTELLAN_ORACLE_SEED` make a long or another run. */
const RUNS = Number(process.env.CASTELLAN_ORACLE_RUNS ?? 200)
const SEED = Number(process.env.CASTELLAN_ORACLE_SEED ?? 20260)

describe.skipIf(bash === undefined)('against real bash', () => {
  const commands = [...FIXED, ...fc.sample(script, { seed: SEED, numRuns: RUNS })]

  it('finds every program that bash ran, with arguments that fit, or says that it cannot tell', { timeout: 300_000 }, () => {
    const ran = runInBash(bash ?? '', commands)
    const missed = commands.flatMap((command, index) => {
      const { effects, markers } = evaluateCommand(command)
      const runs = effects.filter(effect => effect.kind === 'run')
      const unfound = (ran[index] ?? []).filter(call => markers.length === 0 && !runs.some(run => fits(run, call)))
      return unfound.map(call => ({ command, call }))
    })
    expect(missed).toEqual([])
    expect(ran.flat().length).toBeGreaterThan(RUNS / 2)
  })

  it('can tell for most of them', () => {
    const certain = commands.filter(command => evaluateCommand(command).markers.length === 0)
    expect(certain.length).toBeGreaterThan(RUNS * 0.4)
  })
})
