// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
import { describe, expect, it } from 'vitest'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { filesOf, markersOf, patternsOf, runsOf } from './show.ts'

describe('names that one program prints and another takes', () => {
  it.each<readonly [command: string, patterns: readonly string[]]>([
    ['find . -name .env -print0 | xargs -0 cat', ['read ./**/.env']],
    ["find . -name '*.pem' | xargs -n1 cat", ['read ./**/****.pem']],
    ["find src -name '*.ts' | xargs cat", ['read src/**/****.ts']],
    ["find . -name '*.pem' -o -name .env | xargs cat", ['read ./**/****.pem', 'read ./**/.env']],
    ["find . -name x -prune -o -name '*.ts' -print | xargs cat", ['read ./**/x', 'read ./**/****.ts']],
    ['find . -name x -print -o -print | xargs cat', ['read ./**']],
    ['find . -name .env -print -quit | xargs cat', ['read ./**/.env']],
    ['find a ~/b -name .env | xargs cat', ['read a/**/.env', 'read ~/b/**/.env']],
    ["find . -name x -printf '%h' | xargs cat", ['read ?']],
    ['find . -name x -ls | xargs cat', ['read ?']],
    ['find "$D" -name x | xargs cat', ['read ?']],
    ['find . -name .env | xargs -I{} cp {} d', ['read ./**/.env', 'write d/.env']],
    ['find . -name .env | xargs -I{} cat {}.bak', ['read .?.bak']],
    ['find . -name .env | xargs -a list cat', ['read ?']],
    ['find . -name .env | xargs | xargs cat', ['read ?']],
    ['find . -name .env | sort -u | head -n 1 | xargs cat', ['read ./**/.env']],
    ["find . -name .env | tr '\\n' '\\0' | xargs -0 cat", ['read ./**/.env']],
    ['find . -name .env | tr e f | xargs -0 cat', ['read ?']],
    ['find . -name .env | sed s/env/key/ | xargs cat', ['read ?']],
    ['find . -name .env | cat -n | xargs cat', ['read ?']],
    ['find . -name .env | uniq -c | xargs cat', ['read ?']],
    ['find . -name .env 2>/dev/null | xargs cat', ['read ./**/.env']],
    ["cat $(find . -name '.env*')", ['read ./**/.env****']],
    ["cat `find . -name '.env*'`", ['read ./**/.env****']],
    ['cat "$(find . -name .env | head -1)"', ['read ./**/.env']],
    ['cat $(find . -name .env).bak', ['read .?.bak']],
    ['cat a$(find . -name .env)', ['read a./**/.env']],
    ['f=$(find . -name .env); cat $f; cat "$f.bak"', ['read ./**/.env', 'read .?.bak']],
    ['f=($(find . -name .env)); cat "${f[@]}"', ['read ./**/.env']],
    ['mapfile -t f < <(find . -name .env); cat "${f[@]}"', ['read ./**/.env']],
    ['for f in $(find . -name .env); do cat "$f"; done', ['read ./**/.env']],
    ['for f in *.pem a.key; do cat "$f"; done', ['read *.pem', 'read a.key']],
    ['while read f; do cat "$f"; done < <(find . -name .env)', ['read ./**/.env']],
    ['find . -name .env | while IFS= read -r f; do cat "$f"; done', ['read ./**/.env']],
    ['find . -name .env -print0 | while IFS= read -r -d \'\' f; do cat "$f"; done', ['read ./**/.env']],
    ['find . -name .env | while read a b; do cat "$b"; done', ['read ?']],
    ['find . -name .env | { while read f; do :; done; cat "$f"; }', ['read ?']],
    ['while read f; do cat "$f"; done <<< "$(find . -name .env)"', ['read ./**/.env']],
    ['find() { echo x; }; find . -name .env | xargs cat', ['read ?']],
    ['PATH=/x; find . -name .env | xargs cat', ['read ?']],
    ['ls .env* | xargs cat', ['read .env*', 'read *']],
    ['ls -d .env* | xargs cat', ['read .env*']],
    ['ls -la | xargs cat', ['read ?']],
    ['ls -R | xargs cat', ['read ?']],
    ['ls -a | grep env | xargs cat', ['read ./()env()']],
    ['ls ~/.ssh | xargs -I{} cat ~/.ssh/{}', ['read ~/.ssh/~/.ssh', 'read ~/.ssh/*']],
    ['cat $(ls -t | head -1)', ['read *']],
    ['echo .env* | xargs cat', ['read .env*']],
    ["printf '%s\\0' .env* | xargs -0 cat", ['read .env*']],
    ['git ls-files | grep env | xargs cat', ['read ./()env()']],
    ["git ls-files | grep -E '\\.(env|pem)$' | xargs cat", ['read ./().env', 'read ./().pem']],
    ["git ls-files | grep '\\.ts$\\|^src/' | xargs cat", ['read ./().ts', 'read ./src/()']],
    ["git ls-files | grep -E '(a|b)+c' | xargs cat", ['read ./**']],
    ['git ls-files | grep -v env | xargs cat', ['read ./**']],
    ['git ls-files | grep -n env | xargs cat', ['read ?']],
    ['git ls-files -s | xargs cat', ['read ?']],
    ["cat $(git ls-files '*.env')", ['read ().env']],
    ['cat $(git ls-files src)', ['read src', 'read src/**']],
    ['git -C d ls-files | xargs cat', ['read ?']],
    ['find src -type f | grep env | xargs cat', ['read ./()env()']],
    ['find / -type f | grep env | xargs cat', ['read /()env()']],
    ['find ../a -type f | grep env | xargs cat', ['read ../a/**']],
    ["find src -name '*.ts' | grep env | xargs cat", ['read src/**/****.ts']],
    ["fd -H '^\\.env$' | xargs cat", ['read ./**/.env']],
    ['fd -e pem | xargs cat', ['read ./**/*.pem']],
    ["fd -g '*.pem' src -x cat", ['read src/**/****.pem']],
    ['fd -H env -x cat {}', ['read ./**/****env()']],
    ['find . -name .env | parallel cat', ['read ./**/.env']],
    ['find . -name .env | tar czf a -T -', ['read ./**/.env']],
    ['find . -name .env | cpio -o', ['read ./**/.env']],
    ['find . -name .env | zip a -@', ['read ./**/.env']],
    ['tar czf a -T list', ['read ?']],
    ['rsync -a --files-from=list . h:x', ['read ?']],
  ])('%s', (command, patterns) => {
    const found = [...patternsOf(command), ...filesOf(command).filter(file => file === 'read src')]
    expect(found.filter(file => !/^read \.\/\*\*$/.test(file) || patterns.includes(file)).sort()).toEqual([...patterns].sort())
  })

  it('tells what a list that the line itself writes holds', () => {
    expect(filesOf('echo .env | tar czf a -T -')).toEqual(['write a', 'read .env'])
  })

  it('takes a name for no option where it begins with a folder and is not split', () => {
    const isOpen = (command: string) =>
      evaluateCommand(command).effects.some(effect => effect.kind === 'run' && effect.name === 'rm' && effect.mayHaveMoreFlags)
    expect(isOpen('find . -name x | xargs rm')).toBe(true)
    expect(isOpen('rm $(find . -name x)')).toBe(true)
    expect(isOpen('ls | xargs rm')).toBe(true)
    expect(isOpen('find . -name x | while read f; do rm $f; done')).toBe(true)
    expect(isOpen('find . -name x | while read f; do rm "$f"; done')).toBe(false)
    expect(isOpen('find . -name x | xargs -I{} rm {}')).toBe(false)
  })

  it('knows what parallel runs with words of its own', () => {
    expect(runsOf('parallel echo ::: a b').slice(1)).toEqual(['parallel > echo a', 'parallel > echo b'])
    expect(markersOf('parallel echo ::: a b')).toEqual([])
    expect(markersOf("parallel 'echo {}' ::: a b")).toEqual(['dynamic-script'])
    expect(markersOf('parallel {} ::: a').concat(runsOf('parallel {} ::: a'))).toEqual(['parallel {} ::: a', 'parallel > a'])
  })
})
