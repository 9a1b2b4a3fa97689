import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { skipUnless } from '../support/skip.ts'

const isDebian = spawnSync('apt-get', ['--version']).status === 0

test.skipIf(skipUnless(isDebian, 'the builder of the collector', 'no apt-get'))(
  'where it cannot be built, the builder says so, fails and leaves nothing',
  () => {
    const cache = mkdtempSync(join(tmpdir(), 'castellan-cache-'))
    onTestFinished(() => rmSync(cache, { recursive: true }))
    const env = { ...process.env, CASTELLAN_CACHE: cache, DEBIAN_MIRROR: 'http://127.0.0.1:9/debian' }
    const { status, stderr } = spawnSync('scripts/collector/build.sh', { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('!!! SKIPPED: the collector: the mirror http://127.0.0.1:9/debian does not serve'),
    ])
    expect(readdirSync(cache).flatMap(folder => readdirSync(join(cache, folder)))).toEqual([])
  },
)
