import { normalize } from 'node:path/posix'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldPath, joinPath, parentOf, relativeTo, tidyPath } from '../../../policy/facts/lexical-path.ts'
import { spellPath } from '../../../policy/facts/spell.ts'

const SEED = { seed: 20260101, numRuns: 500 }
const path = fc.array(fc.constantFrom('a', 'b.c', '.', '..', '', '...', 'é'), { maxLength: 8 }).map(parts => `/${parts.join('/')}`)

describe('lexical paths', () => {
  it('fold as POSIX normalisation does', () => {
    fc.assert(
      fc.property(path, text => {
        const expected = normalize(text.replace(/^\/+/, '/')).replace(/(?<=.)\/$/, '')
        expect(foldPath(text)).toBe(expected)
        expect(foldPath(tidyPath(text))).toBe(expected)
      }),
      SEED,
    )
  })

  it('know what stands beneath a directory, and what only starts alike', () => {
    expect(relativeTo('/a', '/a/b/c')).toBe('b/c')
    expect(relativeTo('/a', '/a')).toBe('')
    expect(relativeTo('/', '/a')).toBe('a')
    expect(relativeTo('/a', '/ab')).toBeUndefined()
    expect(relativeTo('/a/b', '/a')).toBeUndefined()
  })

  it('join and go up', () => {
    expect(joinPath('/a', 'b')).toBe('/a/b')
    expect(joinPath('/a', '/b')).toBe('/b')
    expect([parentOf('/a/b'), parentOf('/a'), parentOf('/')]).toEqual(['/a', '/', '/'])
  })
})

describe('spellPath', () => {
  const home = ['/home/p', '/mnt/home/p']

  it('reads ~/ as the home, and both ways where nobody says who expands it', () => {
    expect(spellPath('~/.env', '/w', home, 'tool').spellings).toEqual(['/home/p/.env'])
    expect(spellPath('~/.env', '/w', home, 'shell').spellings).toEqual(['/home/p/.env'])
    expect(spellPath('~/../x', '/w', home, 'mod').spellings).toEqual(['/home/x', '/w/x'])
  })

  it('asks to follow links before .. for what the kernel opens, after it for what a tool folds', () => {
    expect(spellPath('link/../x', '/w', home, 'shell').toResolve).toEqual(['/w/link/../x'])
    expect(spellPath('link/../x', '/w', home, 'tool').toResolve).toEqual(['/w/x'])
    expect(spellPath('link/../x', '/w', home, 'mod').toResolve).toEqual(['/w/link/../x', '/w/x'])
  })

  it('cannot tell a relative path from nowhere, a home nobody knows, nor the home of somebody', () => {
    expect(spellPath('x', null, home, 'shell').spellings).toBeUndefined()
    expect(spellPath('x', 'w', home, 'tool').spellings).toBeUndefined()
    expect(spellPath('~/x', '/w', [], 'tool').spellings).toBeUndefined()
    expect(spellPath('~/x', '/w', [], 'mod')).toMatchObject({ spellings: ['/w/~/x'], mayLandElsewhere: true })
    expect(spellPath('~root/x', '/w', home, 'shell').mayLandElsewhere).toBe(true)
    expect(spellPath('/x', null, [], 'shell')).toMatchObject({ spellings: ['/x'], mayLandElsewhere: false })
  })
})
