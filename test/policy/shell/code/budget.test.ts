import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateCommand } from '../../../../policy/shell/evaluate.ts'

const PROGRAMS = ['python3 -c', 'node -e', 'ruby -e', 'perl -e', 'php -r', 'lua -e', 'Rscript -e', 'osascript -e', 'awk', 'expect -c']
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const PIECES = [
  ...'()[]{}<>\'"`;,.:=+-*/%$#@!&|\\ \n'.split(''),
  ...['"""', '#{', '${', '%w[', '%x{', 'qq{', 's/', '/e', '<<E', '[[', '--', '/*', '*/', '=>', '->', '::', 'f"', "r'", '=begin'],
  ...[
    'os',
    'system',
    'exec',
    'eval',
    'import',
    'from',
    'require',
    'open',
    'getline',
    'print',
    'def f',
    'for x in',
    'x',
    'y',
    '"frob x"',
    'base64',
    'unlink',
  ],
]

/** What is cheap for a tokenizer is cheap for the whole; each of these repeats what could make one go over the rest of the text again. */
const REPEATED: readonly (readonly [string, string])[] = [
  ['openings', '('],
  ['calls of calls', 'f()'],
  ['chains', '.a'],
  ['nested templates', '`${'],
  ['nested interpolations', '"#{'],
  ['f-strings', 'f\'{f"{'],
  ['formats', 'f"{a:::::'],
  ['slashes', '/ [ '],
  ['unfinished expressions', '/[a '],
  ['heredocs', '<<EOT\n'],
  ['words', '%w[ a '],
  ['concatenations', '"a"+'],
  ['assignments', 'x=x+x;'],
  ['arrows', 'a=>'],
  ['lists', 'x=[1]+'],
  ['long brackets', '[=[ '],
  ['replacements', '.replace("a","aaaa")'],
  ['gets', '|getline '],
  ['pipes', 'print "a" | "b";'],
  ['variables', '"$a[$b{'],
  ['sinks', 'os.system("a");'],
  ['evals', 'eval("'],
  ['imports', 'import a,'],
  ['braces', 'if {1} {'],
  ['classes', 's/[a'],
  ['addresses', '/a/,/b/e x;'],
  ['one number', '1'],
  ['one name', '_'],
  ['names in a row', 'a,'],
  ['functions', 'def a '],
  ['texts', 'x="a"\n'],
  ['comments', '/*'],
  ['modules', 'a.b.remove('],
  ['blanks', 'open(F, "    '],
]

describe('code of any size and shape', () => {
  it.each(REPEATED)(
    '%s end',
    (_, text) => {
      for (const program of PROGRAMS) {
        const { effects, markers } = evaluateCommand(`${program} ${quoted(text.repeat(100_000 / text.length))}`)
        expect(effects.length + markers.length).toBeGreaterThan(0)
      }
    },
    20_000,
  )

  it('is read without a failure', () => {
    const code = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map(pieces => pieces.join(' ').replaceAll('  ', ''))
    fc.assert(
      fc.property(fc.constantFrom(...PROGRAMS), code, (program, text) => {
        const { effects, markers } = evaluateCommand(`${program} ${quoted(text)}`)
        expect(effects[0]).toMatchObject({ kind: 'run', name: program.split(' ', 1)[0] })
        // Only a failure inside, or a budget spent, is too complex: neither is due here.
        expect(markers.map(marker => marker.kind)).not.toContain('too-complex')
      }),
      { seed: 20, numRuns: 3000 },
    )
  }, 60_000)

  const nested = (times: number): string =>
    Array.from({ length: times }).reduce<string>(code => `eval(${JSON.stringify(code)})`, "require('child_process').execSync('frob')")

  it.each([
    ['calls', `python3 -c ${quoted('os.system("a");'.repeat(8000))}`],
    ['looks at arguments', `python3 -c ${quoted('x.get(1);'.repeat(5000))}`],
    ['texts', `python3 -c ${quoted('"a";'.repeat(5000))}`],
    ['templates in templates', `node -e ${quoted('`${'.repeat(40))}`],
    ['code in code', `node -e ${quoted(nested(10))}`],
  ])('past a budget of %s is said to be beyond telling', (_, command) => {
    expect(evaluateCommand(command).markers.map(marker => marker.kind)).toContain('too-complex')
  })

  it.each([
    ['the name of a program', `${'1'.repeat(60_000)}a`],
    ['what begins like a regular expression', `node <<'E'\n${'/ [ '.repeat(25_000)}\nE`],
  ])('takes one look at %s', (_, command) => {
    const started = performance.now()
    evaluateCommand(command)
    expect(performance.now() - started).toBeLessThan(1500)
  })

  it('within the budget is read', () => {
    const found = evaluateCommand(`node -e ${quoted(nested(4))}`)
    expect(found.effects.at(-1)).toMatchObject({ kind: 'run', name: 'frob' })
    expect(found.markers).toEqual([])
  })
})
