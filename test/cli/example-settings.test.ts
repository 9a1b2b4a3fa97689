import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../cli/package-root.ts'
import { run } from './support.ts'

const EXAMPLE = 'managed-settings.example.json'
const SEAT_AT = '/opt/castellan/acme'
const REFRESH = `${EXAMPLE} is not what a build writes now. Refresh it: npm run build && npx castellan build policies/reference --seat-at ${SEAT_AT} --out build/acme && cp build/acme/managed-settings.json ${EXAMPLE}`

test('the example is what a build of policies/reference writes', { timeout: 60_000 }, () => {
  const work = mkdtempSync(join(tmpdir(), 'castellan-example-'))
  try {
    const out = join(work, 'out')
    const argv = ['build', 'policies/reference', '--seat-at', SEAT_AT, '--out', out, '--unchecked']
    expect(run(argv, packageRoot())).toMatchObject({ code: 0, err: '' })
    const written = readFileSync(join(out, 'managed-settings.json'), 'utf8')
    expect(readFileSync(join(packageRoot(), EXAMPLE), 'utf8') === written, REFRESH).toBe(true)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
})
