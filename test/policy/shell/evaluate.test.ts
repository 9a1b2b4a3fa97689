// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
import { describe, expect, it } from 'vitest'
import { filesOf, markersOf, runsOf } from './show.ts'

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

table('commands and lists', [
  ['git push -f', ['git push -f']],
  ['a; b && c || d & e', ['a', 'b', 'c', 'd', 'e']],
  ['a | b |& c', ['a', 'b', 'c']],
  ['! a | b', ['a', 'b']],
  ['time -p a', ['a']],
  ['(a; b)', ['a', 'b']],
  ['{ a; b; }', ['a', 'b']],
  ['coproc a b', ['a b']],
  ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
  ['for i in x; do a; done', ['a']],
  ['for ((i=$(a);i<1;i++)); do b; done', ['a', 'b']],
  ['while a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
  ['case $(a) in $(b)) c;; *) d;; esac', ['a', 'b', 'c', 'd']],
  ['select x in $(a); do b; done', ['a', 'b']],
  ['f() { a; }; f x', ['f x', 'f() > a']],
  ['function f { a; }', ['a']],
  ['X=1', []],
  ['', []],
  ['# git push -f', []],
])

table('substitutions, wherever they stand', [
  ['a $(b) "$(c)" `d`', ['b', 'c', 'd', 'a ?… ? ?…']],
  ['echo `echo \\`frob x\\``', ['frob x', 'echo ?…', 'echo ?…']],
  ['X=$(a) b', ['a', 'b']],
  ['a > "$(b)" < <(c) 2> >(d)', ['b', 'c', 'd', 'a']],
  ['cat <<E\n$(a) `b`\nE', ['a', 'b', 'cat']],
  ["cat <<'E'\n$(a) `b`\nE", ['cat']],
  ['a <<< $(b)', ['b', 'a']],
  ['[[ -n $(a) && b == $(c) ]]', ['a', 'c']],
  ['(( $(a) + 1 )); echo $((1+$(b)))', ['a', 'b', 'echo ?']],
  ['echo ${x:-$(a)} "${y#$(b)}" ${z[$(c)]}', ['a', 'b', 'c', 'echo ?… ? ?…']],
  ['x=(a $(b)); x[$(c)]=d', ['b', 'c']],
  ['declare -a z=($(a))', ['a', 'declare -a z=($(a))']],
  ['echo {a,$(b)}', ['b', 'echo a ?…']],
])

table('quoting', [
  ["fr''ob \\g\\i\\t $'\\x66' $\"l\"", ['frob git f l']],
  ['fr\\\nob x', ['frob x']],
  ['git\\\n push', ['git push']],
  ['"a b" \'c d\' ""', ["a b c d ''"]],
  ["'git push -f'", ['git push -f']],
  ['../bin/frob x', ['frob x']],
  ['~/bin/frob x', ['frob x']],
])

table('braces', [
  ['{r,R}m x', ['rm Rm x']],
  ['a{b,c{d,e}}f {1..3} {a..c}', ['abf acdf acef 1 2 3 a b c']],
  ['{01..3} {3..1..2}', ['01 02 03 3 1']],
  ['cat {secret.txt,}', ['cat secret.txt']],
  ['a {b} "{c,d}" \\{e,f} ${x}', ['a {b} {c,d} {e,f} ?…']],
  ["a {'b c',d\\,e}", ['a b c d,e']],
])

table('variables of the line', [
  ['X=git; $X push -f', ['git push -f']],
  ["X='git push -f'; $X", ['git push -f']],
  ['X=\'git push -f\'; "$X"', ['git push -f']],
  ['A=fr; B=ob; $A$B x', ['frob x']],
  ['X=git; X+=k; ${X} a', ['gitk a']],
  ['X=git && Y=push && $X $Y', ['git push']],
  ['export X=git; $X a', ['export X=git', 'git a']],
  ['for X in git; do $X a; done', ['git a']],
  ["X=git eval '$X push'", ['eval $X push', 'eval > git push']],
  ['X=; $X git a', ['git a']],
  ['X=git; f() { X=rm; }; g; $X a', ['g', 'git a']],
])

table('variables that cannot be told', [
  ['$X a', ['? a'], ['dynamic-program']],
  ['X=git $X a', ['? a'], ['dynamic-program']],
  ['true && X=git; $X a', ['true', '? a'], ['dynamic-program']],
  ['if a; then X=git; fi; $X b', ['a', '? b'], ['dynamic-program']],
  ['(X=git); $X a', ['? a'], ['dynamic-program']],
  ['a || X=git && $X b', ['a', '? b'], ['dynamic-program']],
  ['X=git; true && X=rm; $X a', ['true', '? a'], ['dynamic-program']],
  ['X=git; while $X a; do X=rm; done', ['? a'], ['dynamic-program']],
  ['X=git | a; $X b', ['a', '? b'], ['dynamic-program']],
  ['X=git & $X a', ['? a'], ['dynamic-program']],
  ['X=git; for i in 1 2; do $X a; X=rm; done', ['? a', '? a'], ['dynamic-program']],
  ['for i in git rm; do $i a; done', ['git a', 'rm a']],
  ['for i in a b; do for j in c d; do rm $i $j; done; done', ['rm a ?', 'rm b ?']],
  ['for i in 1 2 3 4 5 6 git; do $i a; done', ['1 a', '2 a', '3 a', '4 a', '5 a', '6 a', 'git a']],
  [`for i in ${'1 '.repeat(40)}git; do $i a; done`, ['? a'], ['dynamic-program']],
  ['X=git; while a; do X=rm; break; done; $X b', ['a', 'break', '? b'], ['dynamic-program']],
  ['X=git; f() { return; X=rm; }; f; $X a', ['f', 'f() > return', '? a'], ['dynamic-program']],
  ['X=git; f() { X=rm; }; while a; do $X b; f; done', ['a', '? b', 'f'], ['dynamic-program']],
  ['X=git; read X; $X a', ['read X', '? a'], ['dynamic-program']],
  ['X=git; printf -v X %q b; $X a', ['printf -v X %q b', '? a'], ['dynamic-program']],
  ['X=git; unset "$Y"; $X a', ['unset ?', '? a'], ['dynamic-program']],
  ['X=git; unset -v X; $X a', ['unset -v X', '? a'], ['dynamic-program']],
  ['X=git; ((X=1)); $X a', ['? a'], ['dynamic-program']],
  ['X=git; : ${X:=b}; $X a', [': ?…', '? a'], ['dynamic-program']],
  ['readonly X=git; X=rm; $X a', ['readonly X=git', '? a'], ['dynamic-program']],
  ['declare -u X; X=git; $X a', ['declare -u X', '? a'], ['dynamic-program']],
  ['declare -n r=X; X=git; r=rm; $X a', ['declare -n r=X', '? a'], ['dynamic-program']],
  ['IFS=$(a); X=git-push; $X', ['a', '?', 'git-push', 'git-push > git push'], ['dynamic-program']],
  ['X=([1]=git); "${X[@]}" a', ['? a'], ['dynamic-program']],
  ['X=git; eval "$y"; $X a', ['eval ?', 'eval > ?', '? a'], ['dynamic-program', 'dynamic-script', 'dynamic-program']],
  ["X=git; sh -c '$X push'", ['sh -c $X push', 'sh -c > ? push'], ['dynamic-program']],
])

table('programs of Windows', [
  ['git.exe push -f', ['git push -f']],
  ['/mnt/c/Windows/System32/CURL.EXE x', ['CURL x']],
  ['"C:\\Program Files\\Git\\bin\\git.exe" push', ['git push']],
  ['./a.exe.sh x', ['a.exe.sh x']],
])

table('programs that cannot be told', [
  ['$(cmd) x', ['cmd', '? x'], ['dynamic-program']],
  ['r$(true)m x', ['true', 'rm x']],
  ['"$X" a', ['? a'], ['dynamic-program']],
  ['/bin/r? a', ['? a', 'rm a'], ['dynamic-program']],
  ['"$D"/frob x', ['frob x']],
  ['D=$(a); $D/frob x', ['a', '? x'], ['dynamic-program']],
  ['=frob x', ['=frob x'], ['dynamic-program']],
  ['./git-push -f; tools/git-clean -f', ['git-push -f', 'git-clean -f']],
  ['"$D"/git-push -f; /usr/lib/git-core/git-push', ['git-push -f', 'git-push > git push -f', 'git-push', 'git-push > git push']],
  ['functions[q]="frob x"; q', ['q'], ['dynamic-program']],
  ['hash -p /bin/rm g; g x', ['hash -p /bin/rm g', 'g x'], ['dynamic-program']],
])

table('shells', [
  ["sh -c 'git push -f'", ['sh -c git push -f', 'sh -c > git push -f']],
  ["bash -n +n -c 'a'; sh -i -n -c 'b'", ['bash -n +n -c a', 'bash -c > a', 'sh -i -n -c b', 'sh -c > b']],
  ["sh -n -c 'git push -f'; bash -n <<< 'git push'", ['sh -n -c git push -f', 'bash -n']],
  ["sh -c 'cat; bash' <<< 'git push'", ['sh -c cat; bash', 'sh -c > cat', 'sh -c > bash', 'sh -c > bash > git push'], ['stdin-script']],
  ["ssh h sh <<< 'git push'", ['ssh h sh', 'ssh > sh', 'ssh > sh > git push'], ['stdin-script']],
  ["git config alias.x 'push -f'; git x", ['git config alias.x push -f', 'git x', 'alias git x > git push -f']],
  [
    'git config --get alias.x; git x; git config --unset alias.y && git y',
    ['git config --get alias.x', 'git x', 'git config --unset alias.y', 'git y'],
  ],
  ['cp /bin/rm x; ./x -r y', ['cp /bin/rm x', 'x -r y', './x > exec /bin/rm -r y', './x > exec > rm -r y'], ['script-file']],
  ["bash -lc 'a'", ['bash -lc a', 'bash -c > a']],
  ["bash -xec 'a'", ['bash -xec a', 'bash -c > a']],
  ["bash -o pipefail -c 'a'", ['bash -o pipefail -c a', 'bash -c > a']],
  ["bash -c -x 'a' zero", ['bash -c -x a zero', 'bash -c > a']],
  ["bash --rcfile f -c 'a'", ['bash --rcfile f -c a', 'bash -c > a']],
  ["bash -rcfile f -c 'a'", ['bash -rcfile f -c a', 'bash -c > a']],
  ["zsh -c 'a'; dash -c 'b'; ksh -c 'c'", ['zsh -c a', 'zsh -c > a', 'dash -c b', 'dash -c > b', 'ksh -c c', 'ksh -c > c']],
  ['bash -c "bash -c \'a b\'"', ["bash -c bash -c 'a b'", 'bash -c > bash -c a b', 'bash -c > bash -c > a b']],
  ['sh -c "$X"', ['sh -c ?', 'sh -c > ?'], ['dynamic-script', 'dynamic-program']],
  ['sh -c "rm -rf $X"', ['sh -c rm -rf ?', 'sh -c > rm -rf ?…'], ['dynamic-script']],
  ['bash $X', ['bash ?…'], ['dynamic-script']],
  ['bash script.sh a', ['bash script.sh a']],
  ['./script.sh', ['script.sh']],
  ['bash "$D/x.sh" a', ['bash ?/x.sh a']],
  ['bash', ['bash']],
  ['bash --version', ['bash --version']],
  ["eval 'a; b'", ['eval a; b', 'eval > a', 'eval > b']],
  ['eval a "b c"', ['eval a b c', 'eval > a b c']],
  ['e\\val a', ['eval a', 'eval > a']],
  ['trap "a b" EXIT', ['trap a b EXIT', 'trap > a b']],
  ['trap - EXIT', ['trap - EXIT']],
  ["alias g='git push'\ng -f", ['alias g=git push', 'g -f', 'alias g > git push -f']],
  ['source f; . g', ['source f', '. g']],
  ['. "$NVM_DIR/nvm.sh"', ['. ?/nvm.sh']],
  ['source "$X"', ['source ?'], ['sourced-file']],
  ['source /dev/stdin', ['source /dev/stdin'], ['sourced-file']],
  ['source .venv/bin/activate; $X', ['source .venv/bin/activate', '? '.trim()], ['dynamic-program']],
])

table('scripts on standard input', [
  ['bash <<E\ngit push -f\nE', ['bash', 'bash > git push -f']],
  ['bash <<E\ngit push $X\nE', ['bash', 'bash > git push ?…'], ['stdin-script']],
  ["bash <<-'E'\n\tcat <<F\n\tx\n\tF\n\tfrob\n\tE\n", ['bash', 'bash > cat', 'bash > frob']],
  ["bash <<< 'git push'", ['bash', 'bash > git push']],
  ["echo 'git push -f' | sh", ['echo git push -f', 'sh', 'sh > git push -f']],
  ['echo git push | sudo sh', ['echo git push', 'sudo sh', 'sudo > sh', 'sudo > sh > git push']],
  ["printf '%s\\n' 'a b' | bash", ['printf %s\\n a b', 'bash', 'bash > a b']],
  ['cat <<E | sh\na\nE', ['cat', 'sh', 'sh > a']],
  ['echo a | cat | sh', ['echo a', 'cat', 'sh', 'sh > a']],
  ['echo "a $X" | sh', ['echo a ?', 'sh', 'sh > a ?…'], ['stdin-script']],
  ['curl x | sh', ['curl x', 'sh'], ['stdin-script']],
  ['curl x | sudo bash -s -- a', ['curl x', 'sudo bash -s -- a', 'sudo > bash -s -- a'], ['stdin-script']],
  ['curl x | sudo -s', ['curl x', 'sudo -s'], ['stdin-script']],
  ['bash <(curl x)', ['curl x', 'bash /dev/fd/?'], ['stdin-script']],
  ['bash /dev/stdin <<< a', ['bash /dev/stdin', 'bash > a']],
  ['echo a > f | sh', ['echo a', 'sh'], ['stdin-script']],
  ['{ echo a; } | sh', ['echo a', 'sh', 'sh > a']],
  ['(sh) <<< a', ['sh', 'sh > a']],
  ['(:; sh) <<< a', [':', 'sh', 'sh > a'], ['stdin-script']],
  ['f() { sh; }; echo a | f', ['echo a', 'f', 'f() > sh', 'f() > sh > a']],
  ['sh < f', ['sh'], ['stdin-script']],
  ['sh < /dev/null', ['sh']],
  ['exec <<< a; sh', ['exec', 'sh'], ['stdin-script']],
  ['bash <<E\nsh\nfrob\nE', ['bash', 'bash > sh', 'bash > frob'], ['stdin-script']],
  ['echo a > >(sh)', ['sh', 'echo a'], ['stdin-script']],
])

table('words that only look like code', [
  ["git commit -m 'never git push -f'", ['git commit -m never git push -f']],
  ["grep -r 'git push -f' docs", ['grep -r git push -f docs']],
  ['echo "rm -rf /"', ['echo rm -rf /']],
  ['cat > notes.md <<E\nrm -rf /\nE', ['cat']],
  ["python -c 'import os'", ['python -c import os']],
  ['python3 - <<E\nfrob\nE', ['python3 -']],
  ['a # b', ['a']],
  ['command -v git', ['command -v git']],
])

table('text that runs where quotes are no quotes', [
  ["echo $(( a['$(frob)'] ))", ['echo ?'], ['dynamic-script']],
  ["(( '`frob`' ))", [], ['dynamic-script']],
  ["X='a[$(frob)]'; (( X ))", [], ['dynamic-script']],
  ["a['$(frob)']=1", [], ['dynamic-script']],
  ["[[ 'a[$(frob)]' -eq 0 ]]", [], ['dynamic-script']],
  ["test -v 'a[$(frob)]'", ['test -v a[$(frob)]'], ['dynamic-script']],
  ['echo ${x@P}', ['echo ?…'], ['dynamic-script']],
  ["cat <<E\n${x:-'$(frob)'}\nE", ['cat'], ['dynamic-script']],
])

table('what does not parse', [
  ['if a; then', ['a'], ['parse-error']],
  ['git push -f; echo "abc', ['git push -f', 'echo abc'], ['parse-error']],
  ['a $(b "c)', ['b c)', 'a ?…'], ['parse-error', 'parse-error']],
  ['{ : } always { frob x }', [': } always { frob x }'], ['parse-error']],
  ['sh -c "if a"', ['sh -c if a', 'sh -c > a'], ['parse-error']],
])

describe('files', () => {
  it.each<readonly [string, readonly string[]]>([
    ['a > b >> c 2> d &> e <> f >| g < h', ['write b', 'write c', 'write d', 'write e', 'write f', 'write g', 'read h']],
    ['a > /dev/null 2>&1 < /dev/null >&2 3> /dev/fd/10', []],
    ['a > /dev/fd/../../../etc/passwd', ['write /dev/fd/../../../etc/passwd']],
    ['cat <(a) > >(tee b) 2> >(c)', ['write b']],
    ['a > $X', []],
    ['> f', ['write f']],
    ['{ a; } > f', ['write f']],
    ['echo "$(< f)"', ['read f']],
    ['cat a "b c" ~/d $HOME/e "$PWD/f" - *.g', ['read a', 'read b c', 'read ~/d', 'read ~/e', 'read ./f']],
    ["cat '~/a' ~root/b", ['read ./~/a']],
    ['P=~/.ssh; F=id; cat $P/$F', ['read ~/.ssh/id']],
    ['head -n 5 a; tail -c9 b', ['read a', 'read b']],
    ['grep -e p a; grep p b; grep -f c d', ['read a', 'read b', 'read c', 'read d']],
    ['sed -n p a; sed -i s/x/y/ b; sed -i -e s/x/y/ c d', ['read a', 'write b', 'write c', 'write d']],
    ["awk '{print}' a x=1; awk -f b c", ['read a', 'read b', 'read c']],
    ['cp a b/', ['read a', 'write b/', 'write b/a']],
    ['cp -t d x/a b', ['read x/a', 'read b', 'write d', 'write d/a', 'write d/b']],
    ['mv a b', ['read a', 'delete a', 'write b', 'write b/a']],
    ['tee a -a b; touch c; truncate -s 0 d', ['write a', 'write b', 'write c', 'write d']],
    ['dd if=a of=b bs=1', ['read a', 'write b']],
    ['chmod -R 700 a; chmod -x b; chown x:y c', ['write a', 'write b', 'write c']],
    ['rm -rf a -- -b; rmdir c; unlink d; shred -u e', ['delete a', 'delete -b', 'delete c', 'delete d', 'delete e']],
    ['sort -o a b; uniq c d', ['write a', 'read b', 'read c', 'write d']],
    ['curl -so a http://x; wget -O b http://y', ['write a', 'write b']],
    ['cd a; cat b; cd c && cat d; cd /e; cat f; cd; cat g', ['read b in a', 'read d in a/c', 'read f in /e', 'read g in ~']],
    ['(cd a; cat b); cat c', ['read b in a', 'read c']],
    ['true && cd a; cat b', ['read b in ?']],
    ['cd $X; cat a; cd -; cat b', ['read a in ?', 'read b in ?']],
    ['CDPATH=/x; cd a; cat b', ['read b in ?']],
    ["cd a; sh -c 'cat b'; env -C c cat d; sudo -D $X cat e", ['read b in a', 'read d in a/c', 'read e in ?']],
    ['f() { cat a; }', ['read a in ?']],
    ['ssh h cat a', []],
    ['sudo cat a | xargs tee b', ['read a', 'write b']],
    ['find . -fprint a -exec cp b {} \\;', ['write a', 'read b']],
  ])('%j', (command, files) => {
    expect(filesOf(command)).toEqual(files)
  })
})
