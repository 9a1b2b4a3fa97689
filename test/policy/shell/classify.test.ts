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
    ['kubectl delete -n prod pod', '', '-n', 'delete prod pod'],
    ['npm --prefix p publish', '--prefix', '', 'publish'],
    ['pnpm -C p --filter x publish', '-C --filter', '', 'publish'],
    ['yarn --cwd p publish', '--cwd', '', 'publish'],
    ['rm -rf a -v', '', '-r -f -v', 'a'],
    ['rm --force=x -- -a --b', '', '--force', '-a --b'],
    ['rm --recurs --forc a', '', '--recursive --force', 'a'],
    ['git push --del origin x', '', '--delete', 'push origin x'],
    ['git push --forc', '', '--forc', 'push'],
    ['kill -9 1; kill -15 2', '', '-15', '2'],
    ['ls -1a -n10', '', '-1 -a -n -10', ''],
    ['cat - -', '', '', '- -'],
    ['find . -name x -delete', '', '-name -delete', '. x'],
    ['terraform apply -auto-approve=true', '', '-auto-approve', 'apply'],
    ['git commit -m -n', '', '-m', 'commit -n'],
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
    ['git commit -m $(a)', true],
    ['for i in a b; do rm $i; done', false],
    ['for i in a -b; do rm $i; done', true],
    ['for i in src/*; do rm "$i"; done', false],
    ['find . -exec rm {} +', false],
    ['xargs rm', true],
  ])('%j may have more flags: %j', (command, expected) => {
    expect(lastRun(command).mayHaveMoreFlags).toBe(expected)
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
