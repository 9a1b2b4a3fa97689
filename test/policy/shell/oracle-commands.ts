// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
/** Command lines that are safe to run where PATH holds only recorders, for the comparison with real bash. */
import fc from 'fast-check'

/** Programs that are recorded and do nothing else. */
export const RECORDED = ['frob', 'git', 'rm', 'curl'] as const

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const doubleQuoted = (text: string): string => `"${text.replace(/[\\$`"]/g, '\\$&')}"`
/** Whether text may be echoed into a shell by every echo alike. */
const isEchoable = (text: string): boolean => !text.includes('\\')

const program = fc.constantFrom(
  'frob',
  "fr''ob",
  '\\frob',
  '"frob"',
  'f"ro"b',
  "$'fr\\x6fb'",
  'fr\\\nob',
  'git',
  '\\g\\i\\t',
  'g{i,}t',
  '{git,push}',
  '$(echo git)',
  'r""m',
)
const argument = fc.constantFrom(
  'x',
  '-f',
  "'a b'",
  '"$HOME"',
  '$UNSET',
  '"$UNSET"',
  '*',
  '{1..3}',
  'a{b,c}',
  '~',
  '--',
  '--force=1',
  '-rf',
  '"a$(frob in)b"',
  '$((1+1))',
  "$'\\t'",
  '\\$x',
  "''",
  '+x',
  '#x',
  '`git tick`',
  '"rm -rf /"',
  "'git push -f'",
)

const simple = fc
  .tuple(
    fc.constantFrom('', '', '', 'A=1 ', 'A=$(frob pre) ', 'A=1 B=2 '),
    program,
    fc.array(argument, { maxLength: 3 }),
    fc.constantFrom('', '', '', ' > out', ' 2>&1', ' < /dev/null', ' >> "o ut"'),
  )
  .map(([before, name, args, after]) => `${before}${[name, ...args].join(' ')}${after}`)

/** A plain command that wrappers can take: no assignment before it. */
const bare = fc
  .tuple(fc.constantFrom('frob', "fr''ob", 'git', '"rm"'), fc.array(argument, { maxLength: 2 }))
  .map(([name, args]) => [name, ...args].join(' '))

const wrapped = fc
  .tuple(
    bare,
    fc.constantFrom(
      (c: string) => `env ${c}`,
      (c: string) => `env -u FOO A=1 ${c}`,
      (c: string) => `env -i PATH="$PATH" REC="$REC" ${c}`,
      (c: string) => `nice -n 5 ${c}`,
      (c: string) => `nice --adjustment 5 ${c}`,
      (c: string) => `timeout -s KILL 5 ${c}`,
      (c: string) => `timeout --kill-after 2 5 ${c}`,
      (c: string) => `nohup ${c}`,
      (c: string) => `setsid -w ${c}`,
      (c: string) => `stdbuf -oL -e 0 ${c}`,
      (c: string) => `command ${c}`,
      (c: string) => `command -p env ${c}`,
      (c: string) => `(exec ${c})`,
      (c: string) => `(exec -a other ${c})`,
      (c: string) => `echo a b | xargs -n 1 ${c}`,
      (c: string) => `echo a b | xargs -I% ${c} %`,
      (c: string) => `echo a | xargs -I% sh -c ${quoted(`${c} %`)}`,
      () => `echo ${quoted('git xargs')} | xargs -I% sh -c %`,
      (c: string) => `find . -maxdepth 0 -exec ${c} {} \\;`,
      (c: string) => `find . -maxdepth 0 -exec ${c} {} + -quit`,
      (c: string) => `env nice timeout 5 ${c}`,
      (c: string) => `trap ${quoted(c)} EXIT`,
      (c: string) => `! ${c}`,
      (c: string) => `time -p ${c}`,
      (c: string) => `coproc ${c}\nwait`,
      (c: string) => `alias zz=${quoted(c)}`,
    ),
  )
  .map(([command, wrap]) => wrap(command))

const VARIABLES = [
  'X=git; $X push -f',
  "X='git push -f'; $X",
  'X=fr; Y=ob; $X$Y z',
  'X=git; X+=x; $X || frob',
  'true && X=frob; $X y',
  'false && X=frob; ${X:-git} y',
  '(X=frob); ${X:-git} z',
  'X=frob; for i in 1 2; do $X $i; X=git; done',
  'f() { X=rm; }; X=git; f; $X x',
  'X=git; X=frob true; $X q',
  'read X <<< frob; $X y',
  'printf -v X frob; $X y',
  'set -- frob y; "$@"',
  'a=(frob z); "${a[@]}"',
  'X=git; Y=X; ${!Y} z',
  'X="frob;git"; eval "$X"',
  'X=\'frob "a b"\'; eval $X',
  "X=frob bash -c '$X y'",
  "X=frob; export X; bash -c '$X y'",
  'X=frob; bash -c "$X y"',
  'IFS=-; X=git-push; $X',
  'for p in frob git; do $p x; done',
  'X=frob; if git t; then X=rm; fi; $X y',
  'X=git; while frob; do X=rm; break; done; $X w',
  'X=; $X git empty',
  'X="  git  sp "; $X',
  'f() { git "$@"; }; f push -f',
  'f() { "$@"; }; f frob y',
  'declare -u X; X=frob; $X || git',
  'X=git; unset X; $X frob',
  ': ${X:=frob}; $X y',
  'cd sub; frob > here; cd ..; git',
  'X=$(echo frob); "$X" y',
  'trap "frob t" EXIT; git',
  'eval "$(echo git ev)"',
  'Z=rm; { Z=git; } ; $Z y',
  'Z=rm; true | Z=git; $Z y',
  'mapfile -C "frob cb" -c 1 m <<< a',
  '. /dev/stdin <<< "git so"',
  'source <(echo frob ps)',
  'bash <(echo git ps)',
  "X='a[$(frob idx)]'; echo $((X))",
  "declare 'q[$(git idx)]=1'",
  'echo frob pp | cat | sh',
  'exec <<< "frob ex"; sh',
  "(( q['$(frob ar)'] ))",
  "echo ${X:'$(frob sl)'}",
  "cat <<E\n${X:-'$(frob hd)'}\nE",
  "[[ 'q[$(frob te)]' -eq 0 ]]",
  'declare -n r=X; X=git; r=frob; $X y',
  'alias al=frob\nal y',
  'while read l; do $l; done <<< "git rd"',
  '{ read l; sh; } <<E\nx\ngit rest\nE',
  'case $(git c) in *) frob d;; esac',
  'let "y=$(frob l; echo 1)"',
  'select x in $(git s); do break; done < /dev/null',
  'hash -p "${PATH%%:*}/frob" hh; hh y',
]
const variables = fc.constantFrom(...VARIABLES)

/** Values the line spells out: how they are taken apart and put together again. */
const VALUES = [
  'set -- git push -f; shift; frob "$@" $# "$*"',
  'set -- a "b c" d; for x; do frob "$x"; done; git "${@:2}" "${2#b}"',
  'set -euo pipefail -- frob x; "$@"',
  'set -- frob; set -- "$@" y; "$@"; set --; git "$@" none',
  "sh -c '$0 \"$@\" $#' frob 'a b' c",
  'bash -c \'f() { git "$1" $#; }; f x "$@"\' zero y z',
  'f() { local v=$1; shift; "$v" "$@"; v=rm; }; v=git; f frob a b; $v after',
  'f() { return; v=rm; }; v=frob; f; $v y',
  'f() { v=rm; }; v=frob; f; $v y',
  'f() { git one; }; f; f() { git two; }; f',
  'for _ in 1; do f rm x; f() { "$@"; }; f frob y; done; f git z',
  'f() { set -- git in; "$@"; }; set -- frob out; f; "$@"',
  'f() { if [ "$1" ]; then frob "$1"; shift; f "$@"; fi; }; f a b',
  'a=(git "p q" -f); "${a[@]}"; ${a[0]} ${#a[@]} "${a[1]}" "${a[-1]}" "${a[*]}"',
  'a=(frob); a+=(x "y z"); a[1]=w; "${a[@]}"; ${a} only',
  'a=(x.c y.c); frob "${a[@]%.c}" "${a[@]/x/z}" "${a[@]:1}"',
  'a=(git x); a=rm; "${a[@]}" y',
  'declare -A m=([p]=frob); "${m[p]}" y; m[q]=git; ${m[q]} z',
  'declare -a d=(git push); "${d[@]}"; local_=1; unset d; frob ${d[0]-none}',
  'X=origin/main.tar.gz; frob ${X##*/} ${X#*/} ${X%.*} ${X%%.*} ${X/main/dev} ${X//a/A} ${X/#origin/o} ${X/%gz/xz}',
  'X=Frob; frob ${X:0:2} ${X:1} ${X: -2} ${X:1:-1} ${#X} ${X^^} ${X,,} ${X,} ${X@Q} ${X@U}',
  'X=; frob "${X:-git x}" ${X:-git x} "${X-d}" ${X:+no} ${X+yes} a${X:=rm}b; frob $X',
  'X="a b"; frob ${X:+"c d"} ${X:+c d} "${X:+c d}" ${X#"a "} ${X#?} ${X/[ab]/_}',
  'X=git; Y=X; Z=Y; ${!Y} a; frob ${!Z}',
  'X=\'a*b\'; frob ${X#a\\*} ${X#"a*"} ${X##*"*"}',
  'printf -v X "%s-%03d-%x" git 7 255; frob $X; printf -v Y "%5s|%-5s|%.2s" a b cde; frob "$Y"',
  'printf -v X "%s," a b c; frob $X; printf -v Z "\\x67it\\040%b" "p\\nq"; frob "$Z"',
  'read -r A B <<< "git push  -f "; frob "$A" "$B"; read C <<< "x\\y"; frob "$C"',
  'IFS=: read A B <<< "frob:x y"; $A "$B"; IFS=, ; set -- $B; frob $#',
  'IFS=,; X="git,push,,-f"; $X; Y=" a , b "; frob $Y; Z="c,"; frob $Z; IFS=; frob $X "$*"',
  'IFS=", "; X=" git , push ,, x "; $X; read -a q <<< "a, b"; frob "${q[@]}"',
  'read -ra q <<< "git a b"; "${q[@]}"; while IFS= read -r l; do frob "$l"; done <<< "r s"; Y="t u"; frob $Y',
  'frob $((1+2*3)) $(( (7-2) % 3 )) $((-7/2)) $((0x10)) $((08+1)) $[4-1] end',
  'frob $\'a\\tb\\x41\\u00e9\' $"x y"',
  'frob $(echo a; echo b) "$(printf "%s\\n\\n" c)" `echo d e` "$(echo "$(echo f)")"',
  "frob $(echo 'a*' \"b\") $(echo -n x)y $(printf 'q\\\\n') $(echo -e 'r\\ts')",
  'X=$(echo git push); $X -f; Y=$(true; echo z); frob $Y',
  'frob "$(cat <<E\nhere $((1+1)) doc\nE\n)"; git $(cat <<< "x y")',
  'frob $(echo abc | rev) $(echo abc | tr a-c A-C) $(echo a-b | tr -d -- -) $(echo Zm9v | base64 -d) $(echo 666f6f | xxd -r -p)',
  "frob $(printf 'a\\nb\\nc\\n' | head -n 2) $(printf 'a\\nb\\nc\\n' | tail -1) $(echo '[x]' | tr '[x]' '(y)')",
]
const values = fc.constantFrom(...VALUES)

/** Text that becomes a script on the way. */
const SCRIPTS = [
  'echo Z2l0IHB1c2ggLWYK | base64 -d | sh',
  'base64 --decode <<< ZnJvYiB4 | bash; echo ZnJvYiB5 | base64 -d > b.sh; bash b.sh',
  "echo 'x borf' | rev | sh; echo 'tvg k' | tr a-z n-za-m | sh; echo 67697420780a | xxd -r -p | sh",
  "echo 'git push -f' > x.sh; bash x.sh; . ./x.sh",
  "printf 'frob \"$@\" $#\\n' > x.sh && chmod +x x.sh && ./x.sh a 'b c'",
  'cat > x.sh <<\'E\'\n#!/bin/sh\ngit "$1" $0\nE\nsh x.sh arg; sh ./x.sh',
  'cat > x.sh <<E\nfrob $((1+1)) \\$1\nE\nbash x.sh arg',
  "echo 'frob a' > x.sh; echo 'git b' >> x.sh; sh x.sh",
  "if git c; then echo 'frob a' > x.sh; else echo 'git b' > x.sh; fi; sh x.sh",
  "false && echo 'frob no' > x.sh; echo 'git yes' | tee x.sh > /dev/null; sh x.sh",
  "for i in 1 2; do printf gi >> x.sh; done; echo t >> x.sh; mv x.sh y.sh; sh y.sh; printf 'fr' > z.sh; printf 'ob' >> z.sh; sh z.sh",
  "cd sub; echo 'frob in' > x.sh; cd ..; echo 'git out' > x.sh; sh sub/x.sh; sh ./x.sh",
  "{ echo 'frob a'; echo 'git b'; } > x.sh; sh x.sh; (echo 'git c') | sh",
  "echo 'X=git' > v.sh; X=frob; . ./v.sh; $X y",
  'echo \'set -- git\' > v.sh; set -- frob; . ./v.sh; "$@" y; . ./v.sh z; "$@" w',
  "echo 'frob y' > y.sh; cp y.sh w.sh; sh w.sh",
  'sh < <(echo frob ps); bash <(printf "git %s\\n" a b); source <(echo "frob so")',
  "echo 'frob \"$1\"' | bash -s -- a b; bash -s x <<< 'git $1'",
  'eval "set -- git push"; "$@"; eval \'f() { frob "$1"; }\'; f z',
  'f() { cat <<< "git $1"; }; f x | sh; g() { sh; }; echo frob y | g',
  "echo 'git a\\nfrob b' | sh; echo -e 'git a\\nfrob b' | sh; printf '%s\\n' 'frob c' 'git d' | sh",
  "trap 'f() { git x; }; f' EXIT; X=frob; trap '$X y' EXIT",
  "shopt -s expand_aliases; alias g='git push'\ng -f",
  'X="frob a"; sh <<E\n$X\n\\$X\nE',
]
const scripts = fc.constantFrom(...SCRIPTS)

const quiet = fc.constantFrom(
  "echo 'git push -f'",
  'cat > notes <<E\ngit push -f\nE',
  "cat > notes <<'E'\n$(frob no)\nE",
  '# frob x',
  'echo "rm -rf /" # git',
  ': frob',
  'test -n "git"',
  "printf '%s' 'frob x'",
)

/** Every fixed form on its own, none left to chance. */
/** What is there before the line says anything, and commands that print nothing. */
const GIVEN = [
  'frob${IFS}-a${IFS}b',
  'frob$IFS-a$IFS/b c',
  'frob "x${IFS}y"',
  'IFS=,; frob${IFS}a',
  'X=$IFS; frob${X}a',
  'frob "${HOME:?}" "${HOME:-x}" ${HOME+y}',
  'fr$(true)ob x$(:)y $(false)',
  'fr$()ob x',
]

export const FIXED: readonly string[] = [...VARIABLES, ...VALUES, ...SCRIPTS, ...GIVEN]

/** Whole scripts, every one ending without a newline. */
export const script: fc.Arbitrary<string> = fc.letrec<{ script: string }>(tie => {
  const inner = tie('script')
  const shaped = fc.oneof(
    fc
      .tuple(inner, inner, fc.constantFrom('\n', ' && ', ' || ', '; ', ' | ', ' |& ', ' & '))
      .map(([a, b, by]) => (by === '\n' ? `${a}\n${b}` : `{ ${a}\n}${by}{ ${b}\n}`)),
    inner.map(s => `( ${s}\n)`),
    inner.map(s => `{ ${s}\n}`),
    fc.tuple(inner, inner).map(([a, b]) => `if ${a}\nthen ${b}\nelse ${b}\nfi`),
    inner.map(s => `for i in 1 2; do ${s}\ndone`),
    fc.tuple(inner, inner).map(([a, b]) => `while ${a}\ndo ${b}\nbreak; done`),
    inner.map(s => `case a in b) ;; a|c) ${s}\n;; esac`),
    inner.map(s => `fn() { ${s}\n}; fn y`),
    inner.map(s => `echo "$( ${s}\n)"`),
    inner.map(s => `cat <( ${s}\n) > /dev/null`),
    inner.map(s => `echo hi > >( ${s}\n)`),
    inner.map(s => `[[ -n $( ${s}\n) ]]`),
    inner.map(s => `V=$( ${s}\n)`),
    inner.map(s => `: $((0$( ${s}\n)))`),
    inner.map(s => `cat > /dev/null <<E\n$( ${s}\n)\nE`),
    inner.map(s => `sh -c ${quoted(s)}`),
    inner.map(s => `bash -ec ${doubleQuoted(s)}`),
    inner.map(s => `bash -x -c ${quoted(s)} zero one`),
    inner.map(s => `eval ${quoted(s)}`),
    inner.map(s => `eval ${doubleQuoted(s)}`),
    inner.map(s => `bash <<'OUTER${s.length}'\n${s}\nOUTER${s.length}`),
    inner.map(s => `bash <<< ${quoted(s)}`),
    inner.map(s => `bash -s <<< ${doubleQuoted(s)}`),
    inner.filter(isEchoable).map(s => `echo ${quoted(s)} | sh`),
    inner.filter(isEchoable).map(s => `printf '%s\\n' ${quoted(s)} | bash`),
    inner.map(s => `cat <<'TEXT${s.length}' | bash\n${s}\nTEXT${s.length}`),
    inner.map(s => `env bash -c ${quoted(s)}`),
    inner.map(s => `find . -maxdepth 0 -exec sh -c ${quoted(s)} \\;`),
    inner.filter(s => !/[`\\]/.test(s)).map(s => `echo \`${s}\n\``),
  )
  return {
    script: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { arbitrary: simple, weight: 4 },
      { arbitrary: wrapped, weight: 4 },
      { arbitrary: variables, weight: 3 },
      { arbitrary: values, weight: 4 },
      { arbitrary: scripts, weight: 3 },
      { arbitrary: quiet, weight: 1 },
      { arbitrary: shaped, weight: 8 },
    ),
  }
}).script
