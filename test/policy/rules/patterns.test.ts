import { expect, it } from 'vitest'
import { decide, indexPolicy } from '../../../policy/decide/decide.ts'
import { boundPaths } from '../../../policy/facts/bound-paths.ts'
import { pathsOfCommand } from '../../../policy/facts/command-facts.ts'
import { pathsToResolve, withResolved } from '../../../policy/facts/draft.ts'
import { ENGINE } from '../../../policy/facts/facts.ts'
import type { FileEffect } from '../../../policy/shell/effects.ts'
import { piecesOf } from '../pieces.ts'
import { evaluation, file, marker } from '../words.ts'
import { reference } from './reference.ts'

if (!reference.ok) throw new Error('the reference policy does not compile')
const indexed = indexPolicy(reference.policy)
const places = { home: ['/home/person'], project: ['/srv/project'] }

/** What the reference policy says of a line with this one effect on a file. `$X` in the path is unknown. */
const judge = (kind: FileEffect['kind'], path: string, more: Partial<FileEffect> = {}) => {
  const pieces = piecesOf(path)
  const isKnown = pieces.every(piece => piece.kind === 'text')
  const command = evaluation([{ ...file(kind, path), ...(isKnown ? {} : { pattern: pieces }), ...more }])
  const paths = boundPaths(pathsOfCommand(command, '/srv/project', places.home))
  const draft = { subject: 'tool', caller: ENGINE, agent: 'main', tool: { name: 'Bash', input: {} }, paths, command, places } as const
  return decide(indexed, withResolved(draft, new Map(pathsToResolve(draft).map(one => [one, one]))))
}

it.each([
  ['read', '.env*'],
  ['read', '.e*'],
  ['read', '.env.$X'],
  ['read', '$X/.env'],
  ['read', 'certs/server.p*'],
  ['read', '*.pem'],
  ['read', '~/.ssh/*'],
  ['read', '~/.aws/cred*'],
  ['read', '~/.aws/$X'],
  ['delete', '~/.cl*'],
  ['delete', '/etc/*'],
  ['write', '.claude/settings.*'],
] as const)('the shipped tables deny: %s %s', (kind, path) => {
  expect(judge(kind, path).verdict).toBe('deny')
})

it.each([
  ['read', 'src/*'],
  ['read', '*'],
  ['read', '*.json'],
  ['read', 'lock*.txt'],
  ['read', 'src/**/*.ts'],
  ['read', '$X'],
  ['read', '$X/src/*.ts'],
  ['read', 'logs/$X.log'],
  ['write', '$X'],
  ['write', 'out/$X.json'],
  ['delete', '$X'],
  ['delete', 'build/*'],
  ['delete', '/tmp/$X/*'],
  ['delete', 'dist/*.map'],
  ['read', '/etc/*release'],
] as const)('the shipped tables keep quiet about: %s %s', (kind, path) => {
  expect(judge(kind, path).spoken.map(one => one.rule)).toEqual([])
})

it('the shipped tables ask about what code in another language would do', () => {
  expect(judge('read', '.env', { certainty: 'may' })).toMatchObject({
    verdict: 'ask',
    spoken: [{ rule: 'secret.env-file', unknown: ['code'] }],
  })
  expect(judge('delete', '~', { certainty: 'may' }).verdict).toBe('ask')
  expect(judge('read', 'notes.md', { certainty: 'may' }).verdict).toBe('none')
})

it('the shipped tables ask about a script that nobody has read', () => {
  const command = evaluation([], [marker('stdin-script')])
  expect(
    decide(indexed, { subject: 'tool', caller: ENGINE, agent: 'main', tool: { name: 'Bash', input: {} }, paths: [], command, places })
      .verdict,
  ).toBe('ask')
})
