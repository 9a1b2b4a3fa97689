import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Matcher, RunCheck } from '../../../policy/compile/compiled.ts'
import { compileTextGlob } from '../../../policy/compile/text-glob.ts'
import { matchRuns as matchTruth, type RunCondition } from '../../../policy/decide/match-run.ts'
import { ENGINE, type Facts } from '../../../policy/facts/facts.ts'
import type { Effect, Marker, Run } from '../../../policy/shell/effects.ts'
import { reasons, type Shown, shown } from '../truth.ts'
import { evaluation, marker, open, pattern, run } from '../words.ts'

const factsOf = (effects: readonly Effect[], markers: readonly Marker[] = []): Facts => ({
  subject: 'tool',
  caller: ENGINE,
  agent: 'main',
  paths: [],
  places: { home: [], project: [] },
  command: evaluation(effects, markers),
})
const git = (more: Partial<RunCondition> = {}): RunCondition => ({ kind: 'run', program: { equals: 'git' }, checks: [], ...more })
const FORCE: RunCheck = { check: 'any-flag', flags: ['-f', '--force'] }
const PLUS: RunCheck = { check: 'operand', is: { glob: /^\+.*$/, source: '+*' } }
const textMatcher = (source: string): Matcher => {
  const compiled = compileTextGlob(source)
  if (!compiled.ok) throw new Error(compiled.message)
  return { glob: compiled.re, source }
}
const matchRuns = (condition: RunCondition, facts: Facts): Shown => shown(matchTruth(condition, facts))
const test = (condition: RunCondition, ...effects: readonly Effect[]): Shown => matchRuns(condition, factsOf(effects))
const withFlags = (flags: readonly string[], more: Partial<Run> = {}) => run('git', ['push'], { flags, ...more })

describe('a run condition', () => {
  it('binds program, subcommand and checks to one and the same run', () => {
    const push = git({ subcommand: [['push']], checks: [FORCE] })
    expect(test(push, run('git', ['push'], { flags: ['-f'] }))).toBe('yes')
    expect(test(push, run('git', ['push']), run('rm', ['x'], { flags: ['-f'] }))).toBe('no')
    expect(test(push, run('git', ['fetch'], { flags: ['-f'] }), run('git', ['push']))).toBe('no')
    expect(matchRuns(push, { ...factsOf([]), command: undefined })).toBe('no')
  })

  it('may hold of a program that cannot be told, however its words are split', () => {
    expect(test(git({ subcommand: [['push']] }), run(undefined, ['x', 'push']))).toBe('maybe')
    expect(test({ kind: 'run', checks: [FORCE] }, run(undefined, [], { flags: ['-f'] }))).toBe('yes')
  })

  it('may hold wherever the line does not tell all it runs', () => {
    expect(matchRuns(git(), factsOf([run('ls', [])], [marker()]))).toBe('maybe')
    expect(matchRuns(git(), factsOf([run('git', [])], [marker()]))).toBe('yes')
    expect(matchRuns(git(), factsOf([run('ls', [])]))).toBe('no')
  })

  it('says why it cannot tell, every reason', () => {
    const said = (condition: RunCondition, effects: readonly Effect[], markers: readonly Marker[] = []) =>
      reasons(matchTruth(condition, factsOf(effects, markers)))
    expect(said(git(), [run(undefined, [])])).toBe('dynamic-program')
    expect(said(git({ checks: [FORCE] }), [withFlags([], { mayHaveMoreFlags: true })])).toBe('argument')
    expect(said(git({ subcommand: [['push']] }), [run('git', [open()])])).toBe('argument')
    expect(said(git(), [run('git', [], { certainty: 'may' })])).toBe('code')
    expect(said(git(), [run('ls', [], { certainty: 'may' })])).toBe('no')
    expect(said(git(), [], [marker('stdin-script'), marker('parse-error')])).toBe('stdin-script parse-error')
    expect(said(git({ checks: [PLUS] }), [run('git', [open()])], [marker('script-file')])).toBe('script-file argument')
    expect(said(git({ checks: [PLUS] }), [run('git', ['+x'])], [marker('script-file')])).toBe('yes')
  })

  it('holds of a program whose pattern is about the one that is named', () => {
    const globbed = { ...run(undefined, ['x']), program: { ...pattern('/opt/bin/gi', '?'), isMany: true } }
    expect(test(git(), globbed)).toBe('yes')
    expect(test({ ...git(), program: { oneOf: ['hg', 'gi'] } }, globbed)).toBe('maybe')
    expect(test({ ...git(), program: { regex: /^git$/, source: '^git$' } }, globbed)).toBe('maybe')
  })

  it('takes a word that is not known as it is written, and for what it starts with', () => {
    const push = (operand: string, ...words: readonly ReturnType<typeof open>[]) =>
      test(git({ checks: [{ check: 'operand', is: textMatcher(operand) }] }), run('git', words))
    expect(push('+*', open('+'))).toBe('yes')
    expect(push('+*', open('-'))).toBe('no')
    expect(push('+*', open())).toBe('maybe')
    expect(push('+*x', open('+'))).toBe('maybe')
    expect(push('$HOME/*', { ...open(), source: '"$HOME"/*' })).toBe('yes')
    expect(push('$HOME/*', { ...open(), source: '"$OTHER"/*' })).toBe('maybe')
  })

  it('holds of a program without such an operand', () => {
    const bare = (is: string) =>
      git({ subcommand: [['push']], checks: [{ check: 'not-operand', is: { glob: new RegExp(`^${is}$`), source: is } }] })
    expect(test(bare('.*'), run('git', ['push']))).toBe('yes')
    expect(test(bare('.*'), run('git', ['push', 'origin']))).toBe('no')
    expect(test(bare('a.*'), run('git', ['push', 'origin', 'b']))).toBe('yes')
    expect(test(bare('a.*'), run('git', ['push', open()]))).toBe('maybe')
  })

  it('reads the word of the program as it is written', () => {
    const quoted: RunCondition = { kind: 'run', checks: [{ check: 'written', is: { contains: "''" } }] }
    const push = run('git', ['push'])
    expect(test(quoted, { ...push, program: { ...push.program, source: "g''it" } })).toBe('yes')
    expect(test(quoted, push)).toBe('no')
  })

  it('looks for subcommands at the head of the words', () => {
    const drop = git({ subcommand: [['stash', 'drop'], ['gc']] })
    expect(test(drop, run('git', ['stash', 'drop', 'x']))).toBe('yes')
    expect(test(drop, run('git', ['gc']))).toBe('yes')
    for (const words of [['stash'], ['drop', 'stash'], ['x', 'stash', 'drop'], []]) expect(test(drop, run('git', words))).toBe('no')
  })

  it('takes a word that cannot be told for the subcommand, unless its start says otherwise', () => {
    const push = git({ subcommand: [['push']] })
    expect(test(push, run('git', [open()]))).toBe('maybe')
    expect(test(push, run('git', [open('pu')]))).toBe('maybe')
    expect(test(push, run('git', [open('fe'), 'push']))).toBe('no')
    expect(test(push, run('git', [open('', true), 'push']))).toBe('maybe')
    expect(test(push, run('git', [open('-'), 'push']))).toBe('maybe')
    expect(test(git({ subcommand: [['stash', 'drop']] }), run('git', [open('st'), 'pop']))).toBe('no')
  })

  it('looks for operands after the subcommand alone, and among words that may hold several', () => {
    const plus = git({ subcommand: [['push']], checks: [PLUS] })
    expect(test(plus, run('git', ['push', 'origin', '+main']))).toBe('yes')
    expect(test(plus, run('git', ['push', 'origin', 'main']))).toBe('no')
    expect(test(git({ subcommand: [['+x']], checks: [PLUS] }), run('git', ['+x']))).toBe('no')
    expect(test(plus, run('git', ['push', 'origin', open()]))).toBe('maybe')
    expect(test(plus, run('git', ['push', open('feature/')]))).toBe('no')
    expect(test(plus, run('git', ['push', open('feature/', true)]))).toBe('maybe')
    expect(test(plus, run('git', [open('', true)]))).toBe('maybe')
    const exact = git({ checks: [{ check: 'operand', is: { oneOf: ['main', 'trunk'] } }] })
    expect([test(exact, run('git', [open('tr')])), test(exact, run('git', [open('x')]))]).toEqual(['maybe', 'no'])
  })

  it('takes a pattern over file names as it is written, and as names that start as it does', () => {
    const root = git({ checks: [{ check: 'operand', is: { oneOf: ['/', '/*'] } }] })
    expect(test(root, run('git', [pattern('/', '*')]))).toBe('yes')
    expect(test(root, run('git', [pattern('', '*')]))).toBe('maybe')
    expect(test(root, run('git', [pattern('./build/', '*')]))).toBe('no')
    expect(test(git({ checks: [PLUS] }), run('git', [pattern('src/', '*')]))).toBe('no')
    expect(test(root, run('git', [{ ...pattern('./build/', '*'), pieces: [...pattern('./', '*').pieces, { kind: 'unknown' }] }]))).toBe(
      'maybe',
    )
  })

  it('joins checks by any, each list together', () => {
    const either = git({ checks: [{ check: 'any', of: [[FORCE, PLUS], [{ check: 'all-flags', groups: [['-d'], ['-r', '--remote']] }]] }] })
    expect(test(either, run('git', ['+x'], { flags: ['-f'] }))).toBe('yes')
    expect(test(either, run('git', ['x'], { flags: ['-f'] }))).toBe('no')
    expect(test(either, run('git', [], { flags: ['--remote', '-d'] }))).toBe('yes')
    expect(test(either, run('git', [], { flags: ['-d'] }))).toBe('no')
  })
})

describe('flags', () => {
  const checked = (flags: readonly string[], checks: readonly RunCheck[], more: Partial<Run> = {}) =>
    test(git({ checks }), withFlags(flags, more))
  const none = (flags: readonly string[]): RunCheck => ({ check: 'not-flags', flags })

  it('count when abbreviated to four characters or more', () => {
    expect(checked(['--forc'], [FORCE])).toBe('yes')
    expect(checked(['--fo'], [FORCE])).toBe('yes')
    expect(checked(['--f'], [FORCE])).toBe('no')
    expect(checked(['--forced'], [FORCE])).toBe('no')
    expect(checked(['-for'], [{ check: 'any-flag', flags: ['-force'] }])).toBe('no')
  })

  it('are themselves, no abbreviations, where the rule names them', () => {
    const plain = [FORCE, none(['--force-with-lease'])]
    expect(checked(['--force'], plain)).toBe('yes')
    expect(checked(['--force', '--force-with-lease'], plain)).toBe('no')
    expect(checked(['-f', '--force-w'], plain)).toBe('maybe')
  })

  it('before the subcommand count when long, since a short one there is the program’s own', () => {
    expect(checked([], [FORCE], { globals: ['--force'] })).toBe('yes')
    expect(checked([], [{ check: 'any-flag', flags: ['-C'] }], { globals: ['-C'] })).toBe('no')
  })

  it('may be among arguments that cannot be told', () => {
    expect(checked([], [FORCE], { mayHaveMoreFlags: true })).toBe('maybe')
    expect(checked([], [none(['-n'])], { mayHaveMoreFlags: true })).toBe('maybe')
    expect(checked(['-n'], [none(['-n'])], { mayHaveMoreFlags: true })).toBe('no')
    expect(checked(['-x'], [none(['-n'])])).toBe('yes')
  })

  it('match as a naive reading of the rule does', () => {
    const pool = ['-f', '-n', '--force', '--forc', '--force-with-lease', '--fo', '--f', '--dry-run', '--dry']
    const lists = fc.uniqueArray(fc.constantFrom(...pool), { maxLength: 4 })
    fc.assert(
      fc.property(lists, lists, fc.boolean(), (wanted, given, mayHaveMoreFlags) => {
        const isThere = wanted.some(flag => given.includes(flag))
        const isShortened = given.some(
          one => one.length >= 4 && !wanted.includes(one) && wanted.some(flag => flag.startsWith(one) && one.startsWith('--')),
        )
        const otherwise: Shown = mayHaveMoreFlags ? 'maybe' : 'no'
        const any: Shown = isThere || isShortened ? 'yes' : otherwise
        const absent: Shown = isThere ? 'no' : isShortened || mayHaveMoreFlags ? 'maybe' : 'yes'
        expect(checked(given, [{ check: 'any-flag', flags: wanted }], { mayHaveMoreFlags })).toBe(any)
        expect(checked(given, [none(wanted)], { mayHaveMoreFlags })).toBe(absent)
      }),
      { seed: 20260103, numRuns: 500 },
    )
  })
})
