import { describe, expect, it } from 'vitest'
import type { Condition, RunCheck } from '../../../policy/compile/compiled.ts'
import { decide, indexPolicy } from '../../../policy/decide/decide.ts'
import { foundText, MAX_FOUND } from '../../../policy/decide/found-text.ts'
import { refusalText } from '../../../policy/decide/refusal-text.ts'
import { ENGINE, type Facts } from '../../../policy/facts/facts.ts'
import type { Effect } from '../../../policy/shell/effects.ts'
import { policy, reads, rule } from '../rules.ts'
import { evaluation, marker, open, run } from '../words.ts'

const base: Facts = { subject: 'tool', caller: ENGINE, agent: 'main', paths: [], places: { home: [], project: ['/w'] } }
const bash = (effects: readonly Effect[], more: Partial<Facts> = {}): Facts => ({ ...base, command: evaluation(effects), ...more })
const FLAGS: RunCheck = {
  check: 'all-flags',
  groups: [
    ['-r', '--recursive'],
    ['-f', '--force'],
  ],
}
const rm: Condition = { kind: 'run', program: { equals: 'rm' }, checks: [FLAGS] }

describe('what a reason names', () => {
  it('is the chain down to the program, with the subcommand and the flags that the rule names', () => {
    const found = run('rm', ['/data'], { flags: ['-r', '-f', '-v'], via: ['sudo', 'env', 'bash -c'] })
    expect(foundText(rm, bash([run('rm', []), found]))).toBe('sudo > env > bash -c > rm -r -f /data')
    const push: Condition = { kind: 'run', program: { equals: 'git' }, subcommand: [['gc'], ['push']], checks: [] }
    expect(foundText(push, bash([run('git', ['push', 'https://user:hunter2@x'])]))).toBe('git push')
    expect(foundText(rm, bash([run(undefined, ['hunter2'])]))).toBe('a program that cannot be told')
  })

  it('is a path that the rule has for certain, a host, a tool, and nothing else of the call', () => {
    const env = reads('**/.env', /\/\.env$/)
    expect(foundText(env, { ...base, paths: [{ action: 'read', written: 'x', spellings: ['/w/x', '/w/.env'] }] })).toBe('/w/.env')
    expect(foundText(env, { ...base, paths: [{ action: 'read', written: 'hunter2$X', spellings: undefined }] })).toBe(
      'something castellan cannot tell',
    )
    expect(foundText(env, { ...base, command: evaluation([], [marker('stdin-script', 'hunter2')]) })).toBe(
      'something castellan cannot tell',
    )
    const host: Condition = { kind: 'connect', hosts: [{ equals: 'x.example' }], not: [] }
    expect(foundText(host, { ...base, hosts: [{ written: 'https://hunter2@x.example', host: 'x.example' }] })).toBe('x.example')
    expect(foundText({ kind: 'any', of: [rm, env, { kind: 'mcp', args: [] }] }, { ...base, mcp: { server: 's', tool: 't' } })).toBe('s t')
  })

  it('names of the words those alone that are spelled like paths', () => {
    const words = ['/data', '~/old', '*', './build/*', 'hunter2', 'https://u:hunter2@x', '/a=hunter2', open('/tmp/'), '/x', '/y']
    expect(foundText(rm, bash([run('rm', words, { flags: ['-r', '-f'] })]))).toBe('rm -r -f /data ~/old ./build/*')
  })

  it('names no flag that only the call names: a password may be read as flags', () => {
    const mysql: Condition = { kind: 'run', program: { equals: 'mysql' }, checks: [{ check: 'any-flag', flags: ['-e'] }] }
    expect(foundText(mysql, bash([run('mysql', [open()], { flags: ['-p', '-h', '-u', '-e'] })]))).toBe('mysql -e')
  })

  it('is cut on one line', () => {
    const deep = run('rm', [], { flags: ['-r', '-f'], via: Array.from({ length: 60 }, () => 'a\nb') })
    expect(foundText(rm, bash([deep]))).toMatch(/^a b > a b > .*…$/)
    expect(foundText(rm, bash([deep])).length).toBe(MAX_FOUND)
  })

  it('stands in reason and instead, in the decision and in the refusal', () => {
    const said = rule('r', rm, { reason: 'You ran {found}.', instead: 'Not {found}, and not {found}.' })
    const decision = decide(indexPolicy(policy([said])), bash([run('rm', ['$& hunter2'], { flags: ['-r', '-f'], via: ['sudo'] })]))
    expect(refusalText(decision, 'p')).toBe(
      'castellan (p): You ran sudo > rm -r -f. Instead: Not sudo > rm -r -f, and not sudo > rm -r -f. [r]'.replace(': Not', ': not'),
    )
  })
})
