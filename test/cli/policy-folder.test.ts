import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readPolicyFolder } from '../../cli/policy-folder.ts'
import { MAX_FILE_BYTES } from '../../cli/read-file.ts'

let work: string
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'castellan-folder-'))
  mkdirSync(join(work, 'p', 'rules'), { recursive: true })
  writeFileSync(join(work, 'p', 'castellan.yaml'), 'policy: x\n')
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

const put = (path: string, text: string | Buffer) => writeFileSync(join(work, 'p', path), text)
const errors = (folder = 'p') => {
  const read = readPolicyFolder(folder, work)
  return read.ok ? [] : read.errors.map(error => `${error.file}: ${error.message}`)
}

test('head, own tables in order of their names, and the tables that ship', () => {
  put('rules/b.yaml', 'table: b\n')
  put('rules/a.yaml', 'table: a\n')
  put('rules/README.md', 'not a table')
  const read = readPolicyFolder('p', work)
  if (!read.ok) throw new Error('not read')
  expect(read.source.head).toEqual({ path: 'p/castellan.yaml', text: 'policy: x\n' })
  expect(read.source.tables.map(table => table.path)).toEqual(['p/rules/a.yaml', 'p/rules/b.yaml'])
  expect(read.source.shipped.get('castellan/git')?.text).toContain('table: git')
})

test('a policy without tables of its own is one', () => {
  rmSync(join(work, 'p', 'rules'), { recursive: true })
  expect(errors()).toEqual([])
})

describe('what cannot be read is named', () => {
  test('a folder that is not there', () => expect(errors('nowhere')[0]).toMatch(/^nowhere: .*no such file/))
  test('a file in its place', () => expect(errors('p/castellan.yaml')[0]).toContain('this is not a folder'))
  test('a folder without a head', () => {
    rmSync(join(work, 'p', 'castellan.yaml'))
    expect(errors()[0]).toMatch(/^p\/castellan\.yaml: .*no such file.*holds castellan\.yaml/)
  })
  test('a folder in the place of the head', () => {
    rmSync(join(work, 'p', 'castellan.yaml'))
    mkdirSync(join(work, 'p', 'castellan.yaml'))
    expect(errors()[0]).toContain('it is not a file')
  })
  test('a table of more than the bound, one of exactly the bound is read', () => {
    put('rules/a.yaml', `#${'x'.repeat(MAX_FILE_BYTES)}`)
    put('rules/b.yaml', `#${'x'.repeat(MAX_FILE_BYTES - 1)}`)
    expect(errors()).toEqual([expect.stringMatching(/^p\/rules\/a\.yaml: .*larger than/)])
  })
  test('bytes that are no text', () => {
    put('rules/a.yaml', Buffer.from([0x61, 0xff, 0xfe]))
    expect(errors()[0]).toContain('not valid UTF-8')
  })
  test.each(['rules/a.yml', 'rules/a.YAML'])('a table that would silently not be read: %s', path => {
    put(path, 'table: a\n')
    expect(errors()).toEqual([`p/${path}: This file would not be read. Tables end in .yaml: rename it.`])
  })
  test.each(['rules/team/a.yaml', 'rules/team/web/a.yml'])('a table in a folder of its own: %s', path => {
    mkdirSync(join(work, 'p', 'rules', 'team', 'web'), { recursive: true })
    put('rules/team/README.md', 'no table')
    put(path, 'table: a\n')
    expect(errors()).toEqual([`p/${path}: This file would not be read. Tables lie in rules itself: move it there.`])
  })
  test('a table beside the head, and no other YAML there', () => {
    put('a.yaml', '# ours\ntable: a\nrules: []\n')
    put('b.yml', 'table: b\r\nonly: []\r\n')
    put('compose.yaml', 'services: {}\nrules: []\n')
    put('cases.yaml', 'a: |\n  table: x\n  rules: []\n')
    const lies = 'This table would not be read. Tables lie in the folder rules: move it there.'
    expect(errors()).toEqual([`p/a.yaml: ${lies}`, `p/b.yml: ${lies}`])
  })
  test('a table in a folder that is called otherwise, where there is no folder of tables', () => {
    mkdirSync(join(work, 'p', 'tables'))
    put('tables/a.yaml', 'table: a\nrules: []\n')
    expect(errors()).toEqual([])
    rmSync(join(work, 'p', 'rules'), { recursive: true })
    expect(errors()).toEqual(['p/tables/a.yaml: This table would not be read. Tables lie in the folder rules: move it there.'])
  })
  test('a head that is called otherwise', () => {
    rmSync(join(work, 'p', 'castellan.yaml'))
    put('castellan.yml', 'policy: x\n')
    expect(errors()).toEqual(['p/castellan.yml: This file would not be read. The head of a policy is castellan.yaml: rename it.'])
  })
  test('a file in the place of the tables', () => {
    rmSync(join(work, 'p', 'rules'), { recursive: true })
    put('rules', 'x')
    expect(errors()).toEqual(['p/rules: The folder of tables cannot be listed: it is a file.'])
  })
  test('a link that leads nowhere in their place', () => {
    rmSync(join(work, 'p', 'rules'), { recursive: true })
    symlinkSync('nowhere', join(work, 'p', 'rules'))
    expect(errors()).toEqual(['p/rules: The folder of tables cannot be listed: there is no such file or folder.'])
  })
  test('a pipe, without waiting for somebody to write to it', () => {
    execFileSync('mkfifo', [join(work, 'p', 'rules', 'a.yaml')])
    expect(errors()[0]).toContain('it is not a file')
  })
  test.skipIf(process.getuid?.() === 0)('a table that this user may not read', () => {
    put('rules/a.yaml', 'table: a\n')
    chmodSync(join(work, 'p', 'rules', 'a.yaml'), 0)
    expect(errors()[0]).toContain('may not be read')
  })
  test('everything at once', () => {
    rmSync(join(work, 'p', 'castellan.yaml'))
    put('rules/a.yml', '')
    put('rules/b.yaml', Buffer.from([0xff]))
    expect(errors()).toHaveLength(3)
  })
})
