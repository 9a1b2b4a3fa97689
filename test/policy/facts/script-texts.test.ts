// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
/** What a line does by the scripts in files that it runs. */
import { describe, expect, it } from 'vitest'
import { factsOfCase } from '../../../policy/check/case-facts.ts'
import type { Unknown } from '../../../policy/compile/unknown-kinds.ts'
import { decide, indexPolicy } from '../../../policy/decide/decide.ts'
import { parseCase } from '../../../policy/schema/parse-case.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { policy, rule } from '../rules.ts'
import { runText } from '../shell/show.ts'

const factsOf = (command: string, files: Record<string, string>, more: object = {}) => {
  const parsed = parseCase({ command, files, ...more })
  if (!parsed.ok || parsed.case.kind === 'plugin') throw new Error('no case')
  return factsOfCase(parsed.case, evaluateCommand)
}

/** What runs inside of something, and the markers. */
const insideOf = (command: string, files: Record<string, string>, more: object = {}): string[] => {
  const { command: found } = factsOf(command, files, more)
  const ran = found?.effects.flatMap(effect => (effect.kind === 'run' && effect.inScript ? [runText(effect)] : [])) ?? []
  return [...ran, ...(found?.markers.map(({ kind }) => kind) ?? [])]
}

const FROB = { 'x.sh': 'frob a\n' }

describe('scripts in files', () => {
  const rows: readonly [command: string, files: Record<string, string>, inside: readonly string[]][] = [
    ['bash x.sh', FROB, ['bash > x.sh > frob a']],
    ['bash ./x.sh', FROB, ['bash > ./x.sh > frob a']],
    ['./x.sh', FROB, ['./x.sh > frob a']],
    ['sudo ./x.sh', FROB, ['sudo > ./x.sh > frob a']],
    ['/srv/project/x.sh', FROB, ['/srv/project/x.sh > frob a']],
    ['~/x.sh', { '~/x.sh': 'frob a' }, ['~/x.sh > frob a']],
    ['cd sub && ../x.sh; cd /', FROB, ['sub/../x.sh > frob a']],
    ['source x.sh && ls && ./x.sh', FROB, ['source > x.sh > frob a', './x.sh > frob a']],
    ['./x.sh one "b c"', { 'x.sh': 'frob "$2" $1 ${3-none} "$0"' }, ['./x.sh > frob b c one none ./x.sh']],
    ['./x.sh', { 'x.sh': 'f() { frob "$1"; }\nf in' }, ['./x.sh > f in', './x.sh > f() > frob in']],
    [
      'sub/x.sh',
      { 'sub/x.sh': 'cd "$(dirname "$0")"\n./y.sh', 'sub/y.sh': 'frob' },
      ['sub/x.sh > dirname sub/x.sh', 'sub/x.sh > cd sub', 'sub/x.sh > y.sh', 'sub/x.sh > sub/./y.sh > frob'],
    ],
    ['sub/x.sh', { 'sub/x.sh': 'rm "$(dirname "${BASH_SOURCE[0]}")/y"' }, ['sub/x.sh > dirname sub/x.sh', 'sub/x.sh > rm sub/y']],
    ['./x.sh', { 'x.sh': './y.sh', 'y.sh': 'frob' }, ['./x.sh > y.sh', './x.sh > ./y.sh > frob']],
    // Past the second level a script stays unread; one that calls itself ends there as well.
    ['./x.sh', { 'x.sh': './y.sh', 'y.sh': './z.sh', 'z.sh': 'frob' }, ['./x.sh > y.sh', './x.sh > ./y.sh > z.sh', 'script']],
    ['./x.sh', { 'x.sh': './x.sh' }, ['./x.sh > x.sh', './x.sh > ./x.sh > x.sh', 'script']],
    ['./x', { x: '#!/usr/bin/env python3\nimport os\nos.system("frob a")\n' }, ['./x > frob a']],
    ['./x', { x: '#!/bin/sh -e\nfrob a\n' }, ['./x > frob a']],
    ['python3 -u x.py a', { 'x.py': 'import subprocess\nsubprocess.run(["frob", "a"])\n' }, ['python3 > x.py > frob a']],
    ['node x.js', { 'x.js': 'require("child_process").execSync("frob a")' }, ['node > x.js > frob a']],
    ['deno run x.ts', { 'x.ts': 'require("child_process").execSync("frob a")' }, ['deno > x.ts > frob a']],
    ['python3 -m x.py; python3 -c 1 x.py; ssh host ./x.py', { 'x.py': 'import os; os.system("frob")' }, []],
    // What the line writes first is what runs, whatever the disk holds.
    ['echo other > x.sh; bash x.sh', FROB, []],
    ['curl -o x.sh https://example.org; bash x.sh', FROB, ['script-file']],
    // What a script leaves open, one that nobody could read, and one whose interpreter nobody knows.
    ['./x.sh', { 'x.sh': 'frob a; $CMD b' }, ['./x.sh > frob a', './x.sh > ? b', 'script']],
    ['./x.sh', {}, ['script']],
    ['./x', { x: '#!/usr/bin/awkward\nfrob' }, ['script']],
    ['/usr/bin/x.sh; /dev/fd/3; bash x*.sh', { '/usr/bin/x.sh': 'frob' }, []],
  ]
  it.each(rows)('%s %j', (command, files, inside) => {
    expect(insideOf(command, files)).toEqual(inside)
  })

  it('are found from the working directory, through links', () => {
    expect(insideOf('./x.sh', { 'sub/x.sh': 'frob' }, { cwd: 'sub' })).toEqual(['./x.sh > frob'])
    expect(insideOf('./link', FROB, { links: { link: 'x.sh' } })).toEqual(['./link > frob a'])
  })

  it('cost no more than they may, whatever they hold, and the line is read all the same', () => {
    const huge = { 'x.sh': 'frob a; '.repeat(8000), 'y.sh': 'frob y' }
    const found = insideOf('./x.sh; ./y.sh', huge)
    expect(found.at(-1)).toBe('script')
    expect(found).toContain('./y.sh > frob y')
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x${at}.sh`, `frob ${at}`]))
    expect(
      insideOf(
        Object.keys(many)
          .map(name => `bash ${name}`)
          .join('; '),
        many,
      ).filter(run => run.includes('frob')),
    ).toHaveLength(8)
  })
})

describe('rules about what scripts do', () => {
  const push = { kind: 'run', program: { equals: 'git' }, subcommand: [['push']], checks: [{ check: 'any-flag', flags: ['-f'] }] } as const
  const etc = { kind: 'delete', globs: [{ base: 'any', source: '/etc/**', re: /^\/etc\// }], not: [] } as const
  const RULES = [rule('push', push, { reason: 'No: {found}.' }), rule('etc', etc)]
  const verdictOf = (command: string, files: Record<string, string>, unknown?: Unknown) => {
    const rules = RULES.map(one => (unknown === undefined ? one : { ...one, unknown }))
    return decide(indexPolicy(policy(rules)), factsOf(command, files))
  }

  it('deny what a script surely does, with the chain that leads there', () => {
    expect(verdictOf('bash ./x.sh', { 'x.sh': 'git push -f' }).spoken).toMatchObject([
      { rule: 'push', verdict: 'deny', certainty: 'certain', reason: 'No: bash > ./x.sh > git push -f.' },
    ])
    expect(verdictOf('./x.sh', { 'x.sh': 'rm /etc/passwd' }).verdict).toBe('deny')
    expect(verdictOf('./x.sh -f', { 'x.sh': 'git push "$@"' }).verdict).toBe('deny')
    expect(verdictOf('./x.sh', { 'x.sh': 'git push' }).verdict).toBe('none')
  })

  it('keep quiet about what a script leaves open, unless they name it', () => {
    for (const text of ['git push $FLAGS', 'rm "$FILE"', '$CMD', 'eval "$X"', 'cd "$HERE"; rm x']) {
      for (const unknown of ['ask', 'deny', { default: 'deny' }] as const)
        expect(verdictOf('./x.sh', { 'x.sh': text }, unknown).verdict).toBe('none')
      expect(verdictOf('./x.sh', { 'x.sh': text }, { script: 'ask', default: 'ignore' }).verdict).toBe('ask')
      // The same on the line is still what it was.
      expect(verdictOf(text, {}, 'ask').verdict).toBe('ask')
    }
    expect(verdictOf('./x.sh', {}, { script: 'deny', default: 'ignore' }).verdict).toBe('deny')
    expect(verdictOf('./x.sh', {}).verdict).toBe('none')
  })

  it('take code in a file as code on the line', () => {
    const python = (text: string) => verdictOf('python3 x.py', { 'x.py': `import subprocess, os\n${text}` }, 'ask').verdict
    expect(python('subprocess.run(["git", "push", "-f"])')).toBe('deny')
    expect(python('os.unlink("/etc/passwd")')).toBe('deny')
    expect(python('subprocess.run(["git", "push", *flags]); os.unlink(name); eval(text)')).toBe('none')
  })
})
