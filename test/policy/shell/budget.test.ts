// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTooBigToParse, MAX_DEPTH, MAX_HEREDOCS, MAX_SEPARATORS, MAX_STEPS, MAX_TEXT } from '../../../policy/shell/budget.ts'
import { Context } from '../../../policy/shell/context.ts'
import type { Evaluation } from '../../../policy/shell/effects.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { evaluatePowerShell } from '../../../policy/shell/powershell/evaluate.ts'
import { ATTACK_SHAPES, CODE_SHAPES, POWERSHELL_SHAPES } from './attack-shapes.ts'
import { mutatedCommands } from './mutated-commands.ts'
import { markersOf, runsOf } from './show.ts'

const nested = (open: string, middle: string, close: string, depth: number) => open.repeat(depth) + middle + close.repeat(depth)

describe('budgets', () => {
  it.each<readonly [string, string]>([
    ['text', `git push ${'x'.repeat(MAX_TEXT)}`],
    ['heredocs', 'cat <<E\nE\n'.repeat(MAX_HEREDOCS + 1)],
    ['separators', 'a;'.repeat(MAX_SEPARATORS + 1)],
    ['substitutions', nested('$(', 'a', ')', 300)],
    ['subshells', nested('(', 'a', ')', MAX_DEPTH + 2)],
    ['groups', nested('{ ', 'a;', '}; ', MAX_DEPTH + 2)],
    ['old arithmetic', '$['.repeat(30_000)],
    ['backticks', '`'.repeat(100_000)],
    ['loops', 'while a; do '.repeat(MAX_DEPTH + 2) + 'b; '.repeat(2) + 'done; '.repeat(MAX_DEPTH + 2)],
    ['evals', `X='${'a;'.repeat(2000)}'; ${'eval "$X"; '.repeat(100)}`],
    ['braces', `echo ${'{a,b}'.repeat(20)}`],
    ['sequence', 'echo {1..1000000000}'],
    ['arithmetic', `echo $((1${'+1'.repeat(20_000)}))`],
    ['wrappers', 'sudo '.repeat(2000)],
    ['words', `a ${'b '.repeat(40_000)}`],
    ['functions', 'f() '.repeat(20_000)],
  ])('%s past the limit: too complex', (_name, command) => {
    expect(markersOf(command)).toContain('too-complex')
  })

  it('keeps what it found before the budget was spent', () => {
    const command = `git push -f; ${nested('$(', 'a', ')', 60)}; ${'a b c d e;'.repeat(5000)}`
    expect(runsOf(command)[0]).toBe('git push -f')
    expect(markersOf(command)).toContain('too-complex')
  })

  it('takes thousands of ordinary commands', () => {
    expect(runsOf(`${':;'.repeat(3000)}frob x`).at(-1)).toBe('frob x')
    expect(markersOf(`${':;'.repeat(3000)}frob x`)).toEqual([])
  })

  it('bounds the work a doubling value makes', () => {
    expect(markersOf(`X=aa; ${'X=$X$X; '.repeat(60)}$X y`)).toContain('dynamic-program')
    expect(markersOf(`${'X=$X$X; '.repeat(400)}$X y`)).toContain('dynamic-program')
  })

  it('counts work and stops for good', () => {
    const ctx = new Context('a')
    expect(ctx.spend(MAX_STEPS)).toBe(true)
    expect(ctx.spend(1)).toBe(false)
    expect(ctx.spend(0)).toBe(false)
    expect(ctx.markers).toEqual([{ kind: 'too-complex', at: { start: 0, end: 1 }, source: 'a' }])
  })

  it('reads ordinary text as small enough', () => {
    expect(isTooBigToParse(nested('$(', 'a', ')', MAX_DEPTH))).toBe(false)
    expect(isTooBigToParse('(a) '.repeat(2000))).toBe(false)
    expect(isTooBigToParse('cat <<E\nE\n'.repeat(MAX_HEREDOCS))).toBe(false)
  })
})

/** `CASTELLAN_FUZZ_RUNS` makes a long run. */
const FUZZ_RUNS = Number(process.env.CASTELLAN_FUZZ_RUNS ?? 4000)

describe('any text', () => {
  const seeds = ['reported-cases.jsonl', 'wrapper-forms.jsonl'].flatMap(file =>
    readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { command: string }).command),
  )
  const mutated = mutatedCommands(seeds)

  it('is evaluated without throwing, to effects and markers that stand in it', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(mutated, text => {
        const { effects, markers } = evaluateCommand(text)
        for (const { at } of [...effects, ...markers]) {
          const isInside = at.start >= 0 && at.start <= at.end && at.end <= text.length
          expect(isInside).toBe(true)
        }
      }),
      { seed: 7, numRuns: FUZZ_RUNS },
    )
  })

  it('never comes to nothing when it holds a command', () => {
    fc.assert(
      fc.property(mutated, text => {
        const { effects, markers } = evaluateCommand(`frob x; ${text}`)
        const isSeen = markers.length > 0 || effects.some(effect => effect.kind === 'run' && effect.name === 'frob')
        expect(isSeen).toBe(true)
      }),
      { seed: 8, numRuns: Math.ceil(FUZZ_RUNS / 4) },
    )
  })
})

type Evaluate = (text: string) => Evaluation

const isSeen = (evaluate: Evaluate, text: string): boolean => {
  const { effects, markers } = evaluate(`frob x\n${text}`)
  return markers.length > 0 || effects.some(effect => effect.kind === 'run' && effect.name === 'frob')
}

describe.each<[string, (size: number) => string, Evaluate]>([
  ...Object.entries({ ...ATTACK_SHAPES, ...CODE_SHAPES }).map(
    ([name, shape]) => [name, shape, evaluateCommand] as [string, typeof shape, Evaluate],
  ),
  ...Object.entries({ ...ATTACK_SHAPES, ...POWERSHELL_SHAPES }).map(
    ([name, shape]) => [`PowerShell: ${name}`, shape, evaluatePowerShell] as [string, typeof shape, Evaluate],
  ),
])('%s', (_name, shape, evaluate) => {
  it('comes to an end at any length, and hides nothing that came before it', { timeout: 60_000 }, () => {
    const hidden = [40, 5000, 60_000].filter(size => !isSeen(evaluate, shape(size)))
    expect(hidden).toEqual([])
  })
})
