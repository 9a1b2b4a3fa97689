import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseKit, runKit } from './run-kit.ts'

const CASES = join(import.meta.dirname, 'cases')

/** The names of the tests as their files write them: what the kit has to say something about. */
const written = readdirSync(CASES)
  .filter(name => name.endsWith('.kit.ts'))
  .flatMap(name => [...readFileSync(join(CASES, name), 'utf8').matchAll(/^kitTest\(\s*(['"`])(.*?)\1,/gm)].map(match => match[2] as string))

const run = await runKit()

describe('the built reference policy, in the kit', () => {
  test.each(written)('%s', name => {
    const told = run.tests.filter(one => one.name === name)
    expect(told.length, run.output).toBe(1)
    if (told[0]?.told !== undefined) expect.fail(told[0].told)
  })

  test('nothing else failed', () => {
    expect(run.tests.map(one => one.name).sort()).toEqual([...written].sort())
    expect(run.code, run.output).toBe(0)
  })
})

test('a failure is found with what the kit says of it', () => {
  const output = [
    'tests/a.test.ts:',
    '(pass) one [1.50ms]',
    '(fail) two [2ms]',
    '  AssertionError: no',
    '  ',
    '  Expected: 1',
    '(pass) three',
    '',
    ' 2 pass',
    ' 1 fail',
  ].join('\n')
  expect(parseKit(output)).toEqual([
    { name: 'one', told: undefined },
    { name: 'two', told: '  AssertionError: no\n  Expected: 1\n' },
    { name: 'three', told: undefined },
  ])
})
