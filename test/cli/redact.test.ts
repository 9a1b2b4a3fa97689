import { readFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { putFiles, run, temporaryFolder } from './support.ts'

const VALUE = 'FAKE-hunter2-0001'
const OTHER = 'FAKE-other-0002'

let work: string
beforeEach(() => {
  work = temporaryFolder()
  putFiles(work, {
    '.env': `TOKEN=${OTHER}\nMODE=production\n`,
    'p/castellan.yaml': 'policy: acme\nseat: { marketplace: acme }\nsecrets: { env: [PW, UNSET], dotenv: ["**/.env"] }\n',
  })
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

const text = `a ${VALUE} b ${OTHER} c`

describe('redact', () => {
  test('values of variables and of dotenv files; what is no secret is told by name', () => {
    const ran = run(['redact', '--env', 'PW', '--dotenv', '.env'], work, { PW: VALUE }, text)
    expect(ran).toEqual({
      code: 0,
      out: 'a ‹secret:PW› b ‹secret:TOKEN› c',
      err: 'MODE is not treated as a secret: it is a common word.\n',
    })
  })

  test('what a policy names, in the environment and beneath the folder', () => {
    putFiles(work, { 'sub/.env': 'DEEP=FAKE-deeper-0003\n', 'node_modules/x/.env': 'NOT=FAKE-module-0004\n' })
    const ran = run(['redact', '--policy', 'p'], work, { PW: VALUE }, `${text} FAKE-deeper-0003 FAKE-module-0004`)
    expect(ran).toMatchObject({ code: 0, out: 'a ‹secret:PW› b ‹secret:TOKEN› c ‹secret:DEEP› FAKE-module-0004' })
  })

  test.each([
    [['redact'], 'Name the secrets'],
    [['redact', '--env', 'MISSPELT'], 'MISSPELT is not set'],
    [['redact', '--dotenv', 'nowhere.env'], 'the dotenv file nowhere.env cannot be read'],
    [['redact', '--policy', 'nowhere'], 'The policy folder cannot be read'],
  ])('%j lets no text through', (argv, message) => {
    const ran = run(argv, work, { PW: VALUE }, text)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain(message)
  })

  test('without stdin', () => {
    expect(run(['redact', '--env', 'PW'], work, { PW: VALUE })).toEqual({ code: 2, out: '', err: 'There is no text to read on stdin.\n' })
  })
})

describe('redact explain', () => {
  const base64 = Buffer.from(`x:${VALUE}`).toString('base64')

  test('names, disguises and places, nothing of the text', () => {
    const ran = run(['redact', 'explain', '--env', 'PW'], work, { PW: VALUE }, `hello ${VALUE} ${base64}`)
    expect(ran).toMatchObject({ code: 0, out: '6-23  PW  value\n26-52  PW  base64\n2 found, of 1 name\n', err: '' })
  })

  test('as JSON', () => {
    const ran = run(['redact', 'explain', '--env', 'PW', '--json'], work, { PW: VALUE }, `hello ${VALUE}`)
    expect(JSON.parse(ran.out)).toEqual({ names: ['PW'], refused: [], found: [{ name: 'PW', form: 'value', start: 6, end: 23 }] })
    expect(ran.out).not.toContain('hello')
  })
})

describe('redact check', () => {
  const good = {
    id: 'good',
    secrets: [{ name: 'PW', value: VALUE }],
    input: `x ${VALUE}`,
    expected: 'x ‹secret:PW›',
    chunks: ['x FAKE', '-hunter2-0001'],
  }
  const check = (...rows: unknown[]) => {
    putFiles(work, { 'cases.jsonl': rows.map(row => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n') })
    return run(['redact', 'check', '--cases', 'cases.jsonl'], work)
  }

  test('cases that pass', () => {
    const cut = { ...good, id: 'cut', input: 'x FAKE-hunt', expected: 'x ‹secret:PW›', chunks: undefined, cut: ['end'] }
    const forced = {
      ...good,
      id: 'forced',
      secrets: [{ name: 'PIN', value: 'k7!q', force: true }],
      input: 'k7!q',
      expected: '‹secret:PIN›',
      chunks: undefined,
    }
    expect(check(good, '', cut, forced)).toEqual({ code: 0, out: '3 passed, 0 failed\n', err: '' })
  })

  test('misses by id, without a value', () => {
    const ran = check(good, { ...good, id: 'bad-text', expected: 'x' }, { ...good, id: 'bad-refusal', skipped: ['PW'] })
    expect(ran.code).toBe(1)
    expect(ran.out).toBe('1 passed, 2 failed\n')
    expect(ran.err).toBe(
      'cases.jsonl:2:1: bad-text: the text is not redacted as expected; the stream is not redacted as expected.\n' +
        'cases.jsonl:3:1: bad-refusal: refused: none, expected: PW.\n',
    )
    expect(ran.err).not.toContain('hunter2')
  })

  test.each([
    ['{"id": "FAKE-hunter2-0001"', 'This is not JSON.'],
    ['[]', 'A case is an object.'],
    [{ ...good, input: 7 }, 'A case has an id, an input and an expected, each a text: input is none, or not there.'],
    [{ ...good, expected: undefined, expect: 'x' }, 'A case has an id, an input and an expected, each a text: expected is none'],
    [{ ...good, secrets: [{ name: 'PW' }] }, 'A case has secrets'],
    [{ ...good, cut: ['middle'] }, 'cut holds start or end.'],
    [{ ...good, chunks: ['x'] }, 'The chunks joined are not the input.'],
  ])('a broken case is bad input: %#', (row, message) => {
    const ran = check(good, row)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain(`cases.jsonl:2:1: ${message}`)
    expect(ran.err).not.toContain('hunter2')
  })

  test('no case and no file', () => {
    expect(check('')).toMatchObject({ code: 2, out: '' })
    expect(run(['redact', 'check', '--cases', 'nowhere.jsonl'], work)).toMatchObject({ code: 2, out: '' })
  })

  test("the project's own cases", () => {
    putFiles(work, { 'cases.jsonl': readFileSync(new URL('../redact/cases.jsonl', import.meta.url), 'utf8') })
    expect(run(['redact', 'check', '--cases', 'cases.jsonl'], work)).toEqual({ code: 0, out: '348 passed, 0 failed\n', err: '' })
  })
})
