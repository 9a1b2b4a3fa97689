import { describe, expect, it } from 'vitest'
import type { RunCheck } from '../../../policy/compile/compiled.ts'
import { matchRun } from '../../../policy/decide/match-run.ts'
import type { Run } from '../../../policy/shell/effects.ts'
import { reasons } from '../truth.ts'
import { open, run, text } from '../words.ts'

const said = (check: RunCheck, more: Partial<Run>) => reasons(matchRun({ kind: 'run', checks: [check] }, run('x', [], more)))

describe('what stands around a program', () => {
  it('is the environment that the line sets for it', () => {
    const env = [
      { name: 'A', value: text('0') },
      { name: 'A', value: text('1') },
      { name: 'B', value: open('v') },
    ]
    expect(said({ check: 'env', name: 'A' }, { env })).toBe('yes')
    expect(said({ check: 'env', name: 'C' }, { env })).toBe('no')
    expect(said({ check: 'env', name: 'A' }, {})).toBe('no')
    expect(said({ check: 'env', name: 'A', is: { equals: '1' } }, { env })).toBe('yes')
    expect(said({ check: 'env', name: 'A', is: { equals: '0' } }, { env })).toBe('no')
    expect(said({ check: 'env', name: 'B', is: { equals: 'v1' } }, { env })).toBe('argument')
    expect(said({ check: 'env', name: 'B', is: { contains: 'v' } }, { env })).toBe('yes')
  })

  it('is the chain it came through, by program or by whole name', () => {
    const via = ['sudo', 'bash -c']
    for (const name of ['sudo', 'bash -c', 'bash']) expect(said({ check: 'via', is: { equals: name } }, { via })).toBe('yes')
    for (const name of ['-c', 'sh', 'x']) expect(said({ check: 'via', is: { equals: name } }, { via })).toBe('no')
    expect(said({ check: 'via', is: { oneOf: ['ssh', 'sudo'] } }, { via })).toBe('yes')
  })

  it('is where it runs', () => {
    expect(said({ check: 'remote', is: true }, { isRemote: true })).toBe('yes')
    expect(said({ check: 'remote', is: true }, {})).toBe('no')
    expect(said({ check: 'remote', is: false }, {})).toBe('yes')
    expect(said({ check: 'remote', is: false }, { isRemote: true })).toBe('no')
  })

  it('is the code it is handed', () => {
    const code = { language: 'python', text: text('import shutil; shutil.rmtree("x")') }
    const rmtree = { contains: 'rmtree' }
    expect(said({ check: 'code', language: { equals: 'python' }, text: rmtree }, { code })).toBe('yes')
    expect(said({ check: 'code', language: { equals: 'perl' }, text: rmtree }, { code })).toBe('no')
    expect(said({ check: 'code', text: { contains: 'unlink' } }, { code })).toBe('no')
    expect(said({ check: 'code', language: { equals: 'python' } }, {})).toBe('no')
    expect(said({ check: 'code', text: rmtree }, { code: { language: 'python', text: open() } })).toBe('argument')
    expect(said({ check: 'code', text: rmtree }, { code: { language: 'python', text: open('rmtree(') } })).toBe('yes')
  })

  it('is for certain what is known of it, whatever stands in its gaps', () => {
    const fits = (regex: RegExp, start: string) =>
      said({ check: 'code', text: { regex, source: '' } }, { code: { language: 'sql', text: open(start) } })
    expect(fits(/^drop table/i, 'DROP TABLE ')).toBe('yes')
    expect(fits(/^drop table users/i, 'DROP TABLE ')).toBe('argument')
    expect(fits(/^drop table$/i, 'DROP TABLE')).toBe('argument')
    expect(fits(/^select/i, 'DROP TABLE ')).toBe('argument')
    expect(said({ check: 'code', text: { equals: 'x' } }, { code: { language: 'sql', text: open('x') } })).toBe('argument')
  })
})
