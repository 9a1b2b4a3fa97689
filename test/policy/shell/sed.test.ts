import { describe, expect, it } from 'vitest'
import { readSed } from '../../../policy/shell/sed-script.ts'
import { filesOf, markersOf, runsOf } from './show.ts'

const inside = (command: string) => runsOf(command).filter(run => run.startsWith('sed e > '))

describe('sed', () => {
  it.each([
    ["sed -n '2e exec bash' f", ['sed e > exec bash', 'sed e > exec > bash'], []],
    ["sed '1e frob x; y' f", ['sed e > frob x', 'sed e > y'], []],
    ["sed -e p -e '$!{e frob' -e '}' f", ['sed e > frob'], []],
    ["sed 's/a/frob x/e' f", ['sed e > frob x'], ['dynamic-script']],
    ["sed 's|[|]|frob \\/x|2e' f", ['sed e > frob /x'], ['dynamic-script']],
    ['sed e f', [], ['dynamic-script']],
    ["sed '/x/,/y/e frob' f", ['sed e > frob'], []],
    ["sed '\\,x,e frob' f", ['sed e > frob'], []],
    ["sed 'a text\\\ne no\ne frob' f", ['sed e > frob'], []],
    ["sed 'y/abc/xyz/;e frob' f", ['sed e > frob'], []],
    ["sed ':a;s/x/y/;ta;e frob' f", ['sed e > frob'], []],
  ])('%s', (command, runs, markers) => {
    expect([inside(command), markersOf(command)]).toEqual([runs, markers])
  })

  it.each([
    "sed 's/e frob/x/' f",
    "sed -n '/e frob/p' f",
    "sed 's/a/e/g;s/b/e frob/' f",
    "sed 'i e frob' f",
    "sed '# e frob' f",
    "sed -n '1,40p' f",
    "sed 's/[/e]/x/' f",
    "sed --sandbox '1e frob' f",
    "sed 'y/abc/efg/' f",
    "sed 'be' f",
    'sed "s/x/$Y/" f',
    "sed -i '' 's/a/b/' e",
    "sed 's/we/wee/g; /e/d' f",
    "sed -i.bak 's#/e w#/w e#' f",
    "sed 's/[/]e/x/2g' f",
    'sed "s/VERSION/$V/" f',
    "sed '/^e/,$d;y/e/w/;$!N' f",
    "sed '1i\\\ne rm' f",
  ])('%s runs nothing', command => expect([inside(command), markersOf(command)]).toEqual([[], []]))

  it('reads and writes the files that its script names', () => {
    expect(filesOf("sed -n '/x/w out.txt' f; sed 's/a/b/w copy' g; sed '1r head' h")).toEqual([
      'write out.txt',
      'read f',
      'write copy',
      'read g',
      'read head',
      'read h',
    ])
  })

  it('takes on no more text than is worth it, and ends with every script', () => {
    expect(readSed('s/a/b/;'.repeat(2000))).toBeUndefined()
    for (const script of ['s', 's/', 's/a', 's/[', '\\', '/', 'e', 'w', 'y//', 'a\\', ':', 's/a/b/w', '['.repeat(8000)])
      expect(readSed(script)).toBeDefined()
  })
})
