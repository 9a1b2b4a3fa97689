import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { realDisk } from '../../cli/build/disk.ts'
import { findFiles } from '../../cli/find-files.ts'
import { findSaved } from '../../cli/scrub/find-saved.ts'
import { logOf } from '../audit/log.ts'
import { policyFiles, putFiles, run, temporaryFolder } from './support.ts'

let work: string
beforeEach(() => {
  work = temporaryFolder()
  putFiles(work, { ...policyFiles(), 'log.jsonl': `${logOf().join('\n')}\n` })
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

describe.skipIf(process.getuid?.() === 0)('a folder in a folder that this user may not read is named itself', () => {
  beforeEach(() => {
    mkdirSync(join(work, 'logs', 'locked'), { recursive: true })
    chmodSync(join(work, 'logs', 'locked'), 0)
  })
  afterEach(() => chmodSync(join(work, 'logs', 'locked'), 0o755))

  const named = { ok: false, problems: [expect.stringMatching(/^logs\/locked cannot be read: it may not be read/)] }
  test('for logs and transcripts', () => expect(findFiles(['logs'], work, ['.jsonl'], 'none')).toEqual(named))
  test('for what is scrubbed', () => expect(findSaved(['logs'], work)).toEqual(named))
})

describe('a folder is made with what is missing above it', () => {
  test('and the topmost one made is answered', () => {
    expect(realDisk.makeFolder(join(work, 'a/b/c'))).toBe(join(work, 'a'))
    expect(existsSync(join(work, 'a/b/c'))).toBe(true)
    expect(realDisk.makeFolder(join(work, 'a/b'))).toBeUndefined()
  })
  test('a file on the way is an error', () => expect(() => realDisk.makeFolder(join(work, 'log.jsonl/x'))).toThrow())
  // Asked of another process: Node's own recursion never comes back from there.
  test.runIf(existsSync('/proc/self'))('a place where nothing can be made is an error, at once', () => {
    const built = spawnSync(process.execPath, ['dist/cli.js', 'build', join(work, 'p'), '--unchecked', '--out', '/proc/castellan/x'], {
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect(built).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^The build could not be written to \/proc\/castellan\/x: there is no such/),
    })
  })
})

describe('the page of a report', () => {
  const report = (out: string) => run(['audit', 'report', 'log.jsonl', '--out', out], work)

  test('cannot be written where there is no folder, or where one stands', () => {
    expect(report('nowhere/page.html')).toMatchObject({
      code: 2,
      err: 'The page cannot be written to nowhere/page.html: there is no such file or folder.\n',
    })
    expect(report('p')).toMatchObject({ code: 2, err: 'The page cannot be written to p: it is a folder.\n' })
  })
  test('replaces an earlier page, and no other file', () => {
    expect(report('page.html').code).toBe(0)
    expect(report('page.html').code).toBe(0)
    const head = readFileSync(join(work, 'p/castellan.yaml'), 'utf8')
    expect(report('p/castellan.yaml')).toMatchObject({
      code: 2,
      err: 'p/castellan.yaml is not replaced: it is no page that castellan wrote. Name a new file.\n',
    })
    expect(readFileSync(join(work, 'p/castellan.yaml'), 'utf8')).toBe(head)
  })
})

describe('an answer that cannot be written', () => {
  const lint = (stdio: [number | 'ignore', number | 'pipe', number | 'pipe']) =>
    spawnSync(process.execPath, ['dist/cli.js', 'lint', join(work, 'p')], { stdio, encoding: 'utf8' })

  test.runIf(existsSync('/dev/full'))('is told, without a stack trace', () => {
    const full = openSync('/dev/full', 'w')
    expect(lint(['ignore', full, 'pipe'])).toMatchObject({
      status: 2,
      stderr: 'castellan: the answer could not be written: no space is left on the disk.\n',
    })
    closeSync(full)
  })
  test.runIf(existsSync('/dev/full'))('nor does a full disk behind stderr change what is answered', () => {
    const full = openSync('/dev/full', 'w')
    putFiles(work, { 'p/rules/bad.yaml': 'table: [' })
    expect(lint(['ignore', 'pipe', full])).toMatchObject({ status: 2, stdout: '' })
    closeSync(full)
  })
})

test('stdin that is a folder is named', () => {
  const folder = openSync(work, 'r')
  const verified = spawnSync(process.execPath, ['dist/cli.js', 'audit', 'verify', '-'], {
    stdio: [folder, 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  closeSync(folder)
  expect(verified).toMatchObject({ status: 2, stderr: 'stdin cannot be read: it is a folder.\n' })
})
