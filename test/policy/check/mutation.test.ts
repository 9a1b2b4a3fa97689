import { describe, expect, it } from 'vitest'
import { evaluateOnce } from '../../../policy/check/evaluate-once.ts'
import { mutantsOf } from '../../../policy/check/mutants.ts'
import { mutateRules } from '../../../policy/check/mutation.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { compile, HEAD, tableOf } from '../compile/policy.ts'
import { reference } from '../rules/reference.ts'

const table = (when: string, fires: string[], silent: string[], more = ''): string =>
  tableOf(when).replace('fires: [a], silent: [b]', `fires: ${JSON.stringify(fires)}, silent: ${JSON.stringify(silent)}`) + more

const compiled = (text: string) => {
  const result = compile(HEAD, text)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result
}
const survivors = (text: string, options = {}): string[] => {
  const { policy, tests } = compiled(text)
  return mutateRules(policy, tests, evaluateCommand, options).survivors.map(one => `${one.change} ${one.dropped}`)
}
const droppedFrom = (when: string): string[] =>
  mutantsOf(compiled(tableOf(when)).policy.rules[0]?.when as never).map(one => `${one.change} ${one.dropped}`)

const PUSH = '{ run: { program: git, subcommand: push, any-flag: [-f, --force] } }'

describe('mutateRules', () => {
  it('finds nothing where each part has the test that needs it', () => {
    expect(survivors(table(PUSH, ['git push -f'], ['git push', 'git fetch -f', 'hg push -f']))).toEqual([])
  })

  it.each([
    ['the program', ['git push', 'git fetch -f'], 'wider the program git'],
    ['the subcommand', ['git push', 'hg push -f'], 'wider the subcommand push'],
    ['the flags', ['git fetch -f', 'hg push -f'], 'wider any-flag -f, --force'],
  ])('without the near miss for %s, that part survives', (_, silent, dropped) => {
    expect(survivors(table(PUSH, ['git push -f'], silent))).toEqual([dropped])
  })

  it('a branch of an any, a check inside one, and one of all-flags', () => {
    const when = '{ run: { program: tool, any: [ { any-flag: -f, operand: x }, { operand: y } ] } }'
    const silent = ['tool -- z', 'hg -f x', 'tool x', 'tool -f']
    expect(survivors(table(when, ['tool -f x', 'tool y'], silent))).toEqual([])
    expect(survivors(table(when, ['tool -f x'], silent))).toEqual(['narrower the branch operand y'])
    expect(survivors(table(when, ['tool -f x', 'tool y'], silent.slice(0, 3)))).toEqual(['wider operand x'])
    const both = '{ run: { program: rm, all-flags: [ -r, -f ] } }'
    expect(survivors(table(both, ['rm -rf x'], ['rm -r x', 'ls -rf']))).toEqual(['wider the flags -r'])
  })

  it('exceptions to paths, and each glob only when asked', () => {
    const when = '{ read: { glob: ["**/a", "**/b"], not: ["**/x/a"] } }'
    expect(survivors(table(when, ['cat a'], ['cat x/a']))).toEqual([])
    expect(survivors(table(when, ['cat a'], ['cat c']))).toEqual(['wider the exception **/x/a'])
    expect(survivors(table(when, ['cat a'], ['cat x/a']), { isEveryName: true })).toEqual(['narrower the glob **/b'])
  })

  it('callers, agents, arguments, branches and what stands under a not', () => {
    expect(droppedFrom('{ tool: { name: [A, B], args: { x: 1 } }, agent: sub }')).toEqual([
      'wider tool A or B, x 1',
      'wider agent sub',
      'narrower the name A of several',
      'narrower the name B of several',
      'wider the argument x 1',
    ])
    expect(droppedFrom('{ mcp: { server: s, tool: t }, caller: { plugin: p, tier: user } }')).toEqual([
      'wider mcp server s, tool t',
      'wider caller plugin p, tier user',
      'wider the server s',
      'wider the tool t',
      'wider the plugin p',
      'wider the tier user',
    ])
    expect(droppedFrom('{ any: [ { tool: A }, { not: { run: { program: git, operand: x } } } ] }')).toEqual([
      'narrower the branch tool A',
      'narrower the branch not (run git, operand x)',
      'narrower the program git',
      'narrower operand x',
    ])
  })

  it('names the place after which the missing test would stand', () => {
    const { policy, tests } = compiled(table(PUSH, ['git push -f'], ['git push', 'git fetch -f']))
    const last = tests.findLast(one => one.expect === 'silent')
    expect(mutateRules(policy, tests, evaluateCommand).survivors).toMatchObject([
      { rule: 't.rule', at: { file: 'rules/0.yaml', line: last?.line, column: last?.column } },
    ])
  })

  it('leaves a rule alone whose own tests fail', () => {
    const { policy, tests } = compiled(table(PUSH, ['git push'], ['ls']))
    expect(mutateRules(policy, tests, evaluateCommand)).toEqual({ tried: 0, survivors: [], skipped: ['t.rule'] })
  })

  it('counts a rule that no test makes fire as unproven', () => {
    const { policy } = compiled(table(PUSH, ['git push -f'], ['ls']))
    const silent = compiled(table(PUSH, ['git push -f'], ['ls'])).tests.filter(one => one.expect === 'silent')
    expect(mutateRules(policy, silent, evaluateCommand).survivors[0]).toMatchObject({ change: 'off', dropped: 'the rule itself' })
  })

  it('judges each command of the shipped tables once', () => {
    if (!reference.ok) throw new Error('the reference policy does not compile')
    const asked: string[] = []
    const counting = evaluateOnce(line => {
      asked.push(line)
      return evaluateCommand(line)
    })
    const { tried } = mutateRules(reference.policy, reference.tests, counting)
    expect(tried).toBeGreaterThan(reference.policy.rules.length * 3)
    expect(asked.length).toBe(new Set(asked).size)
  })
})
