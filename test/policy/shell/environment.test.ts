// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
import { describe, expect, it } from 'vitest'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { markersOf, runsOf, wordText } from './show.ts'

/** `NAME=value` of every program named so. */
function envOf(command: string, program: string): string[][] {
  return evaluateCommand(command).effects.flatMap(effect => {
    if (effect.kind !== 'run' || effect.name !== program) return []
    return [(effect.env ?? []).map(({ name, value }) => `${name}=${wordText(value)}`)]
  })
}

describe('the variables a program finds', () => {
  it.each<readonly [command: string, env: readonly string[]]>([
    ['A=1 p', ['A=1']],
    ['A=1 B="x $U" p', ['A=1', 'B=x ?']],
    ['A=$(x) p', ['A=?']],
    ['env A=1 p', ['A=1']],
    ["env -S 'A=1 p'", ['A=1']],
    ['sudo A=1 p', ['A=1']],
    ['export A=1; p', ['A=1']],
    ['A=1; export A; p', ['A=1']],
    ['typeset -x A=1 && p', ['A=1']],
    ['declare -gx A=1; p', ['A=1']],
    ['export A=1; A=2 p', ['A=2']],
    ['export A=1; A=2; p', ['A=2']],
    ["export A=1; bash -c 'p'", ['A=1']],
    ["A=1 bash -c 'p'", ['A=1']],
    ['x && export A=1; p', ['A=?']],
    ['PAGER=x; p', ['PAGER=x']],
    ['PATH=.; p', ['PATH=.']],
    ['for PATH in .; do p; done', ['PATH=.']],
    ['read HOME; p', ['HOME=?']],
    ['PATH=. q; p', []],
    ['(PATH=.); p', []],
    ['A=1; p', []],
    ['(export A=1); p', []],
    ['A=1 q; p', []],
    ['PAGER=1 q; p', []],
    ['p', []],
  ])('%s', (command, env) => {
    expect(envOf(command, 'p')).toEqual([env])
  })
})

describe('variables that make a program run code', () => {
  const inside = (command: string) => runsOf(command).filter(run => run.includes(' > '))

  const rows: readonly (readonly [command: string, runs: readonly string[], markers?: readonly string[]])[] = [
    ["GIT_SSH_COMMAND='frob -x' git fetch", ['git GIT_SSH_COMMAND > frob -x']],
    ["typeset -x GIT_SSH_COMMAND='sh -c id' && git fetch", ['git GIT_SSH_COMMAND > sh -c id', 'git GIT_SSH_COMMAND > sh -c > id']],
    ["export GIT_SSH_COMMAND='sh -c id'; git fetch", ['git GIT_SSH_COMMAND > sh -c id', 'git GIT_SSH_COMMAND > sh -c > id']],
    ["GIT_SSH_COMMAND='frob' git status", []],
    ['GIT_SSH=/tmp/frob git clone u', ['git GIT_SSH > frob ?…']],
    ["PAGER='bash -c whoami' git -p help", ['git PAGER > bash -c whoami', 'git PAGER > bash -c > whoami']],
    ["export PAGER='sh -c id'; git branch", ['git PAGER > sh -c id', 'git PAGER > sh -c > id']],
    ['GIT_EDITOR=frob git commit', ['git GIT_EDITOR > frob']],
    ['GIT_EDITOR=frob git log', []],
    ['EDITOR=frob crontab -e', ['crontab EDITOR > frob']],
    ['EDITOR="$X" git commit', ['git EDITOR > ?'], ['dynamic-script', 'dynamic-program']],
    ['GIT_EXTERNAL_DIFF=frob git diff', ['git GIT_EXTERNAL_DIFF > frob']],
    ["BASH_ENV='$(frob)' bash -c x", ['bash BASH_ENV > frob', 'bash -c > x'], ['sourced-file']],
    ["PS4='$(frob)' bash -xc x", ['bash PS4 > frob', 'bash -c > x']],
    ["PS4='$(frob)'; set -x; x", ['set PS4 > frob']],
    ["LESSOPEN='|frob %s' less f", ['less LESSOPEN > frob %s']],
    ["NODE_OPTIONS='--require ./x.js' node a.js", [], ['interpreter-code']],
    ['NODE_OPTIONS=--max-old-space-size=4096 npm run build', []],
    ['RUBYOPT=-r./x ruby a.rb', [], ['interpreter-code']],
    ['RUBYOPT=-W0 ruby a.rb', []],
    ['LD_PRELOAD=./x.so ls', [], ['unknown-wrapper']],
    ['LD_PRELOAD= ls', []],
    ["RSYNC_RSH='frob' rsync a h:b", ['rsync RSYNC_RSH > frob']],
    ['GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.sshCommand GIT_CONFIG_VALUE_0=frob git fetch', ['git core.sshCommand > frob']],
    ['MANPAGER=frob man ls', ['man MANPAGER > frob']],
  ]

  it.each(rows.map(([command, runs, markers = []]) => ({ command, runs, markers })))('$command', ({ command, runs, markers }) => {
    expect(inside(command)).toEqual(runs)
    expect(markersOf(command)).toEqual(markers)
  })
})
