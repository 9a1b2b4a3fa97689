import { describe, expect, it } from 'vitest'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { namesBehind } from '../../../policy/shell/globbed-program.ts'
import { filesOf, markersOf, runsOf } from './show.ts'

/** The names behind the first word of the line. */
const behind = (line: string, ...names: string[]) => {
  const [run] = evaluateCommand(line).effects
  return run?.kind === 'run' ? namesBehind(run.program.pieces, names) : ['nothing runs']
}

describe('a program given by a pattern', () => {
  it.each(['/bin/r? -rf x', '/bin/[r]m -rf x', '/b*/rm* -rf x', '../bin/?m x', '/bin/[a-z]m x'])('%s may be rm', line =>
    expect(behind(line, 'cat', 'rm')).toEqual(['rm']),
  )

  it.each(['r? x', '/bin/?? x', '/bin/* x', '/bin/[^r]m x', '/bin/$X? x', '/bin/rm?? x', '/bin/cat x', './test*.sh x'])(
    '%s is not about rm',
    line => expect(behind(line, 'rm')).toEqual([]),
  )

  it('does what the program would, and stays untold', () => {
    expect(runsOf('/bin/r? -rf x')).toEqual(['? -rf x', 'rm -rf x'])
    expect(filesOf('/bin/c?t .env')).toEqual(['read .env'])
    expect(runsOf("/bin/ba?h -c 'frob x'")).toEqual(['? -c frob x', 'bash -c frob x', 'bash -c > frob x'])
    expect(markersOf('/bin/[c]at .env')).toEqual(['dynamic-program'])
  })

  it('ends with any pattern', () => {
    for (const line of [`/${'*a'.repeat(500)}`, `/${'[a]'.repeat(70)}`, '/[]', '/[!'])
      expect(evaluateCommand(`${line} x`).effects.length).toBeGreaterThanOrEqual(0)
  })
})
