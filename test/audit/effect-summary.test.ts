import { describe, expect, test } from 'vitest'
import { effectSummary } from '../../audit/effect-summary.ts'
import type { Facts, PathFact } from '../../policy/facts/facts.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'

const NONE: Facts = {
  subject: 'tool',
  caller: { plugin: 'engine', tier: 'core' },
  agent: 'main',
  paths: [],
  places: { home: ['/home/ann'], project: ['/home/ann/work'] },
}
const path = (spelling: string | undefined, action: PathFact['action'] = 'read', more: Partial<PathFact> = {}): PathFact => ({
  action,
  written: 'written-as-it-was',
  spellings: spelling === undefined ? undefined : ['/first/spelling', spelling],
  ...more,
})

test('nothing to tell is no summary', () => {
  expect(effectSummary(NONE)).toBeUndefined()
})

test.each([
  ['/home/ann/work/a/b.ts', 'project'],
  ['/home/ann/work', 'project'],
  ['/home/ann/workshop', 'home'],
  ['/home/ann/.ssh/id', 'home'],
  ['/tmp/x', 'temporary'],
  ['/etc/passwd', 'system'],
  ['/', 'system'],
  ['/mnt/data', 'elsewhere'],
  [undefined, 'unknown'],
])('%s is %s', (spelling, kind) => {
  expect(effectSummary({ ...NONE, paths: [path(spelling)] })).toEqual({ reads: [kind] })
})

describe('a command', () => {
  const summaryOf = (command: string, more: Partial<Facts> = {}) =>
    effectSummary({ ...NONE, command: evaluateCommand(command), tool: { name: 'Bash', input: { command } }, ...more })

  test('programs by their last segment, each once; one that cannot be told is a question mark', () => {
    expect(summaryOf('/usr/bin/git status; git log | grep x')).toEqual({ programs: ['git', 'grep'] })
    expect(summaryOf('$TOOL now')?.programs).toEqual(['?'])
  })

  test('a name that no program has is none: it may be a secret', () => {
    expect(summaryOf("'a secret, typed here' x")).toEqual({ programs: ['?'] })
  })

  test('at most twenty, the rest counted', () => {
    const many = summaryOf(Array.from({ length: 23 }, (_, n) => `p${n}`).join('; '))
    expect([many?.programs?.length, many?.more]).toEqual([20, 3])
  })

  test('hosts, never what was written', () => {
    const hosts = [{ written: 'https://user:word@example.org/x?token=1', host: 'example.org' }, { written: '$HOST' }]
    expect(effectSummary({ ...NONE, hosts })).toEqual({ hosts: ['example.org', '?'] })
  })

  test('actions apart', () => {
    const paths = [path('/etc/x', 'write'), path('/tmp/y', 'write'), path('/tmp/z', 'delete')]
    expect(effectSummary({ ...NONE, paths })).toEqual({ writes: ['system', 'temporary'], deletes: ['temporary'] })
    expect(effectSummary({ ...NONE, paths: [path('/tmp/z', 'read', { mayLandElsewhere: true })] })).toEqual({ reads: ['unknown'] })
  })

  test('arguments only where they are asked for, masked before they are cut', () => {
    const value = 'zq7-fixture-value'
    const mask = (text: string) => text.replaceAll(value, '‹secret:A›')
    const command = `echo ${'x'.repeat(1970)} ${value}`
    expect(summaryOf(command)?.arguments).toBeUndefined()
    const summary = effectSummary({ ...NONE, tool: { name: 'Bash', input: { command } } }, mask)
    expect(summary?.arguments).toHaveLength(2000)
    expect(summary?.arguments).not.toContain('zq7')
    const failing = () => {
      throw new Error('no')
    }
    expect(effectSummary({ ...NONE, tool: { name: 'Bash', input: { command } } }, failing)).toBeUndefined()
  })
})
