import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MARKER } from '../../cli/build/build-md.ts'
import { type Disk, realDisk } from '../../cli/build/disk.ts'
import { type BuildFile, writeBuild } from '../../cli/build/write-build.ts'

let work: string
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'castellan-write-'))
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

const HEX = 'a'.repeat(64)

/** A build as far as writing is concerned: a page that lists one other file. */
const filesOf = (text: string): BuildFile[] => [
  { path: 'plugins/castellan/hooks/seat.js', text },
  { path: 'BUILD.md', text: `${MARKER}\n| \`plugins/castellan/hooks/seat.js\` | \`${HEX}\` |\n` },
]

const seatIn = (out: string): string => readFileSync(join(out, 'plugins/castellan/hooks/seat.js'), 'utf8')

/** The real disk with one operation failing at its nth call; counts calls when nothing fails. */
function failingAt(nth: number): { disk: Disk; calls: () => number } {
  let calls = 0
  const guarded = <A extends unknown[], R>(operation: (...args: A) => R) => {
    return (...args: A): R => {
      calls += 1
      if (calls === nth) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' })
      return operation(...args)
    }
  }
  const { kindOf, list, read, makeFolder, write, rename, removeTree, removeEmpty } = realDisk
  const disk: Disk = {
    kindOf,
    list,
    read,
    removeTree,
    removeEmpty,
    makeFolder: guarded(makeFolder),
    write: guarded(write),
    rename: guarded(rename),
  }
  return { disk, calls: () => calls }
}

describe('a new place', () => {
  test('holds exactly the files, and nothing stands beside it', () => {
    const out = join(work, 'deep', 'er', 'out')
    expect(writeBuild(out, filesOf('one'))).toEqual({ ok: true, replaced: false })
    expect(seatIn(out)).toBe('one')
    expect(readdirSync(join(work, 'deep', 'er'))).toEqual(['out'])
  })

  test('an empty folder is one too', () => {
    const out = join(work, 'out')
    mkdirSync(out)
    expect(writeBuild(out, filesOf('one'))).toMatchObject({ ok: true, replaced: false })
    expect(readdirSync(work)).toEqual(['out'])
  })
})

describe('an earlier build', () => {
  test('is replaced whole', () => {
    const out = join(work, 'out')
    writeBuild(out, [...filesOf('one')])
    expect(writeBuild(out, filesOf('two'))).toEqual({ ok: true, replaced: true })
    expect(seatIn(out)).toBe('two')
    expect(readdirSync(work)).toEqual(['out'])
  })
})

describe('what is refused and left as it is', () => {
  test('a folder with other files', () => {
    const out = join(work, 'out')
    mkdirSync(out)
    writeFileSync(join(out, 'notes.txt'), 'mine')
    expect(writeBuild(out, filesOf('one'))).toMatchObject({ ok: false, problem: expect.stringContaining('no earlier build') })
    expect(readdirSync(out)).toEqual(['notes.txt'])
  })

  test('a page that only looks like ours', () => {
    const out = join(work, 'out')
    mkdirSync(out)
    writeFileSync(join(out, 'BUILD.md'), '# How to build\n')
    expect(writeBuild(out, filesOf('one'))).toMatchObject({ ok: false })
    expect(readFileSync(join(out, 'BUILD.md'), 'utf8')).toBe('# How to build\n')
  })

  test.each([
    ['a file at the top', 'notes.txt'],
    ['a file inside', 'plugins/castellan/hooks/extra.js'],
    ['a folder', 'docs/x'],
  ])('an earlier build with %s of somebody else', (_, path) => {
    const out = join(work, 'out')
    writeBuild(out, filesOf('one'))
    mkdirSync(join(out, path, '..'), { recursive: true })
    writeFileSync(join(out, path), 'mine')
    const name = path.startsWith('docs') ? 'docs' : path
    expect(writeBuild(out, filesOf('two'))).toMatchObject({ ok: false, problem: expect.stringContaining(name) })
    expect(seatIn(out)).toBe('one')
    expect(readFileSync(join(out, path), 'utf8')).toBe('mine')
  })

  test('a listed file that became a link', () => {
    const out = join(work, 'out')
    writeBuild(out, filesOf('one'))
    rmSync(join(out, 'plugins/castellan/hooks/seat.js'))
    symlinkSync('/etc/hostname', join(out, 'plugins/castellan/hooks/seat.js'))
    expect(writeBuild(out, filesOf('two'))).toMatchObject({ ok: false })
  })

  test('a link to a folder', () => {
    mkdirSync(join(work, 'real'))
    symlinkSync(join(work, 'real'), join(work, 'out'))
    expect(writeBuild(join(work, 'out'), filesOf('one'))).toMatchObject({ ok: false, problem: expect.stringContaining('symbolic link') })
    expect(readdirSync(join(work, 'real'))).toEqual([])
  })

  test('a file', () => {
    writeFileSync(join(work, 'out'), 'mine')
    expect(writeBuild(join(work, 'out'), filesOf('one'))).toMatchObject({ ok: false })
    expect(readFileSync(join(work, 'out'), 'utf8')).toBe('mine')
  })

  test('a place beneath a file', () => {
    writeFileSync(join(work, 'f'), 'mine')
    expect(writeBuild(join(work, 'f', 'out'), filesOf('one'))).toMatchObject({ ok: false })
    expect(readdirSync(work)).toEqual(['f'])
  })
})

describe('a failure at any step', () => {
  const steps = (prepare: (out: string) => void): number => {
    const out = join(work, 'counted', 'out')
    prepare(out)
    const counted = failingAt(Number.POSITIVE_INFINITY)
    writeBuild(out, filesOf('two'), counted.disk)
    rmSync(join(work, 'counted'), { recursive: true, force: true })
    return counted.calls()
  }

  test('leaves nothing of a first build, folders on the way included', () => {
    const count = steps(() => {})
    expect(count).toBeGreaterThan(5)
    for (let nth = 1; nth <= count; nth++) {
      const written = writeBuild(join(work, 'on', 'the', 'way', 'out'), filesOf('two'), failingAt(nth).disk)
      expect(written, `step ${nth}`).toMatchObject({ ok: false, problem: expect.stringContaining('no space is left on the disk') })
      expect(readdirSync(work), `step ${nth}`).toEqual([])
    }
  })

  test('leaves the earlier build standing', () => {
    const count = steps(out => void writeBuild(out, filesOf('one')))
    const out = join(work, 'out')
    writeBuild(out, filesOf('one'))
    for (let nth = 1; nth <= count; nth++) {
      expect(writeBuild(out, filesOf('two'), failingAt(nth).disk), `step ${nth}`).toMatchObject({ ok: false })
      expect(seatIn(out), `step ${nth}`).toBe('one')
      expect(readdirSync(work), `step ${nth}`).toEqual(['out'])
    }
  })

  test('an old build that cannot be removed afterwards is named, and the new one stands', () => {
    const out = join(work, 'out')
    writeBuild(out, filesOf('one'))
    const stubborn: Disk = {
      ...realDisk,
      removeTree: () => {
        throw new Error('busy')
      },
    }
    const written = writeBuild(out, filesOf('two'), stubborn)
    expect(written).toMatchObject({ ok: true, replaced: true })
    expect(seatIn(out)).toBe('two')
    expect(written.ok && existsSync(written.leftOver ?? '')).toBe(true)
  })
})
