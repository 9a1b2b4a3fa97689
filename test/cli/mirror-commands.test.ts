import { describe, expect, test } from 'vitest'
import { commandHeads as headsOf } from '../../cli/build/mirror/run-mirror.ts'
import type { Condition, RunCheck } from '../../policy/compile/compiled.ts'

/** Exact heads without the `:*` of the others. */
const commandHeads = (condition: Run) => {
  const { heads, missing } = headsOf(condition)
  return { rules: heads.map(head => (head.isExact ? head.text : `${head.text}:*`)), missing }
}

type Run = Extract<Condition, { kind: 'run' }>
const run = (checks: RunCheck[], rest: Partial<Run> = {}): Run => ({ kind: 'run', program: { equals: 'git' }, checks, ...rest })

describe('heads of command lines', () => {
  test('program, subcommand and each flag', () => {
    const { rules, missing } = commandHeads(run([{ check: 'any-flag', flags: ['-f', '--force'] }], { subcommand: [['push']] }))
    expect(rules).toEqual(['git push -f:*', 'git push --force:*'])
    expect(missing).toEqual([])
  })

  test('flags that must all be there, in every order and joined', () => {
    const check: RunCheck = { check: 'all-flags', groups: [['-r'], ['-f', '--force']] }
    const { rules } = commandHeads(run([check], { program: { equals: 'rm' } }))
    expect(rules.toSorted()).toEqual(['rm --force -r:*', 'rm -f -r:*', 'rm -fr:*', 'rm -r --force:*', 'rm -r -f:*', 'rm -rf:*'])
  })

  test('every program, every subcommand', () => {
    const { rules } = commandHeads(run([], { program: { oneOf: ['a', 'b'] }, subcommand: [['x'], ['stash', 'drop']] }))
    expect(rules).toEqual(['a x:*', 'a stash drop:*', 'b x:*', 'b stash drop:*'])
  })

  test('what no head can say is left out and named', () => {
    const pattern: RunCheck = { check: 'operand', is: { glob: /^\+/, source: '+*' } }
    const either = commandHeads(
      run([{ check: 'any', of: [[{ check: 'any-flag', flags: ['-f'] }], [pattern]] }], { subcommand: [['push']] }),
    )
    expect(either).toEqual({ rules: ['git push -f:*'], missing: ['an operand given as a pattern'] })
    expect(commandHeads(run([pattern])).rules).toEqual([])
    expect(commandHeads({ kind: 'run', checks: [] }).rules).toEqual([])
    expect(commandHeads(run([], { program: { glob: /x/, source: 'x*' } })).rules).toEqual([])
  })

  test('an exception for flags leaves the bare line alone', () => {
    const { rules, missing } = commandHeads(
      run(
        [
          { check: 'any-flag', flags: ['-f'] },
          { check: 'not-flags', flags: ['-n'] },
        ],
        { subcommand: [['push']] },
      ),
    )
    expect(rules).toEqual(['git push -f'])
    expect(missing).toHaveLength(1)
  })

  test('a condition of very many combinations is cut, not computed', () => {
    const groups = Array.from({ length: 12 }, (_, at) => [`--a${at}`, `--b${at}`, `--c${at}`])
    const { rules, missing } = commandHeads(run([{ check: 'all-flags', groups }]))
    expect(rules).toEqual([])
    expect(missing).toContain('a combination of more than four words')
  })

  test('words that the two readers would read differently are not spelled', () => {
    const operand = (word: string) => commandHeads(run([{ check: 'operand', is: { equals: word } }])).rules
    for (const word of ['a b', '*', '$X', "it's", '~', 'a:b', '(x)', '']) expect(operand(word), word).toEqual([])
    expect(operand('origin/main')).toEqual(['git origin/main:*'])
  })
})
