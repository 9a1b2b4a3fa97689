import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const SEAT = '/opt/castellan/acme'
const SETTINGS =
  process.platform === 'darwin' ? '/Library/Application Support/ClaudeCode/managed-settings.json' : '/etc/claude-code/managed-settings.json'

describe('jamf.sh', () => {
  let work = ''
  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), 'castellan-mdm-'))
  })
  afterEach(() => rmSync(work, { recursive: true }))

  const at = (path: string) => join(work, 'root', path)
  const archiveOf = (files: Record<string, string>, name = 'acme') => {
    const folder = mkdtempSync(join(work, 'pack-'))
    mkdirSync(join(folder, name))
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text, { mode: 0o666 })
    const archive = join(folder, 'acme.tar.gz')
    spawnSync('tar', ['-czf', archive, '-C', folder, name])
    return archive
  }
  const digestOf = (archive: string) => createHash('sha256').update(readFileSync(archive)).digest('hex')
  const place = (archive: string, digest = digestOf(archive), more: Record<string, string> = {}) =>
    spawnSync('deploy/mdm/jamf.sh', ['/', 'machine', 'person', archive, digest, SEAT], {
      env: { ...process.env, ...more, CASTELLAN_ROOT: join(work, 'root') },
      encoding: 'utf8',
    })

  test('places seat and settings, which none but their owner may write', () => {
    expect(place(archiveOf({ 'managed-settings.json': '{"a":1}', 'BUILD.md': 'x' }))).toMatchObject({ status: 0, stderr: '' })
    expect(readFileSync(at(SETTINGS), 'utf8')).toBe('{"a":1}')
    expect(readdirSync(at(SEAT)).toSorted()).toEqual(['BUILD.md', 'managed-settings.json'])
    for (const path of [SETTINGS, SEAT, `${SEAT}/BUILD.md`, '/opt/castellan']) expect(statSync(at(path)).mode & 0o022, path).toBe(0)
  })

  test('replaces the seat before: nothing of it stays, and nothing of the work', () => {
    place(archiveOf({ 'managed-settings.json': '{"a":1}', 'old.js': 'x' }))
    expect(place(archiveOf({ 'managed-settings.json': '{"a":2}' })).status).toBe(0)
    expect(readFileSync(at(SETTINGS), 'utf8')).toBe('{"a":2}')
    expect(readdirSync(at(SEAT))).toEqual(['managed-settings.json'])
    expect(readdirSync(at('/opt/castellan'))).toEqual(['acme'])
  })

  test('changes nothing when the archive is another, or holds no seat', () => {
    place(archiveOf({ 'managed-settings.json': '{"a":1}' }))
    const bad = [
      place(archiveOf({ 'managed-settings.json': '{"a":3}' }), 'f'.repeat(64)),
      place(archiveOf({ 'managed-settings.json': '{}' }, 'other')),
    ]
    expect(bad.map(({ status }) => status)).toEqual([1, 1])
    expect(bad.map(({ stderr }) => stderr)).toEqual([
      expect.stringContaining('not what was to be placed'),
      expect.stringContaining('holds no acme/'),
    ])
    expect(readFileSync(at(SETTINGS), 'utf8')).toBe('{"a":1}')
    expect(readdirSync(at('/opt/castellan'))).toEqual(['acme'])
  })

  test('puts the seat before back where the new one cannot take its place', () => {
    place(archiveOf({ 'managed-settings.json': '{"a":1}' }))
    const bin = mkdtempSync(join(work, 'bin-'))
    writeFileSync(join(bin, 'mv'), '#!/bin/sh\ncase $1 in */.new.*/acme) exit 1 ;; esac\nexec /bin/mv "$@"\n', { mode: 0o755 })
    const archive = archiveOf({ 'managed-settings.json': '{"a":2}' })
    expect(place(archive, digestOf(archive), { PATH: `${bin}:${process.env.PATH}` }).status).not.toBe(0)
    expect(readFileSync(at(SETTINGS), 'utf8')).toBe('{"a":1}')
    expect(readdirSync(at('/opt/castellan'))).toEqual(['acme'])
    expect(readFileSync(at(`${SEAT}/managed-settings.json`), 'utf8')).toBe('{"a":1}')
  })

  test('and makes nothing where nothing was', () => {
    expect(place(archiveOf({ 'managed-settings.json': '{}' }), 'f'.repeat(64)).status).toBe(1)
    expect(existsSync(join(work, 'root'))).toBe(false)
  })
})

test('ansible.yaml is a playbook, and the files it names are there', () => {
  const [play] = parse(readFileSync('deploy/mdm/ansible.yaml', 'utf8')) as {
    tasks: Record<string, unknown>[]
    handlers: { name: string }[]
  }[]
  const tasks = play?.tasks ?? []
  expect(tasks.length).toBeGreaterThan(4)
  const sources = [...JSON.stringify(tasks).matchAll(/"src":"([^"{]+)"|playbook_dir \}\}\/([\w.]+)/g)].map(
    ([, source, script]) => source ?? script ?? '',
  )
  expect(sources.map(source => existsSync(join('deploy/mdm', source)))).toEqual([true, true])
  for (const { notify } of tasks) if (notify !== undefined) expect(play?.handlers.map(({ name }) => name)).toContain(notify)
})
