import { describe, expect, it } from 'vitest'
import type { Matcher } from '../../../policy/compile/compiled.ts'
import { matchOption } from '../../../policy/decide/match-option.ts'
import type { Word } from '../../../policy/shell/effects.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { shown } from '../truth.ts'
import { open, run, text } from '../words.ts'

const DELETE: Matcher = { equals: 'DELETE' }
const given = (line: string, flags: readonly string[] = ['-X', '--request'], is = DELETE) => {
  const [found] = evaluateCommand(line).effects
  return found?.kind === 'run' ? shown(matchOption({ check: 'option', flags, is }, found)) : 'nothing runs'
}
const held = (args: readonly Word[], mayHaveMoreFlags = false) =>
  shown(matchOption({ check: 'option', flags: ['-X', '--request'], is: DELETE }, run('curl', [], { args, mayHaveMoreFlags })))

describe('an option with a value', () => {
  it.each([
    'curl -X DELETE h',
    'curl -XDELETE h',
    'curl -sXDELETE h',
    'curl -sX DELETE h',
    'curl --request DELETE h',
    'curl --request=DELETE h',
    'curl --req DELETE h',
    'curl h -X "DEL"ETE',
    'curl -X GET -X DELETE h',
  ])('%s has it', line => expect(given(line)).toBe('yes'))

  it.each([
    'curl -X POST h',
    'curl DELETE h',
    'curl h -X',
    'curl --request= DELETE h',
    'curl -x DELETE h',
    'curl -- -X DELETE',
    'curl --requested DELETE h',
    'curl --r DELETE h',
  ])('%s has not', line => expect(given(line)).toBe('no'))

  it('is found among the options before the subcommand, and where a word is one dash and a name', () => {
    expect(given('git -c core.hooksPath=/x commit', ['-c'], { equals: 'core.hooksPath=/x' })).toBe('yes')
    expect(given('terraform apply -target=a.b', ['-target'], { equals: 'a.b' })).toBe('yes')
    expect(given('terraform apply -target a.b', ['-target'], { equals: 'a.b' })).toBe('yes')
  })

  it('may be there where the line does not tell its value, or all its options', () => {
    expect(held([text('-X'), open()])).toBe('maybe')
    expect(held([open('-XDEL')])).toBe('maybe')
    expect(held([open('-XPO')])).toBe('no')
    expect(held([open('--request=')])).toBe('maybe')
    expect(held([text('-v')], true)).toBe('maybe')
    expect(held([text('-X'), text('DELETE')], true)).toBe('yes')
  })
})
