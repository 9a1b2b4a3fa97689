/** Aliases and functions that a shell has before a line runs, against real bash, as the engine puts them before every command. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { readSnapshots } from '../../../policy/shell/snapshot.ts'
import { fits } from './fits.ts'
import { RECORDED } from './oracle-commands.ts'
import { findBash, runInBash } from './real-bash.ts'

const bash = findBash()
if (bash === undefined) console.warn('ALIAS ORACLE SKIPPED: no bash on this machine, nothing compares the evaluator with a real shell')

const RUNS = Number(process.env.CASTELLAN_ORACLE_RUNS ?? 200)
const SEED = Number(process.env.CASTELLAN_ORACLE_SEED ?? 20261)

/** Names that stand for something, and programs that are recorded. */
const NAMES = ['g', 'gp', 'k', 'nice', 'env', 'cd', 'echo', 'rm', 'git']
/**
 * Behind a text that ends in a blank, bash passes over quoted words, of the next command too, until it finds one to look up, and may look up a name anew
 * that it is just reading. Nobody writes that.
 */
const isOdd = (snapshot: string, command: string) => / '$/m.test(snapshot) && /["\\]/.test(snapshot + command)
const PROGRAMS = [...RECORDED]

const name = fc.constantFrom(...NAMES)
const word = fc.constantFrom(...NAMES, ...PROGRAMS, 'push', '-f', 'a b', "it's", '$V', '-x')
const quoted = (text: string) => (/^[\w$-]+$/.test(text) ? text : `"${text}"`)
const simple = fc
  .tuple(fc.constantFrom('', '', '', 'V=1 ', '\\'), fc.oneof(name, fc.constantFrom(...PROGRAMS)), fc.array(word, { maxLength: 3 }))
  .map(([before, program, args]) => before + [program, ...args.map(quoted)].join(' '))
const line = fc
  .array(fc.tuple(simple, fc.constantFrom(' && ', '; ', ' | ', ' || ', '\n')), { minLength: 1, maxLength: 3 })
  .chain(parts =>
    fc.constantFrom(
      parts.map(([text, between], index) => (index === 0 ? text : between + text)).join(''),
      `( ${parts.map(([text]) => text).join('; ')} )`,
      `eval '${parts.map(([text]) => text.replaceAll("'", "'\\''")).join('; ')}'`,
      `if true; then ${parts.map(([text]) => text).join('; ')}; fi`,
    ),
  )
const aliasText = fc
  .tuple(fc.array(simple, { minLength: 1, maxLength: 2 }), fc.constantFrom('', '', ' '))
  .map(([parts, end]) => parts.join('; ') + (parts.length === 1 ? end : ''))
const body = fc
  .tuple(fc.array(simple, { minLength: 1, maxLength: 2 }), fc.constantFrom('', '\n\tgit "$@"', '\n\t"$@"', '\n\tcommand "$@"'))
  .map(([parts, end]) => `\t${parts.join('\n\t')}${end}`)
const shell = fc.record({
  aliases: fc.array(fc.tuple(name, aliasText), { maxLength: 4 }),
  functions: fc.array(fc.tuple(fc.constantFrom('g', 'gp', 'k', 'f'), body), { maxLength: 2 }),
})

const snapshotOf = ({ aliases, functions }: { aliases: [string, string][]; functions: [string, string][] }) =>
  [
    '# Functions',
    ...functions.map(([called, text]) => `${called} () {\n${text}\n}`),
    '# Shell Options',
    'shopt -s expand_aliases',
    '# Aliases',
    ...aliases.map(([called, text]) => `alias -- ${called}='${text.replaceAll("'", "'\\''")}'`),
    '# Check for rg availability',
  ].join('\n')

/** As the engine runs a line, with a stop for functions that call one another without end. */
const asEngine = (snapshot: string, command: string) =>
  `FUNCNEST=8\nshopt -s expand_aliases\n${snapshot}\neval '${command.replaceAll("'", "'\\''")}'`

const FIXED: readonly [string, string][] = [
  ["alias -- g='git'", 'g push -f'],
  ["alias -- g='git '\nalias -- p='push -f '\nalias -- o='origin'", 'g p o main'],
  ["alias -- sudo='env '\nalias -- rm='rm -rf'", 'sudo rm x'],
  ["alias -- git='git -c a=b'", 'git push'],
  ["alias -- gp='g gp'\nalias -- g='git '", 'gp x'],
  ["alias -- g='git $V'", 'V=1 g x'],
  ["alias -- a='b'\nalias -- b='git a'", 'a; b'],
  ["alias -- rm='rm -i'", '\\rm x; "rm" y; command rm z'],
  ['gp () {\n\tgit push -f "$@"\n}', 'gp "a b"; \\gp c'],
  ['git () {\n\tcommand git -c a "$@"\n}', 'git push; command git pull'],
  ['f () {\n\tV=2\n\tg () {\n\t\trm $V\n\t}\n\tg\n}', 'V=1; f; git $V'],
  ['eval $\'gp () \\n{ \\n    git push -f "$@"\\n}\' > /dev/null 2>&1', 'gp x'],
  ["alias -- q='git commit -m \"it'\\''s\"'", 'q x'],
]

describe.skipIf(bash === undefined)('against real bash', () => {
  it('finds every program that bash ran by a name of its own, or says that it cannot tell', { timeout: 300_000 }, () => {
    const sampled = fc
      .sample(fc.tuple(shell.map(snapshotOf), line), { seed: SEED, numRuns: RUNS })
      .filter(([snapshot, command]) => !isOdd(snapshot, command))
    const cases = [...FIXED, ...sampled]
    const ran = runInBash(
      bash ?? '',
      cases.map(([snapshot, command]) => asEngine(snapshot, command)),
    )
    const missed = cases.flatMap(([snapshot, command], index) => {
      const { effects, markers } = evaluateCommand(command, readSnapshots([snapshot]))
      const runs = effects.filter(effect => effect.kind === 'run')
      const unfound = (ran[index] ?? []).filter(call => markers.length === 0 && !runs.some(run => fits(run, call)))
      return unfound.map(call => ({ snapshot, command, call }))
    })
    expect(missed).toEqual([])
    expect(ran.flat().length).toBeGreaterThan(RUNS / 2)
    const certain = cases.filter(([snapshot, command]) => evaluateCommand(command, readSnapshots([snapshot])).markers.length === 0)
    expect(certain.length).toBeGreaterThan(RUNS / 2)
  })

  it('the aliases matter: without them, programs are missed', { timeout: 300_000 }, () => {
    const ran = runInBash(
      bash ?? '',
      FIXED.map(([snapshot, command]) => asEngine(snapshot, command)),
    )
    const found = FIXED.map(([, command], index) => {
      const runs = evaluateCommand(command).effects.filter(effect => effect.kind === 'run')
      return (ran[index] ?? []).every(call => runs.some(run => fits(run, call)))
    })
    expect(ran.every(calls => calls.length > 0)).toBe(true)
    expect(FIXED.filter((_, index) => found[index]).map(([, command]) => command)).toEqual(['\\rm x; "rm" y; command rm z'])
  })
})
