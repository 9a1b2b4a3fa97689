import { expect, test } from 'vitest'
import { type StatusFacts, statusText } from '../../hooks/status.ts'
import { policy, reads, rule } from '../policy/rules.ts'

const TOTALS = { denied: 2, asked: 1, observed: 3, redactions: 1, pluginsRefused: 0 }
const AUDIT = { endpoint: 'http://127.0.0.1:4318/v1/traces', state: 'up', sent: 1, queued: 4, dropped: 5 }
const FACTS: StatusFacts = {
  policy: policy(
    [
      rule('a', reads('**/a', /a/), { table: 'git' }),
      rule('b', reads('**/b', /b/), { table: 'git', mode: 'observe' }),
      rule('c', reads('**/c', /c/), { table: 'files' }),
    ],
    { digest: '0123456789abcdef'.repeat(4) },
  ),
  totals: TOTALS,
  seating: 'organisation',
  secrets: { registered: 2, refused: [] },
  audit: AUDIT,
  shell: { aliases: new Map([['g', 'git']]), functions: new Map() },
}

const linesOf = (more: Partial<StatusFacts> = {}): string[] => statusText({ ...FACTS, ...more }).split('\n')

test('what a person reads when all is well', () => {
  expect(linesOf()).toEqual([
    'The seat holds: tier prepend, seated by managed settings.',
    'Policy   acme-standard, digest 0123456789ab, mode enforce, castellan 0.1.0',
    'Rules    3 (git 2, files 1), 1 of them observed only',
    'So far   2 denied, 1 asked, 3 observed, 1 redaction, 0 plugins refused',
    'Secrets  2 registered',
    'Audit    http://127.0.0.1:4318/v1/traces: up, 1 span sent, 4 waiting, 5 dropped',
    'Shell    1 name known',
  ])
})

test('what is kept on the disk is told where the policy keeps anything there', () => {
  const kept = { waiting: 7, unwritten: 2, bytes: 3000, dropped: 3, torn: 1, recovered: 9 }
  expect(linesOf({ audit: { ...AUDIT, kept } })[6]).toBe('Spool    5 kept (3 KiB), 2 not yet written, 4 lost, 9 recovered')
  expect(linesOf({ audit: { ...AUDIT, kept: { ...kept, lastFailure: 'ENOSPC' } } })[6]).toMatch(/; last failure: ENOSPC$/)
})

test.each([
  ['person', 'The seat holds: tier prepend, seated by user settings: advisory: the person can remove it.'],
  ['no-longer', 'The seat holds: tier prepend, in this session; the managed settings, as they read now, do not seat it in the next.'],
  [undefined, 'The seat holds: tier prepend; the managed settings could not be read, so who seats it is not known.'],
] as const)('who seats it: %s', (seating, line) => {
  expect(linesOf({ seating })[0]).toBe(line)
})

test('without the secrets the first line does not say that all is well', () => {
  expect(linesOf({ secrets: undefined })[0]).toBe(
    'The seat holds in part, the secrets could not be loaded: tier prepend, seated by managed settings.',
  )
})

test('secrets that could not be loaded, and values that are none, are told by name', () => {
  expect(linesOf({ secrets: undefined })[4]).toContain('could not be loaded')
  expect(linesOf({ secrets: { registered: 0, refused: ['MODE', 'PORT'] } })[4]).toBe(
    'Secrets  0 registered; not treated as secrets: MODE, PORT',
  )
})

test('sources that could not be loaded are told, whether or not the rest is known', () => {
  const notLoaded = ['the command VAULT exited with 1', '~/a.json line 3 is not json']
  expect(linesOf({ notLoaded })[4]).toBe('Secrets  2 registered; not loaded: the command VAULT exited with 1, ~/a.json line 3 is not json')
  expect(linesOf({ notLoaded, secrets: undefined })[4]).toMatch(/refused until they can; not loaded: the command VAULT exited/)
})

test('audit: off, and its last failure', () => {
  expect(linesOf({ audit: undefined })[5]).toBe('Audit    off in this policy')
  expect(linesOf({ audit: { ...AUDIT, lastFailure: 'ECONNREFUSED' } })[5]).toMatch(/; last failure: ECONNREFUSED$/)
})

test('what the audit lacks is told by name', () => {
  const unset = ['AUDIT_KEY: records have no mac', 'OTLP_AUTH: the header authorization is not sent']
  expect(linesOf({ unset })[6]).toBe('Unset    AUDIT_KEY: records have no mac; OTLP_AUTH: the header authorization is not sent')
})

test('a shell that nothing is known of is told', () => {
  expect(linesOf({ shell: undefined })[6]).toBe(
    'Shell    not started yet: its aliases and functions are not known before the first command',
  )
})
