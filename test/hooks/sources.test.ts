import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Doors, Ran } from '../../hooks/doors.ts'
import { GUARD_FAILED } from '../../hooks/guard-failed.ts'
import { REST_MS } from '../../hooks/secret-command.ts'
import { createRedactor } from '../../redact/redactor.ts'
import { fakeDoors, HOME, PROJECT } from './doors.ts'
import { secretsFrom } from './secrets-from.ts'

const VALUE = 'zq7-fixture-value-1'
const OTHER = 'zq7-fixture-value-2'

/** Doors to a disk of these files, by absolute path. */
const doorsTo = (files: Record<string, string>, more: Partial<Doors> = {}) =>
  fakeDoors(
    { files },
    {
      stat: async path => {
        if (files[path] === undefined) throw new Error(`$.fs.stat: ${path} failed: ENOENT`)
        return { kind: 'file', mtimeMs: 0, size: files[path].length }
      },
      ...more,
    },
  )

describe('files', () => {
  test('in the home directory, in the project, anywhere; by their format, under the names of their keys', async () => {
    const doors = doorsTo({
      [`${HOME}/.acme/config.json`]: `{"auth": {"token": "${VALUE}", "user": "not-a-secret-user"}}`,
      [`${PROJECT}/deploy/prod.yaml`]: `db:\n  password: ${OTHER}`,
      '/etc/acme/key': 'zq7-the-raw-value\n',
    })
    const secrets = secretsFrom({
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the policy's own spelling
      file: [{ path: '~/.acme/config.json', name: 'acme' }, { path: '${project}/deploy/prod.yaml' }, { path: '/etc/acme/key' }],
    })
    const { redactor } = await secrets(doors)
    expect(redactor.names).toEqual(['acme.auth.token', 'db.password', 'key'])
    expect(redactor.text(`not-a-secret-user ${VALUE} zq7-the-raw-value`).text).toBe(
      'not-a-secret-user ‹secret:acme.auth.token› ‹secret:key›',
    )
    expect(secrets.failures()).toEqual([])
  })

  test('one that is not there is nothing to tell, and found when it comes to be', async () => {
    const files: Record<string, string> = {}
    const secrets = secretsFrom({ file: { path: '~/.acme.json' } })
    const doors = doorsTo(files)
    expect((await secrets(doors)).redactor.names).toEqual([])
    expect([secrets.failures(), doors.logged]).toEqual([[], []])
    files[`${HOME}/.acme.json`] = `{"token": "${VALUE}"}`
    expect((await secrets.refresh(doorsTo(files), 'Read')).redactor.names).toEqual(['token'])
  })

  test('one that cannot be read is told by name once, and is read when it can be', async () => {
    let isClosed = true
    const files = { [`${HOME}/.acme.json`]: `{"token": "${VALUE}"}`, [`${HOME}/b`]: OTHER }
    const open = doorsTo(files)
    const readText: Doors['readText'] = path =>
      isClosed && path.endsWith('.json') ? Promise.reject(new Error('EACCES')) : open.readText(path)
    const doors = doorsTo(files, { readText })
    const secrets = secretsFrom({ file: [{ path: '~/.acme.json' }, { path: '~/b' }] })
    expect((await secrets(doors)).redactor.names).toEqual(['b'])
    await secrets.refresh(doors, 'Bash')
    expect(secrets.failures()).toEqual(['~/.acme.json could not be read'])
    expect(doors.logged).toEqual(['castellan: ~/.acme.json could not be read'])
    isClosed = false
    expect((await secrets.refresh(doors, 'Bash')).redactor.names).toEqual(['b', 'token'])
    expect(secrets.failures()).toEqual([])
  })

  test('one that is broken is told by its line, without a value, and what can be read of it counts', async () => {
    const doors = doorsTo({ [`${HOME}/.acme.json`]: `{\n"token": "${VALUE}",\n"password": ${OTHER}"\n}` })
    const secrets = secretsFrom({ file: { path: '~/.acme.json' } })
    expect((await secrets(doors)).redactor.text(VALUE).text).toBe('‹secret:token›')
    expect(secrets.failures()).toEqual(['~/.acme.json line 3 is not json: what else could be read counts'])
    expect(doors.logged.join()).not.toContain('zq7')
  })

  test('keys that nothing fits are told', async () => {
    const secrets = secretsFrom({ file: { path: '~/.acme.json', keys: ['tokne'] } })
    await secrets(doorsTo({ [`${HOME}/.acme.json`]: `{"token": "${VALUE}"}` }))
    expect(secrets.failures()).toEqual(['~/.acme.json holds none of what is asked for'])
  })
})

const ran = (stdout: string, more: Partial<Ran> = {}): Ran => ({ exitCode: 0, stdout, isStdoutTruncated: false, ...more })

describe('commands', () => {
  beforeEach(() => vi.useFakeTimers({ now: 1_700_000_000_000 }))
  afterEach(() => vi.useRealTimers())

  const command = [
    { name: 'VAULT', argv: ['/usr/bin/vault'] },
    { name: 'kv', argv: ['/usr/bin/kv'], format: 'json' as const, keys: ['data.*'] },
  ]

  test('what one prints is a value, or holds some; each runs once', async () => {
    const doors = doorsTo(
      {},
      { secretCommand: async i => ran(i === 0 ? `${VALUE}\n` : `{"data": {"pw": "${OTHER}"}, "id": "zq7-not-asked-for"}`) },
    )
    const secrets = secretsFrom({ command })
    const { redactor } = await secrets(doors)
    expect(redactor.text(`${VALUE} ${OTHER} zq7-not-asked-for`).text).toBe('‹secret:VAULT› ‹secret:kv.data.pw› zq7-not-asked-for')
    vi.advanceTimersByTime(10 * REST_MS)
    await secrets.refresh(doors, 'Bash')
    expect(doors.asked.filter(asked => asked === 'secretCommand')).toHaveLength(2)
  })

  test.each<[string, () => Promise<Ran>, string]>([
    ['does not start, or hangs', () => Promise.reject(new Error(`spawn ${VALUE}`)), 'could not be started, or was not done after 5 s'],
    ['fails', async () => ran(VALUE, { exitCode: 2 }), 'exited with 2'],
    ['prints nothing', async () => ran(' \n'), 'printed nothing'],
    ['prints without end', async () => ran(VALUE, { isStdoutTruncated: true }), 'printed more than castellan reads'],
  ])('one that %s is told by name, never with what it printed, and the others are loaded', async (_, run, told) => {
    const doors = doorsTo({ [`${HOME}/k`]: OTHER }, { secretCommand: run })
    const secrets = secretsFrom({ command: { name: 'VAULT', argv: ['/usr/bin/vault'] }, file: { path: '~/k' } })
    expect((await secrets(doors)).redactor.names).toEqual(['k'])
    expect(secrets.failures()).toEqual([`the command VAULT ${told}`])
    expect(doors.logged).toEqual([`castellan: the command VAULT ${told}`])
  })

  test('one that failed is left alone for a while, and then run again', async () => {
    let isLocked = true
    const doors = doorsTo({}, { secretCommand: async () => (isLocked ? ran('', { exitCode: 1 }) : ran(VALUE)) })
    const secrets = secretsFrom({ command: { name: 'VAULT', argv: ['/usr/bin/vault'] } })
    await secrets(doors)
    isLocked = false
    expect((await secrets.refresh(doors, 'Bash')).redactor.names).toEqual([])
    vi.advanceTimersByTime(REST_MS + 1)
    expect((await secrets.refresh(doors, 'Bash')).redactor.names).toEqual(['VAULT'])
    expect(secrets.failures()).toEqual([])
  })

  test('while a required one has not been loaded, whoever asks is refused; once it was, its failures are told and no more', async () => {
    let isLocked = true
    const doors = doorsTo({ [`${HOME}/k`]: OTHER }, { secretCommand: async () => (isLocked ? ran('', { exitCode: 1 }) : ran(VALUE)) })
    const secrets = secretsFrom({
      command: { name: 'VAULT', argv: ['/usr/bin/vault'], required: true },
      file: { path: '~/k', required: true },
    })
    await expect(secrets(doors)).rejects.toThrow('the command VAULT')
    await expect(secrets.refresh(doors, 'Bash')).rejects.toThrow('the command VAULT')
    expect(secrets.failures()).toEqual(['the command VAULT exited with 1'])
    isLocked = false
    vi.advanceTimersByTime(REST_MS + 1)
    expect((await secrets(doors)).redactor.names).toEqual(['k', 'VAULT'])
    const gone = doorsTo({}, { secretCommand: doors.secretCommand })
    expect((await secrets.refresh(gone, 'Bash')).redactor.names).toEqual(['k', 'VAULT'])
    expect(secrets.failures()).toEqual(['~/k is not there'])
  })

  test.each([
    ['is not there', {}, 'is not there'],
    ['is broken', { [`${HOME}/.acme.json`]: `{"token": "${VALUE}"` }, 'line 1 is not json: what else could be read counts'],
    ['holds nothing of the kind', { [`${HOME}/.acme.json`]: '{"user": "zq7-somebody"}' }, 'holds none of what is asked for'],
  ])('a required file that %s is refused as well', async (_, files, told) => {
    const secrets = secretsFrom({ file: { path: '~/.acme.json', required: true } })
    await expect(secrets(doorsTo(files as Record<string, string>))).rejects.toThrow('~/.acme.json')
    expect(secrets.failures()).toEqual([`~/.acme.json ${told}`])
  })
})

describe('the environment of the settings', () => {
  const LAYERS: Record<string, Record<string, unknown>> = {
    policy: { ACME_TOKEN: VALUE, ACME_REGION: 'zq7-region-one' },
    user: { ACME_TOKEN: OTHER, PORT: 123_456_789_012 },
  }
  const settings: Doors['settings'] = async source => ({ env: LAYERS[source] })

  test('names that look secret, in every layer', async () => {
    const { redactor } = await secretsFrom({ 'settings-env': true })(doorsTo({}, { settings }))
    expect(redactor.text(`${VALUE} ${OTHER} zq7-region-one`).text).toBe('‹secret:ACME_TOKEN› ‹secret:ACME_TOKEN› zq7-region-one')
  })

  test('names that are listed, and no others', async () => {
    const { redactor } = await secretsFrom({ 'settings-env': ['ACME_R*', 'PORT'] })(doorsTo({}, { settings }))
    expect(redactor.names).toEqual(['ACME_REGION', 'PORT'])
  })

  test('false is none, and settings that cannot be read are told', async () => {
    const secrets = secretsFrom({ 'settings-env': true })
    await secrets(doorsTo({}, { settings: () => Promise.reject(new Error(VALUE)) }))
    expect(secrets.failures()).toEqual(['env in the settings could not be read'])
    const doors = doorsTo({}, { settings })
    await secretsFrom({ 'settings-env': false })(doors)
    expect(doors.asked).not.toContain('settings policy')
  })
})

test.each<[string, Parameters<typeof secretsFrom>[0], Partial<Doors>]>([
  ['a command', { command: { name: 'V', argv: ['/v'] } }, { secretCommand: () => Promise.reject(new Error(GUARD_FAILED)) }],
  ['the settings', { 'settings-env': true }, { settings: () => Promise.reject(new Error(GUARD_FAILED)) }],
  ['a file', { file: { path: '~/x' } }, { readText: () => Promise.reject(new Error(GUARD_FAILED)) }],
  ['the time of a file', { file: { path: '~/x' } }, { stat: () => Promise.reject(new Error(GUARD_FAILED)) }],
])('where castellan’s own guard failed, %s is not known yet, required or not', async (_, source, broken) => {
  await expect(secretsFrom(source)(doorsTo({ [`${HOME}/x`]: VALUE }, broken))).rejects.toThrow(GUARD_FAILED)
})

test('what is forced is handed on as forced, whatever its source, also where a value has another name first', async () => {
  const handed: unknown[] = []
  const secrets = secretsFrom({ env: ['PIN', 'OTHER'], file: { path: '~/pin' }, force: ['P*N', 'pin'] }, values => {
    handed.push(values)
    return createRedactor(values)
  })
  await secrets({ ...doorsTo({ [`${HOME}/pin`]: 'zq7-x' }), secretEnv: async () => ({ OTHER: 'zq7-x', PIN: 'zq7-y' }) })
  expect(handed).toEqual([
    [
      { name: 'OTHER', value: 'zq7-x', force: true },
      { name: 'PIN', value: 'zq7-y', force: true },
    ],
  ])
})
