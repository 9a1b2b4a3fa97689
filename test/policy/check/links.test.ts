import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CASE_HOME, CASE_PROJECT } from '../../../policy/check/case.ts'
import { followLinks, linksOf } from '../../../policy/check/links.ts'

const follow = (path: string, links: Record<string, string>) => followLinks(path, linksOf(links))

describe('followLinks', () => {
  it('follows chains, links on the way, and starts relative ones at the project', () => {
    expect(follow(`${CASE_PROJECT}/a`, { a: 'b', b: '/etc/x' })).toBe('/etc/x')
    expect(follow(`${CASE_PROJECT}/sub/deep/f`, { sub: '/opt' })).toBe('/opt/deep/f')
    expect(follow(`${CASE_PROJECT}/a`, { a: '~/.env' })).toBe(`${CASE_HOME}/.env`)
    expect(follow('/x/y', {})).toBe('/x/y')
  })

  it('goes up from where a link led', () => {
    expect(follow(`${CASE_PROJECT}/link/../secret`, { link: '/opt/dir' })).toBe('/opt/secret')
  })

  it('gives up on loops and on more than 40 links', () => {
    expect(follow(`${CASE_PROJECT}/a`, { a: 'b', b: 'a' })).toBeUndefined()
    const chain = (length: number) => Object.fromEntries(Array.from({ length }, (_, at) => [`l${at}`, `l${at + 1}`]))
    expect(follow(`${CASE_PROJECT}/l0`, chain(40))).toBe(`${CASE_PROJECT}/l40`)
    expect(follow(`${CASE_PROJECT}/l0`, chain(41))).toBeUndefined()
  })

  describe('against a real file system', () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'castellan-links-')))
    afterAll(() => rmSync(root, { recursive: true }))

    it('lands where the kernel does', () => {
      const links = {
        [`${root}/one`]: `${root}/real/deep`,
        [`${root}/real/deep/two`]: `${root}/one/../other`,
        [`${root}/three`]: `${root}/one/two`,
      }
      for (const directory of ['real/deep', 'real/other/in']) mkdirSync(join(root, directory), { recursive: true })
      for (const [path, target] of Object.entries(links)) symlinkSync(target, path)
      for (const path of ['one', 'one/two/in', 'three/in/..', 'one/../other', 'real/./deep//two']) {
        expect(follow(`${root}/${path}`, links)).toBe(realpathSync.native(`${root}/${path}`))
      }
    })
  })
})
