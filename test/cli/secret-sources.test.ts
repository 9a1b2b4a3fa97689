import { mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dotenvFiles } from '../../cli/secret-sources/dotenv-files.ts'
import { putFiles, run, temporaryFolder } from './support.ts'

const value = (name: string): string => `zq4-${name}-fixture`

let work: string
let home: string
beforeEach(() => {
  work = temporaryFolder()
  home = join(work, 'home')
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

const policy = (secrets: object): void =>
  putFiles(work, { 'p/castellan.yaml': `policy: acme\nseat: { marketplace: acme }\nsecrets: ${JSON.stringify(secrets)}\n` })
const printing = (text: string, code = 0) => [
  process.execPath,
  '-e',
  `process.stdout.write(${JSON.stringify(text)}); console.error(${JSON.stringify(text)}); process.exitCode = ${code}`,
]
const redact = (text: string) => run(['redact', '--policy', 'p'], work, { HOME: home, PW: value('env') }, text, join(work, 'managed'))

describe('redact --policy reads what a session would', () => {
  test('variables, dotenv files, files of every format, commands and the settings', () => {
    const settings = (name: string) => JSON.stringify({ env: { [`${name.toUpperCase()}_TOKEN`]: value(name), REGION: 'zq4-no-secret' } })
    putFiles(work, {
      'sub/.env': `DEEP=${value('dotenv')}\n`,
      'home/acme.json': `{"auth": {"token": "${value('json')}", "user": "zq4-not-asked"}}`,
      'deploy/prod.yaml': `db:\n  password: ${value('yaml')}\n`,
      'key.pem': `${value('raw')}\n`,
      'vars.env': `A=${value('listed')}\nB=zq4-not-listed\n`,
      'home/.claude/settings.json': settings('user'),
      '.claude/settings.json': settings('project'),
      '.claude/settings.local.json': settings('local'),
      'managed/managed-settings.json': settings('managed'),
      'managed/managed-settings.d/a.json': settings('part'),
    })
    policy({
      env: ['PW', 'UNSET'],
      dotenv: ['**/.env'],
      file: [
        { path: '~/acme.json', name: 'acme' },
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the policy's own spelling
        { path: '${project}/deploy/prod.yaml' },
        { path: join(work, 'key.pem'), name: 'KEY' },
        { path: join(work, 'vars.env'), keys: ['A'] },
        { path: '~/nowhere.json' },
      ],
      command: [
        { name: 'VAULT', argv: printing(`${value('command')}\n`) },
        { name: 'kv', argv: printing(`{"data": {"pw": "${value('kv')}"}}`), format: 'json', keys: ['data.*'] },
      ],
      'settings-env': true,
    })
    const names = ['env', 'dotenv', 'json', 'yaml', 'raw', 'listed', 'command', 'kv', 'user', 'project', 'local', 'managed', 'part']
    const { code, out, err } = redact(`${names.map(value).join(' ')} zq4-not-asked zq4-not-listed zq4-no-secret`)
    const shown = ['PW', 'DEEP', 'acme.auth.token', 'db.password', 'KEY', 'A', 'VAULT', 'kv.data.pw']
    const ofSettings = ['USER', 'PROJECT', 'LOCAL', 'MANAGED', 'PART'].map(name => `${name}_TOKEN`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(`${[...shown, ...ofSettings].map(name => `‹secret:${name}›`).join(' ')} zq4-not-asked zq4-not-listed zq4-no-secret`)
  })

  test('force and patterns', () => {
    putFiles(work, { '.env': 'PIN=k7!q\nOTHER=k8!q\n' })
    policy({ dotenv: ['.env'], force: ['P*N'], patterns: [{ name: 'stripe', allow: ['sk_test_*'] }] })
    const token = `sk_live_${'aZ3kQ9xB7mW2pL5vR8tY1nC4'}`
    const ran = redact(`k7!q k8!q ${token} ${token.replace('live', 'test')}`)
    expect(ran.out).toBe(`‹secret:PIN› k8!q ‹secret:pattern.stripe› ${token.replace('live', 'test')}`)
    expect(ran.err).toBe('OTHER is not treated as a secret: it has fewer than 8 characters.\n')
  })

  test('a dotenv glob finds what a session finds, also in a folder that only a name enters', () => {
    putFiles(work, { 'vendor/acme/.env': `NAMED=${value('named')}\n`, 'vendor/x/.env': `WILD=${value('wild')}\n` })
    policy({ dotenv: ['**/.env', 'vendor/acme/.env'] })
    expect(redact(`${value('named')} ${value('wild')}`).out).toBe(`‹secret:NAMED› ${value('wild')}`)
  })

  test('without any value it says so', () => {
    policy({ env: ['UNSET'] })
    expect(redact('text')).toEqual({ code: 0, out: 'text', err: 'No secret is known: nothing is looked for.\n' })
  })
})

describe('a source that fails lets no text through, and is told by name without a value', () => {
  const files = {
    'bad.json': `{\n"token": "${value('json')}",\n"password": ${value('json')}"\n}`,
    'none.json': `{"user": "${value('json')}"}`,
    'home/.claude/settings.json': `{"env": ${value('json')}`,
  }
  test.each<[string, () => object, RegExp]>([
    ['a command that fails', () => ({ command: { name: 'V', argv: printing(value('x'), 3) } }), /^the command V exited with 3\.$/m],
    ['one that is nowhere', () => ({ command: { name: 'V', argv: ['/nowhere/vault'] } }), /^the command V could not be started/m],
    ['one that prints nothing', () => ({ command: { name: 'V', argv: printing('') } }), /^the command V printed nothing\.$/m],
    [
      'one that prints without end',
      () => ({
        command: { name: 'V', argv: [process.execPath, '-e', `for (;;) require('fs').writeSync(1, '${value('x')}'.repeat(999))`] },
      }),
      /^the command V printed more than castellan reads\.$/m,
    ],
    ['a broken file', () => ({ file: { path: join(work, 'bad.json') } }), /bad\.json line 3 is not json/],
    [
      'keys that nothing fits',
      () => ({ file: { path: join(work, 'none.json'), keys: ['tokne'] } }),
      /none\.json holds none of what is asked for/,
    ],
    ['a required file that is not there', () => ({ file: { path: '~/gone', required: true } }), /^~\/gone is not there\.$/m],
    ['a folder in the place of a file', () => ({ file: { path: join(work, 'home') } }), /cannot be read: it is not a file/],
    ['settings that are no JSON', () => ({ 'settings-env': true }), /settings\.json is not JSON\.$/m],
  ])('%s', (_, secrets, told) => {
    putFiles(work, files)
    policy(secrets())
    const ran = redact(`text ${value('x')}`)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toMatch(told)
    expect(ran.err).not.toContain('zq4-')
  })

  test('a command that hangs is ended', () => {
    policy({ command: { name: 'V', argv: [process.execPath, '-e', 'setInterval(() => {}, 1000)'], timeout: 1 } })
    expect(redact('text')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('was not done after 1 s') })
  })

  test('without a home, what lies in it is not known', () => {
    policy({ file: { path: '~/acme.json' } })
    const ran = run(['redact', '--policy', 'p'], work, {}, 'text')
    expect(ran).toMatchObject({ code: 2, out: '', err: '~/acme.json is not known: HOME is not set.\n' })
  })
})

test('redact explain --policy names what is found', () => {
  putFiles(work, { 'home/acme.json': `{"token": "${value('json')}"}` })
  policy({ file: { path: '~/acme.json' }, patterns: ['stripe'] })
  const token = `sk_live_${'aZ3kQ9xB7mW2pL5vR8tY1nC4'}`
  const ran = run(['redact', 'explain', '--policy', 'p', '--json'], work, { HOME: home }, `${value('json')} ${token}`)
  expect(JSON.parse(ran.out).found).toEqual([
    { name: 'token', form: 'value', start: 0, end: 16 },
    { name: 'pattern.stripe', form: 'pattern', start: 17, end: 49 },
  ])
  expect(ran.out).not.toMatch(/zq4|sk_live/)
})

test('a search for dotenv files that ends with the last folder that may be opened says so where there are more', () => {
  const told = (): string[] => {
    const labels: string[] = []
    dotenvFiles(work, [{ source: '**/.env', re: /(?:^|\/)\.env$/ }], label => labels.push(label))
    return labels
  }
  for (let at = 0; at < 499; at++) mkdirSync(join(work, `d${at}`))
  expect(told()).toEqual([])
  mkdirSync(join(work, 'd7/more'))
  expect(told()).toEqual(['dotenv'])
})

describe('lint --values', () => {
  const lint = (...more: string[]) => run(['lint', 'p', '--values', ...more], work, { HOME: home, PW: 'changeme', OK: value('ok') })

  test('each refusal by name, where it is named or at the sources, and each source that fails; never a value', () => {
    putFiles(work, { '.env': `MODE=production\nPORT=8081726354\nURL=\${ACME_URL}\nSAME=aaaaaaaaaa\nGOOD=${value('good')}\nSHORT=k7!q\n` })
    policy({ env: ['OK', 'PW'], dotenv: ['.env'], command: { name: 'V', argv: printing(value('x'), 1) } })
    const { code, out, err } = lint()
    expect(code).toBe(0)
    const told = err.split('\n').filter(line => /refused-value|unread-source/.test(line))
    expect(told.map(line => line.replace(/^p\/castellan\.yaml:3:\d+: warning: /, ''))).toEqual([
      'PW is not treated as a secret: it is a common word. [refused-value]',
      'MODE is not treated as a secret: it is a common word. [refused-value]',
      'PORT is not treated as a secret: it is a number of fewer than 12 digits. [refused-value]',
      'URL is not treated as a secret: it is a template, not a value. [refused-value]',
      'SAME is not treated as a secret: it has fewer than 4 different characters. [refused-value]',
      'SHORT is not treated as a secret: it has fewer than 8 characters. [refused-value]',
      'the command V exited with 1. [unread-source]',
    ])
    expect(out + err).not.toMatch(/zq4-|changeme|8081|k7!q/)
    expect(lint('--max-warnings', '0').code).toBe(1)
    const { warnings } = JSON.parse(lint('--json').out) as { warnings: { code: string; column: number }[] }
    expect(warnings.filter(one => one.code === 'refused-value')).toHaveLength(6)
  })

  test('without it no source is read', () => {
    policy({ env: ['PW'], command: { name: 'V', argv: printing('', 1) } })
    expect(run(['lint', 'p'], work, { PW: 'changeme' }).err).not.toMatch(/refused-value|unread-source/)
  })
})

describe('scrub', () => {
  const LONG_AGO = new Date('2020-01-01T00:00:00Z')
  const row = (text: string) => `${JSON.stringify({ type: 'user', message: { content: text } })}\n`
  const put = () => {
    putFiles(work, {
      'saved/a/one.jsonl': row(value('env')) + row('hello'),
      'saved/a/one/tool-results/x.txt': value('file'),
      'saved/two.jsonl': row('clean'),
      'home/key': value('file'),
    })
    for (const file of ['a/one.jsonl', 'a/one/tool-results/x.txt', 'two.jsonl']) utimesSync(join(work, 'saved', file), LONG_AGO, LONG_AGO)
    policy({ file: { path: '~/key', name: 'KEY' } })
  }
  const scrub = (...argv: string[]) => run(['scrub', ...argv], work, { HOME: home, PW: value('env') })
  const read = (path: string) => readFileSync(join(work, 'saved', path), 'utf8')

  test('takes what --env, --dotenv and --policy know out of saved files, and keeps them as they were', () => {
    put()
    const ran = scrub('saved', '--env', 'PW', '--policy', 'p')
    expect(ran).toMatchObject({ code: 0, err: '', out: expect.stringContaining('3 files, 2 scrubbed, 0 left as they are') })
    expect(read('a/one.jsonl')).toBe(row('‹secret:PW›') + row('hello'))
    expect(read('a/one/tool-results/x.txt')).toBe('‹secret:KEY›')
    expect(read('a/one.jsonl.before-scrub')).toContain(value('env'))
    expect(scrub('saved', '--env', 'PW', '--remove-backups').out).toContain('2 backups removed')
  })

  test('--no-backup and --json', () => {
    put()
    putFiles(work, { '.env': `PW=${value('env')}\n` })
    const told = JSON.parse(scrub('saved', '--dotenv', '.env', '--no-backup', '--json').out) as Record<string, unknown>
    expect(told).toMatchObject({ files: 3, scrubbed: [{ file: join(work, 'saved/a/one.jsonl') }], left: [], hits: { PW: 1 }, removed: [] })
    expect(() => read('a/one.jsonl.before-scrub')).toThrow('ENOENT')
  })

  test.each([
    [['saved'], 'Name the secrets'],
    [['saved', '--env', 'MISSPELT'], 'MISSPELT is not set'],
    [['nowhere', '--env', 'PW'], 'nowhere cannot be read'],
    [['--env', 'PW'], "missing required argument 'transcripts'"],
    [['--help'], '*.before-scrub'],
  ])('%j touches no file', (argv, message) => {
    put()
    const ran = scrub(...argv)
    expect(ran.code).toBe(argv[0] === '--help' ? 0 : 2)
    expect(ran.err + ran.out).toContain(message)
    expect(read('a/one.jsonl')).toContain(value('env'))
  })
})
