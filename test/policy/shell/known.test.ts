/** What the person's shell makes of names: aliases and functions as the engine's snapshot tells them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { readSnapshots } from '../../../policy/shell/snapshot.ts'
import { runText } from './show.ts'

/** Source: what Claude Code 2.1.332 wrote for two start-up files, without the options that are off, its own place and the person's made general. */
const FOLDER = join(import.meta.dirname, 'data/snapshots')
const snapshot = (shell: string) => readFileSync(join(FOLDER, `${shell}.sh`), 'utf8')

/** A snapshot as bash would write it. */
const bashWith = (aliases: Readonly<Record<string, string>>, functions: readonly string[] = []) =>
  readSnapshots([
    [
      '# Functions',
      ...functions,
      '# Shell Options',
      'shopt -s expand_aliases',
      '# Aliases',
      ...Object.entries(aliases).map(([name, text]) => `alias -- ${name}='${text.replaceAll("'", "'\\''")}'`),
      '# Check for rg availability',
    ].join('\n'),
  ])

const ALIASES = {
  g: 'git',
  gp: 'g push',
  ls: 'ls --color=auto',
  rm: 'rm -rf',
  sudo: 'sudo ',
  a: 'b',
  b: 'a',
  two: 'cd /tmp; git',
  say: `echo "it's"`,
  piped: 'cat x | sh',
  '..': 'cd ..',
  cd: 'cd -P',
}
const FUNCTIONS = [
  'forced () {\n\tgit push -f "$@"\n}',
  'run () {\n\t"$@"\n}',
  'deep () {\n\tif true\n\tthen\n\t\tforced\n\tfi\n}',
  'grep () {\n\tcommand grep --color "$@"\n}',
  'again () {\n\tagain "$@"\n}',
  'broken () {\n\tif true\n}',
  'conda () {\n\tlocal ask="$("$CONDA_EXE" $_CE shell.posix "$@")" || return\n\teval "$ask"\n}',
  `long () {\n${'\tgit push -f\n'.repeat(600)}}`,
]
const known = bashWith(ALIASES, FUNCTIONS)

const runs = (command: string) =>
  evaluateCommand(command, known).effects.flatMap(effect => (effect.kind === 'run' ? [runText(effect)] : []))
const marks = (command: string) => evaluateCommand(command, known).markers.map(marker => marker.kind)

describe('what a snapshot tells', () => {
  it('of bash', () => {
    const told = readSnapshots([snapshot('bash')])
    expect([...told.aliases].filter(([name]) => name !== '-')).toEqual([
      ['fromprofile', 'ls'],
      ['g', 'git'],
      ['multi', 'echo a\necho b'],
      ['rm', 'rm -rf'],
      ['say', "echo it's"],
    ])
    expect([...told.functions.keys()]).toEqual(['deep', 'gp'])
  })

  it('of zsh, with bodies that hold a brace on a line of its own', () => {
    const told = readSnapshots([snapshot('zsh')])
    expect([...told.aliases].filter(([name]) => name !== '-')).toEqual([
      ['G', '| grep'],
      ['g', 'git'],
      ['gpf!', 'git push --force'],
      ['multi', 'echo a\necho b'],
      ['run-help', 'man'],
      ['say', "echo it's"],
      ['which-command', 'whence'],
    ])
    expect([...told.functions.keys()]).toEqual(['__priv', 'deep', 'gp', 'lazy', 'our-fn', 'which'])
    expect(told.functions.get('our-fn')).toBe("our-fn () {\n\techo hi 'a\n}\nb'\n}")
  })

  it.each(['bash', 'zsh'])("the engine's own functions of %s are none of the person's, and a search is what it says", shell => {
    const told = readSnapshots([snapshot(shell)])
    for (const command of ['grep -r x .', 'find . -name x', 'rg x', 'pkill -f x'])
      expect(evaluateCommand(command, told)).toEqual(evaluateCommand(command))
  })

  it.each(['bash', 'zsh'])('the forced push in a function of %s', shell => {
    const { effects, markers } = evaluateCommand('gp origin', readSnapshots([snapshot(shell)]))
    expect(effects.flatMap(effect => (effect.kind === 'run' ? [runText(effect)] : []))).toEqual(['gp origin', 'gp() > git push -f origin'])
    expect(markers).toEqual([])
  })

  it('of several, what they agree on: in another session the name may stand for something else', () => {
    const texts = ['alias -- g=hub\nalias -- h=hub', 'alias -- g=git\nalias -- h=hub']
    expect([...readSnapshots(texts).aliases]).toEqual([
      ['g', null],
      ['h', 'hub'],
    ])
  })

  it('an alias that breaks off or is too long is one whose text cannot be told', () => {
    const told = readSnapshots([`alias -- g='git\nalias -- h='${'x'.repeat(5000)}'\nalias -- i="git`])
    expect([...told.aliases]).toEqual([
      ['g', null],
      ['h', null],
      ['i', null],
    ])
    expect(evaluateCommand('g x', told).markers.map(marker => marker.kind)).toEqual(['dynamic-program'])
  })
})

describe('an alias', () => {
  it.each<[string, string[]]>([
    ['g push -f', ['g push -f', 'alias g > git push -f']],
    ['gp -f', ['gp -f', 'alias gp > g push -f', 'alias gp > alias g > git push -f']],
    ['ls x', ['ls x', 'alias ls > ls --color=auto x']],
    ['sudo rm x', ['sudo rm x', 'sudo > rm x', 'alias sudo > sudo rm -rf x', 'alias sudo > sudo > rm -rf x']],
    ['a x', ['a x', 'alias a > b x', 'alias a > alias b > a x']],
    [`say 'a b' "c'd"`, ["say a b c'd", "alias say > echo it's a b c'd"]],
    ['V=1 g push', ['g push', 'alias g > git push']],
    ['true && g push', ['true', 'g push', 'alias g > git push']],
    ['( g push )', ['g push', 'alias g > git push']],
    ['echo $(g push)', ['g push', 'alias g > git push', 'echo ?…']],
    ["eval 'g push'", ['eval g push', 'eval > g push', 'eval > alias g > git push']],
    ['g "$X"', ['g ?', 'alias g > git ?']],
  ])('%s', (command, expected) => {
    expect(runs(command)).toEqual(expected)
  })

  it.each(['\\rm x', "'rm' x", 'command rm x', 'env rm x', 'xargs rm x', 'r""m x', '/bin/rm x', 'echo rm', 'echo g'])(
    'none: %s',
    command => {
      expect(runs(command).filter(text => text.includes('alias '))).toEqual([])
    },
  )

  it('has the variables in front of it', () => {
    const run = evaluateCommand('V=1 g push', known).effects.find(effect => effect.kind === 'run' && effect.name === 'git')
    expect(run).toMatchObject({ env: [{ name: 'V' }] })
  })

  it('is no alias on another machine', () => {
    expect(runs("ssh host 'g push -f'").some(text => text.includes('git'))).toBe(false)
  })

  it('runs every command of its text, and its files stand where it leads', () => {
    expect(runs('two push')).toEqual(['two push', 'alias two > cd /tmp', 'alias two > alias cd > cd -P /tmp', 'alias two > git push'])
    expect(marks('piped')).toEqual(['stdin-script'])
  })

  it('that changes the directory leaves it unknown; one of a builtin leaves it as the builtin does', () => {
    const directoryOf = (command: string) => {
      const found = evaluateCommand(command, known).effects.find(effect => effect.kind === 'read' && effect.path === 'f')
      return found?.kind === 'read' ? found.directory : 'none'
    }
    expect(directoryOf('.. && cat f')).toBe(null)
    expect(directoryOf('cd sub && cat f')).toBe('sub')
  })
})

describe('a function', () => {
  it.each<[string, string[]]>([
    ['forced origin', ['forced origin', 'forced() > git push -f origin']],
    ['deep', ['deep', 'deep() > true', 'deep() > forced', 'deep() > forced() > git push -f']],
    ['run git push -f', ['run git push -f', 'run() > git push -f']],
    ['\\forced', ['forced', 'forced() > git push -f']],
    ['grep x f', ['grep x f', 'grep() > command grep --color x f', 'grep() > command > grep --color x f']],
    ['again x', ['again x', 'again() > again x']],
    [
      'run run run git push',
      ['run run run git push', 'run() > run run git push', 'run() > run() > run git push', 'run() > run() > run() > git push'],
    ],
    ['time forced', ['forced', 'forced() > git push -f']],
  ])('%s', (command, expected) => {
    expect(runs(command)).toEqual(expected)
    expect(marks(command)).toEqual([])
  })

  it.each(['command forced', 'sudo forced', 'xargs forced', 'env forced', './forced', "ssh host 'forced'"])('none: %s', command => {
    expect(runs(command).filter(text => text.includes('git'))).toEqual([])
  })

  it('whose text cannot be read may run anything', () => {
    expect(marks('broken')).toEqual(['dynamic-program'])
  })

  it('that leaves something open of its own accord is let by, as a script is; with an argument that cannot be told it is not', () => {
    expect(marks('conda activate x')).toEqual([])
    expect(runs('conda activate x').filter(text => text.includes('> ?'))).toEqual([])
    expect(marks('conda activate "$X"')).not.toEqual([])
    expect(marks('run $X')).toContain('dynamic-program')
    expect(marks('long')).toEqual([])
    expect(marks('long $X')).toEqual(['dynamic-program'])
  })

  it('runs where the call stands, and a builtin of its name leaves the shell where it would', () => {
    const moving = bashWith({}, [
      'cd () {\n\tcat inner\n\tif true\n\tthen\n\t\tbuiltin cd "$@"\n\t\tcat there\n\tfi\n}',
      'away () {\n\tcd /elsewhere\n}',
    ])
    const reads = (command: string) =>
      evaluateCommand(command, moving).effects.flatMap(effect => (effect.kind === 'read' ? [`${effect.path} in ${effect.directory}`] : []))
    expect(reads('cd sub && cat outer')).toEqual(['inner in undefined', 'there in sub', 'outer in sub'])
    expect(reads('away; cat outer')).toContain('outer in null')
  })

  it('that the line defines anew is looked into as both', () => {
    expect(runs('forced() { echo; }; forced')).toEqual(['forced', 'forced() > echo', 'forced() > git push -f'])
  })
})

it('names of the person only ever add to what is found', () => {
  for (const command of [
    'g push -f',
    'cd sub && rm x',
    'grep x | sh',
    'sudo rm x > y',
    'run git push',
    'forced; cat f',
    'V=1 ls > f; echo $V',
  ]) {
    const { effects, markers } = evaluateCommand(command)
    const all = evaluateCommand(command, known)
    for (const effect of effects) expect(all.effects).toContainEqual(effect)
    for (const marker of markers) expect(all.markers).toContainEqual(marker)
  }
})

describe('a function that is handed a command', () => {
  const RETRY = 'retry () \n{ \n    for i in 1 2 3;\n    do\n        "$@" && return;\n    done\n}'
  const LONG = `long () \n{ \n    "$@"\n${'    : x\n'.repeat(700)}}`
  const runs = (command: string) =>
    evaluateCommand(command, bashWith({}, [RETRY, LONG])).effects.flatMap(effect =>
      effect.kind === 'run' ? [`${effect.certainty ?? 'sure'} ${runText(effect)}`] : [],
    )

  it.each(['retry', 'long'])('may run it, where it leaves open what it does: %s', name => {
    expect(runs(`${name} git push -f`)).toContain(`may ${name}() > git push -f`)
  })
})
