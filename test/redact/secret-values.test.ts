import { describe, expect, test } from 'vitest'
import { isSecretKey, isSecretName } from '../../redact/secret-name.ts'
import { type Reading, secretValues } from '../../redact/secret-values.ts'

describe('a name that looks like that of a secret', () => {
  test.each([
    ...['password', 'DB_PASSWORD', 'dbPassword', 'PGPASSWORD', 'MYSQL_PWD', 'passphrase', 'secret', 'clientSecret', 'SECRET_KEY_BASE'],
    ...[
      'token',
      'GITHUB_TOKEN',
      'accessToken',
      'NPM_TOKEN_PROD',
      'refresh-token',
      'apiKey',
      'API_KEY',
      'x-api-key',
      'AWS_SECRET_ACCESS_KEY',
    ],
    ...[
      'privateKey',
      'private_key',
      'auth',
      '_auth',
      'Authorization',
      'cookie',
      'SENTRY_DSN',
      'DATABASE_URL',
      'connectionString',
      'jwt',
      'key',
    ],
    ...['SLACK_WEBHOOK_URL', 'credentials', 'pin', 'client.secret', 'token2'],
  ])('%s', name => {
    expect(isSecretName(name)).toBe(true)
  })

  test.each([
    ...['user', 'email', 'url', 'host', 'region', 'monkey', 'keyboard', 'author', 'passenger', 'compass', 'authority', 'pinned', 'bypass'],
    ...['token_type', 'secretName', 'PASSWORD_FILE', 'token_expiry', 'keyPath', 'passwordPolicy', 'tokens_limit', ''],
  ])('%s does not', name => {
    expect(isSecretName(name)).toBe(false)
  })

  test('of keys the last decides, of a place in a list the list, and of a map of secrets the map', () => {
    expect(isSecretKey(['db', 'password'])).toBe(true)
    expect(isSecretKey(['tokens', '0'])).toBe(true)
    expect(isSecretKey(['secrets', 'staging', 'name'])).toBe(true)
    expect(isSecretKey(['token', 'issuer'])).toBe(false)
    expect(isSecretKey(['password', 'hint', '0'])).toBe(false)
    expect(isSecretKey([])).toBe(false)
  })
})

const JSON_TEXT = '{"auths": {"ghcr.io": {"auth": "a1", "email": "b2"}}, "name": "c3", "db": {"password": "d4", "host": "e5"}}'
const read = (reading: Reading, text = JSON_TEXT): string[] =>
  secretValues(text, reading).values.map(({ name, value }) => `${name}=${value}`)

describe('which values count', () => {
  test.each<[string, Reading, string[]]>([
    ['those that look so', { format: 'json' }, ['auths.ghcr.io.auth=a1', 'db.password=d4']],
    ['a key', { format: 'json', keys: ['db.host'] }, ['db.host=e5']],
    ['a key takes in what is in it', { format: 'json', keys: ['db'] }, ['db.password=d4', 'db.host=e5']],
    ['a glob crosses dots', { format: 'json', keys: ['auths.*.auth'] }, ['auths.ghcr.io.auth=a1']],
    [
      'a glob for all',
      { format: 'json', keys: ['*'] },
      ['auths.ghcr.io.auth=a1', 'auths.ghcr.io.email=b2', 'name=c3', 'db.password=d4', 'db.host=e5'],
    ],
    ['a key is whole', { format: 'json', keys: ['d', 'password', 'db.pass'] }, []],
    ['a name stands before', { format: 'json', keys: ['name'], name: 'acme' }, ['acme.name=c3']],
  ])('%s', (_, reading, expected) => {
    expect(read(reading)).toEqual(expected)
  })

  test('of a dotenv file all, and of a raw one the whole', () => {
    expect(read({ format: 'dotenv' }, 'A=x\nB=y')).toEqual(['A=x', 'B=y'])
    expect(read({ format: 'dotenv', keys: ['B'] }, 'A=x\nB=y')).toEqual(['B=y'])
    expect(read({ format: 'raw', name: 'id_rsa' }, 'line\nline\n')).toEqual(['id_rsa=line\nline\n'])
    expect(read({ format: 'yaml' }, 'user: x\npassword: y')).toEqual(['password=y'])
  })
})
