import { describe, expect, it } from 'vitest'
import type { Run } from '../../../policy/shell/effects.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { wordText } from './show.ts'

function lastRun(command: string): Run {
  const run = evaluateCommand(command).effects.findLast(effect => effect.kind === 'run')
  if (run === undefined) throw new Error('nothing runs')
  return run
}

describe('arguments', () => {
  it.each<readonly [command: string, globals: string, flags: string, words: string]>([
    ['git -C repo push', '-C', '', 'push'],
    ['git -c a.b=c --git-dir x --no-pager -p push -f', '-c --git-dir --no-pager -p', '-f', 'push'],
    ['git --work-tree=x push origin', '--work-tree', '', 'push origin'],
    ['git -C "$X" push', '-C', '', 'push'],
    ['docker --host x rm -f y', '--host', '-f', 'rm y'],
    ['docker -H x --tls container prune', '-H --tls', '', 'container prune'],
    ['kubectl -n prod --context=x delete pod', '-n --context', '', 'delete pod'],
    ['kubectl delete -n prod pod', '', '-n', 'delete pod'],
    ['npm --prefix p publish', '--prefix', '', 'publish'],
    ['pnpm -C p --filter x publish', '-C --filter', '', 'publish'],
    ['npm -g install x', '', '-g', 'install x'],
    ['npm --prefix p -g i x', '--prefix', '-g', 'i x'],
    ['yarn --cwd p publish', '--cwd', '', 'publish'],
    ['rm -rf a -v', '', '-r -f -v', 'a'],
    ['rm --force=x -- -a --b', '', '--force', '-a --b'],
    ['rm --recurs --forc a', '', '--recursive --force', 'a'],
    ['git push --del origin x', '', '--delete', 'push origin x'],
    ['git push --forc', '', '--forc', 'push'],
    ['kill -9 1; kill -15 2', '', '-15', '2'],
    ['ls -1a -n10', '', '-1 -a -n -10', ''],
    ['cat - -', '', '', '- -'],
    ['find . -name x -delete', '', '-name -delete', '.'],
    ['terraform apply -auto-approve=true', '', '-auto-approve', 'apply'],
    ['git commit -m -n', '', '-m', 'commit'],
    ['git commit --mess x --no-ver', '', '--message --no-verify', 'commit'],
    ['git push -o --force o m', '', '-o', 'push o m'],
    ['curl -sXPOST -d @a --req PUT u', '', '-s -X -d --request', 'u'],
    ['docker rm -f x', '', '-f', 'rm x'],
    ['kubectl --context prod delete --grace-period 0 pod x', '--context', '--grace-period', 'delete pod x'],
    ['helm uninstall r --namespace n', '', '--namespace', 'uninstall r'],
    ['terraform -chdir=x apply -var a=b -auto-approve', '', '-chdir -var -auto-approve', 'apply'],
    ['aws s3 rm s3://b --recursive --profile p', '', '--recursive --profile', 's3 rm s3://b'],
    ['gh pr create --title t -b x --base main', '', '--title -b --base', 'pr create'],
    ['gh pr merge -m 3', '', '-m', 'pr merge 3'],
    ['sed -i.bak -e s/a/b/ f', '', '-i -e', 'f'],
    ['grep -rn -e x -A3 d', '', '-r -n -e -A', 'd'],
    ['tar -czf a.tgz -C d .', '', '-c -z -f -C', '.'],
    ['cp -t d --suf x a b', '', '-t --suffix', 'a b'],
    ['psql -h h -c q db', '', '-h -c', 'db'],
    ['C=$(a); git commit -m $C', '', '-m', 'commit ?…'],
    ["git commit -am'no -n here'", '', '-a -m', 'commit'],
    ['git push -of', '', '-o', 'push'],
    ['D=$(a); git -C $D push', '-C', '', '?… push'],
    ['git $X push', '', '', '?… push'],
  ])('%j', (command, globals, flags, words) => {
    const run = lastRun(command)
    expect(run.globals.join(' ')).toBe(globals)
    expect(run.flags.join(' ')).toBe(flags)
    expect(run.words.map(wordText).join(' ')).toBe(words)
  })

  it.each<readonly [command: string, mayHaveMoreFlags: boolean]>([
    ['rm a', false],
    ['rm "$X"', true],
    ['rm $X', true],
    ['rm -- "$X"', false],
    ['rm "a$X"', false],
    ['rm a$X', true],
    ['rm *', true],
    ['rm a*', false],
    ['rm -- *', false],
    ['rm -$X a', true],
    ['rm --x="$X"', false],
    ['rm <(a)', false],
    ['kill $!', false],
    ['git commit -m "$X"', false],
    ['git commit -m"$X"', false],
    ['git commit -m $(a)', true],
    ['for i in a b; do rm $i; done', false],
    ['for i in $X -b; do rm $i; done', true],
    ['for i in a b c d e f -g; do rm $i; done', true],
    ['for i in a b; do rm $i; done', false],
    ['for i in src/*; do rm "$i"; done', false],
    ['find . -exec rm {} +', false],
    ['xargs rm', true],
  ])('%j may have more flags: %j', (command, expected) => {
    expect(lastRun(command).mayHaveMoreFlags).toBe(expected)
  })

  it.each<readonly [command: string, flags: string, words: string]>([
    ['git rebase -x make main', '-x', 'rebase main'],
    ['docker run -v a:b --rm img rm -rf /', '-v --rm', 'run img rm -rf /'],
    ['docker exec -it c rm -rf /', '-i -t', 'exec c rm -rf /'],
    ['ssh -p 22 h -v rm -rf x', '-p -v', 'h rm -rf x'],
    ['find . -exec rm -rf {} + -print', '-exec -print', '.'],
  ])('%j: the flags are its own, not those of what it runs', (command, flags, words) => {
    const run = evaluateCommand(command).effects.find(effect => effect.kind === 'run')
    expect(run?.flags.join(' ')).toBe(flags)
    expect(run?.words.map(wordText).join(' ')).toBe(words)
    expect(run?.mayHaveMoreFlags).toBe(false)
  })

  it('says where a command stands', () => {
    const { effects, markers } = evaluateCommand('a; $(b) c')
    expect(effects.map(effect => effect.at)).toEqual([
      { start: 0, end: 1 },
      { start: 5, end: 6 },
      { start: 3, end: 9 },
    ])
    expect(markers).toEqual([{ kind: 'dynamic-program', at: { start: 3, end: 9 }, source: '$(b) c' }])
  })

  it('stays inside text that breaks off', () => {
    const text = 'frob ${\n\\'
    const ends = evaluateCommand(text).effects.map(effect => effect.at.end)
    expect(Math.max(...ends)).toBeLessThanOrEqual(text.length)
  })

  it('says of code inside text where the text stands', () => {
    const text = "x; sh -c 'a; b'"
    const spans = evaluateCommand(text).effects.map(effect => text.slice(effect.at.start, effect.at.end))
    expect(spans).toEqual(['x', "sh -c 'a; b'", "sh -c 'a; b'", "sh -c 'a; b'"])
  })
})
