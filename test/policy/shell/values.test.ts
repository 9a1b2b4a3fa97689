// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
import { describe, expect, it } from 'vitest'
import { markersOf, runsOf } from './show.ts'

/** A command, the runs it must give in order, and its markers. */
type Row = readonly [command: string, runs: readonly string[], markers?: readonly string[]]

function table(name: string, rows: readonly Row[]): void {
  describe(name, () => {
    const cases = rows.map(([command, runs, markers = []]) => ({ command, runs, markers }))
    it.each(cases)('$command', ({ command, runs, markers }) => {
      expect(runsOf(command)).toEqual(runs)
      expect(markersOf(command)).toEqual(markers)
    })
  })
}

/** What `frob` is called with, as bash reads it. */
function wordsOf(command: string): string | undefined {
  return runsOf(command).find(run => run.startsWith('frob'))
}

table('positional parameters', [
  ['set -- git push -f; "$@"', ['set -- git push -f', 'git push -f']],
  ['set -euo pipefail; set -- x; shift; a "$@" y', ['set -euo pipefail', 'set -- x', 'shift', 'a y']],
  ['set x "y z"; a $1 "$2" $3 $# "$*"', ['set x y z', 'a x y z 2 x y z']],
  ['set -- x; set +e; a $1', ['set -- x', 'set +e', 'a x']],
  ['sh -c \'"$@" $0\' git push -f', ['sh -c "$@" $0 git push -f', 'sh -c > push -f git']],
  ["bash -s -- x <<< 'a $1'", ['bash -s -- x', 'bash > a x']],
  ['xargs sh -c \'rm "$@"\' _', ['xargs sh -c rm "$@" _', 'xargs > sh -c rm "$@" _ ?…', 'xargs > sh -c > rm ?…']],
  ['true && set -- x; a "$@"', ['true', 'set -- x', 'a ?…']],
  ['set -- x; while a; do shift; done; b $1', ['set -- x', 'a', 'shift', 'b ?…']],
  ['set -- x; while a $1; do shift; done', ['set -- x', 'a ?…', 'shift']],
  ['set -- $X; a "$@" $1', ['set -- ?…', 'a ?… ?…']],
  ['a "$@"', ['a ?…']],
])

table('functions, where they are called', [
  ['f() { rm "$@"; }; f -rf x', ['f -rf x', 'f() > rm -rf x']],
  ['f() { "$@"; }; f git push', ['f git push', 'f() > git push']],
  ['f() { a $1; }; set -- out; f in; a $1', ['set -- out', 'f in', 'f() > a in', 'a out']],
  ['f() { X=rm; }; X=git; f; $X a', ['f', 'rm a']],
  ['f() { local X=rm; }; X=git; f; $X a', ['f', 'f() > local X=rm', '? a'], ['dynamic-program']],
  ['f() { return; X=rm; }; X=git; f; $X a', ['f', 'f() > return', '? a'], ['dynamic-program']],
  ['f() { a; }; f() { b; }; f', ['f', 'f() > a', 'f() > b']],
  ['f() { f x; }; f', ['f', 'f() > f x'], ['too-complex']],
  ['f() { g; }; g() { f; }; f', ['f', 'f() > g', 'f() > g() > f'], ['too-complex']],
  ['f() { a "$1"; }', ['a ?']],
  ['while a; do f x; f() { "$1"; }; f y; done', ['a', 'f x', 'f y', 'f() > y', '?'], ['dynamic-program']],
  ['f() { g() { a; }; }', ['a']],
])

table('arrays', [
  ['a=(git push -f); "${a[@]}"', ['git push -f']],
  ['a=(git); a+=("x y"); "${a[@]}" ${#a[@]}', ['git x y 2']],
  ['a=(x git); "${a[1]}" y', ['git y', 'x y']],
  ['a=(x git); "${a[-1]}" y', ['git y']],
  ['a=(git push); $a -f', ['git -f', 'git push -f']],
  ['a=(git push); a=rm; "${a[@]}"', ['?'], ['dynamic-program']],
  ['declare -a a=(git x); "${a[@]}"', ['declare -a a=(git x)', 'git x']],
  ['declare -A m; m[k]=git; ${m[k]} x', ['declare -A m', '? x'], ['dynamic-program']],
  ['a=(x); if b; then a=(git); fi; "${a[@]}"', ['b', '?'], ['dynamic-program']],
  ['a=(x); while b; do a+=(y); done; c "${a[@]}"', ['b', 'c ?…']],
  ['read -a a <<< "git x"; "${a[@]}"', ['read -a a', 'git x']],
])

table('what sets variables', [
  ["printf -v X '%s-%d' ab 3; a $X", ['printf -v X %s-%d ab 3', 'a ab-3']],
  ['read -r A B <<< "git push -f"; $A "$B"', ['read -r A B', 'git push -f']],
  ['IFS=: read A B <<< "frob:x y"; $A "$B"', ['read A B', 'frob x y']],
  ['read A < f; $A x', ['read A', '? x'], ['dynamic-program']],
  ['read A B <<< "a\\b"; $A', ['read A B', '?'], ['dynamic-program']],
  ['{ read A; read B; } <<< git; $B x', ['read A', 'read B', '? x', 'git x'], ['dynamic-program']],
  ["while read -r A; do $A y; done <<< $'git push\\nfrob'", ['read -r A', '? y', 'git push y', 'frob y'], ['dynamic-program']],
  [
    'while read -r A; do eval "$A"; done <<< $\'git push\\nfrob x\'',
    ['read -r A', 'eval ?', 'eval > ?', 'eval > git push', 'eval > frob x'],
    ['dynamic-program', 'dynamic-script'],
  ],
  ['X="git push"; for i in 1 2; do $X $i; done', ['git push 1', 'git push 2']],
  ['X=read; for i in 1 2; do $X Y; done; $Y', ['? Y', '? Y', '?'], ['dynamic-program', 'dynamic-program']],
  ['X=git; for i in 1 2; do $X a; X=rm; done', ['? a', '? a'], ['dynamic-program']],
  ['X=git; unset X; $X a', ['unset X', 'a']],
  ['unset X; ${X-git} a; ${X:-git} b', ['unset X', 'git a', 'git b']],
  ['X=git; X=frob true; $X q', ['true', 'git q']],
  ['X=git; X=frob eval :; $X q', ['eval :', 'eval > :', '? q'], ['dynamic-program']],
  ['IFS=,; X=git,push; $X', ['git push', 'git,push']],
  ['unset IFS; X="a b"; set -- $X; frob $#', ['unset IFS', 'set -- a b', 'frob 2', 'set -- a b', 'frob 1']],
  ['$SHELL -c a; exec "$SHELL" -c b', ['sh -c a', 'sh -c > a', 'exec ? -c b', 'exec > sh -c b', 'exec > sh -c > b']],
  ['frob "${SHELL##*/}"; X=$SHELL; frob "${X##*/}"', ['frob ?', 'frob ?']],
  ["for c in a b c d e f 'g -x'; do $c -v; done", ['a -v', 'b -v', 'c -v', 'd -v', 'e -v', 'f -v', 'g -x -v']],
  ['while IFS=, read X; do a; done; Y="git push"; $Y', ['read X', 'a', 'git push']],
  ['if a; then IFS=,; fi; X=git,push; $X', ['a', '?', 'git,push'], ['dynamic-program']],
])

table('what commands print', [
  ['$(echo git) push', ['echo git', 'git push']],
  ["$(printf 'git %s' push) `echo -f`", ['printf git %s push', 'echo -f', 'git push -f']],
  ['"$(echo a; echo b)" x', ['echo a', 'echo b', 'a\nb x']],
  ['$(echo $X) a', ['echo ?…', '? a'], ['dynamic-program']],
  ['$(which git) a; "$(command -v git)" b', ['which git', 'git a', 'command -v git', 'git b']],
  [
    'frob $(mktemp) "$(mktemp -d -t x.XXX)" $(mktemp ./x.XX)',
    ['mktemp', 'mktemp -d -t x.XXX', 'mktemp ./x.XX', 'frob /tmp/tmp.X /tmp/x.XXX ./x.XX'],
  ],
  ['frob $(TMPDIR=/x mktemp) $(mktemp -p /x)', ['mktemp', 'mktemp -p /x', 'frob ?… ?…']],
  ['${X:-git push} a; "${X:-git}" b', ['? a', 'git push a', '? b', 'git b'], ['dynamic-program', 'dynamic-program']],
  ['frob $(which x) "$(command -v y)"', ['which x', 'command -v y', 'frob ?/bin/x ?/bin/y']],
  ['$(echo git | frob) a', ['echo git', 'frob', '? a'], ['dynamic-program']],
  ['echo() { :; }; $(echo git) a', ['echo git', 'echo() > :', '? a'], ['dynamic-program']],
  ['PATH=x; $(cat <<< git) a', ['cat', '? a'], ['dynamic-program']],
  ['git commit -m "$(cat <<\'E\'\nnever git push -f\nE\n)"', ['cat', 'git commit -m never git push -f']],
])

describe('${...} of known values', () => {
  it.each<readonly [string, string]>([
    ['X=origin/main; frob ${X##*/} ${X#*/} ${X%/*} ${X%%/*} ${X#none}', 'frob main main origin origin origin/main'],
    ['X=aXbXc; frob ${X/X/-} ${X//X/-} ${X/#a/-} ${X/%c/-} ${X//[a-b]/_}', 'frob a-bXc a-b-c -XbXc aXbX- _X_Xc'],
    ['X=Frob; frob ${X:1} ${X:0:2} ${X: -2} ${X:1:-1} ${#X} ${X^^} ${X,,} ${X@Q}', "frob rob Fr ob ro 4 FROB frob 'Frob'"],
    ['X=; Y=y; frob "${X:-d e}" ${X:-d e} ${X-d} ${Y:+no} ${X:+no} a', 'frob d e d e no a'],
    ['X=git; Y=X; frob ${!Y}', 'frob git'],
    ['X=abc; frob ${X/b/&} ${X#$U} ${X:n}', 'frob ?… ?… ?…'],
    ['frob ${U:-d} ${U#x} ${U:+y}', 'frob ?… ?… ?…'],
    ['set -- x; frob "${1:-d}" "${2:-d}" "${2-}"', "frob x d ''"],
    ['a=(x.c y.c); frob "${a[@]%.c}" "${a[@]:1}"', 'frob x y y.c'],
    ['frob $((1+2*3)) $((7/2)) $((-7%4)) $((X)) $((010))', 'frob 7 3 -3 ? ?'],
    ['X=Ünï; frob ${#X} ${X^^} ${X:1}', 'frob ? ?… ?…'],
    ["IFS=' ,'; X=' a , b,,c,'; frob $X", "frob a b '' c"],
    ['IFS=; X="a b"; frob $X', 'frob a b'],
  ])('%s', (command, expected) => {
    expect(wordsOf(command)).toBe(expected)
  })
})

table('what every shell starts with', [
  ['rm${IFS}-rf${IFS}x', ['rm -rf x']],
  ['IFS=,; a="rm,-rf,x"; $a', ['rm -rf x', 'rm,-rf,x']],
  ['a "${HOME:?}" ${HOME:-/x}', ['a ? ?']],
  ['a ${HOME+y}', ['a y']],
  ['r$(true)m $(:) x$(false)', ['true', ':', 'false', 'rm x']],
])

describe('the branch that is checked out', () => {
  it.each(['git branch --show-current', 'git rev-parse --abbrev-ref HEAD', 'git symbolic-ref --short HEAD'])(
    '%s is HEAD to git',
    command => {
      expect(wordsOf(`frob push origin "$(${command})"`)).toBe('frob push origin HEAD')
      expect(wordsOf(`b=$(${command}); frob push -u origin $b:refs/heads/$b`)).toBe('frob push -u origin HEAD:refs/heads/HEAD')
    },
  )
})
