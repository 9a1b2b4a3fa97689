import { describe, expect, it } from 'vitest'
import type { PathGlob, PathsCondition } from '../../../policy/compile/compiled.ts'
import type { Truth } from '../../../policy/decide/kleene.ts'
import { matchPaths } from '../../../policy/decide/match-path.ts'
import { ENGINE, type Facts, type PathFact, type Places } from '../../../policy/facts/facts.ts'
import { reasons, type Shown, shown } from '../truth.ts'
import { evaluation, marker } from '../words.ts'

const places: Places = { home: ['/home/p', '/mnt/p'], project: ['/w'] }
const glob = (base: PathGlob['base'], source: string, re: RegExp): PathGlob => ({ base, source, re })
const ENV = glob('any', '**/.env*', /\/\.env[^/]*$/)
const EXAMPLE = glob('any', '**/.env.example', /\/\.env\.example$/)
const SETTINGS = glob('home', '~/.claude/settings.json', /^\.claude\/settings\.json$/i)
const condition = (kind: PathsCondition['kind'], globs: readonly PathGlob[], not: readonly PathGlob[] = []): PathsCondition => ({
  kind,
  globs,
  not,
})
const truthOf = (one: PathsCondition, paths: readonly PathFact[], more: Partial<Facts> = {}): Truth =>
  matchPaths(one, { subject: 'tool', caller: ENGINE, agent: 'main', paths, places, ...more })
const test = (one: PathsCondition, paths: readonly PathFact[], at = places): Shown => shown(truthOf(one, paths, { places: at }))
const path = (action: PathFact['action'], ...spellings: readonly string[]): PathFact => ({ action, written: 'x', spellings })

describe('a path condition', () => {
  it('holds of any spelling of a path with its action', () => {
    expect(test(condition('read', [ENV]), [path('read', '/w/notes', '/w/.env')])).toBe('yes')
    expect(test(condition('read', [ENV]), [path('write', '/w/.env')])).toBe('no')
    expect(test(condition('read', [ENV]), [path('read', '/w/notes')])).toBe('no')
  })

  it('judges exceptions by that same spelling: a link may not borrow the name of one', () => {
    const rule = condition('read', [ENV], [EXAMPLE])
    expect(test(rule, [path('read', '/w/.env.example')])).toBe('no')
    expect(test(rule, [path('read', '/w/.env.example', '/w/.env')])).toBe('yes')
    expect(test(rule, [path('read', '/w/.env', '/w/.env.example')])).toBe('yes')
  })

  it('may hold where it cannot be told where a path lands, and is certain of what is spelled', () => {
    expect(test(condition('read', [ENV]), [{ action: 'read', written: '$X', spellings: undefined }])).toBe('maybe')
    expect(test(condition('read', [ENV]), [{ ...path('read', '/w/notes'), mayLandElsewhere: true }])).toBe('maybe')
    expect(test(condition('read', [ENV]), [{ ...path('read', '/w/.env'), mayLandElsewhere: true }])).toBe('yes')
    expect(test(condition('read', [ENV]), [path('read', `/${'a'.repeat(70_000)}`)])).toBe('maybe')
  })

  it('may hold wherever a command line does not tell what it does, and says which kinds of place that are', () => {
    const unclear = (...kinds: readonly Parameters<typeof marker>[0][]) => ({
      command: evaluation(
        [],
        kinds.map(kind => marker(kind)),
      ),
    })
    expect(reasons(truthOf(condition('read', [ENV]), [], unclear('stdin-script')))).toBe('stdin-script')
    expect(reasons(truthOf(condition('delete', [ENV]), [], unclear('too-complex', 'parse-error')))).toBe('parse-error too-complex')
    expect(reasons(truthOf(condition('read', [ENV]), [path('read', '/w/.env')], unclear('stdin-script')))).toBe('yes')
    expect(reasons(truthOf(condition('read', [ENV]), [], unclear()))).toBe('no')
  })

  it('never surely holds of a path that may be left alone', () => {
    const may = (why: PathFact['may'], ...spellings: readonly string[]) => [{ ...path('read', ...spellings), may: why }]
    expect(reasons(truthOf(condition('read', [ENV]), may('code', '/w/.env')))).toBe('code')
    expect(reasons(truthOf(condition('read', [ENV]), may('argument', '/w/.env')))).toBe('argument')
    expect(reasons(truthOf(condition('read', [ENV]), may('code', '/w/notes')))).toBe('no')
    expect(reasons(truthOf(condition('read', [ENV]), [...may('code', '/w/.env'), path('read', '/w/.env')]))).toBe('yes')
  })

  it('is certain of the end of a path where a glob may start anywhere, and of nothing else', () => {
    const ending = (tail: string): PathFact => ({ action: 'read', written: tail, spellings: undefined, tail })
    const inProject = glob('project', `\${project}/src/**`, /^src\/.*$/)
    expect(test(condition('read', [ENV]), [ending('a/.env')])).toBe('yes')
    expect(test(condition('read', [ENV]), [ending('notes')])).toBe('maybe')
    expect(test(condition('read', [ENV], [EXAMPLE]), [ending('.env')])).toBe('yes')
    expect(test(condition('read', [ENV], [EXAMPLE]), [ending('.env.example')])).toBe('maybe')
    expect(test(condition('read', [ENV], [inProject]), [ending('.env')])).toBe('maybe')
    expect(test(condition('read', [glob('any', '/**', /^\/.*$/)]), [ending('.env')])).toBe('maybe')
  })

  it('takes home and project in each of their spellings, and nothing beside them', () => {
    for (const home of places.home)
      expect(test(condition('write', [SETTINGS]), [path('write', `${home}/.claude/settings.json`)])).toBe('yes')
    expect(test(condition('write', [SETTINGS]), [path('write', '/w/.claude/settings.json')])).toBe('no')
    expect(test(condition('write', [SETTINGS]), [path('write', '/home/px/.claude/settings.json')])).toBe('no')
    expect(test(condition('write', [SETTINGS]), [path('write', '/HOME/P/.claude/settings.json')])).toBe('yes')
    expect(test(condition('write', [SETTINGS]), [path('write', '/w/x')], { home: [], project: [] })).toBe('maybe')
    const all = glob('project', `\${project}/**`, /^.*$/)
    expect(test(condition('write', [all]), [path('write', '/w')])).toBe('yes')
    expect(test(condition('write', [ENV], [all]), [path('write', '/W/.env')])).toBe('yes')
  })

  it('asks which program is behind the file, where a rule says one', () => {
    const rule: PathsCondition = { ...condition('write', [ENV]), by: { oneOf: ['sed', 'tee'] } }
    const by = (...names: readonly (string | undefined)[]): PathFact => ({ ...path('write', '/w/.env'), by: names })
    expect([by('sudo', 'tee'), by('cp'), path('write', '/w/.env')].map(one => test(rule, [one]))).toEqual(['yes', 'no', 'no'])
    expect(reasons(truthOf(rule, [by(undefined)]))).toBe('dynamic-program')
    expect(test(rule, [{ ...path('write', '/w/notes'), by: ['tee'] }])).toBe('no')
    expect(reasons(truthOf(rule, [{ ...by('tee'), may: 'code' }]))).toBe('code')
  })

  it('sees that deleting a directory deletes what it must hold', () => {
    const rule = condition('delete', [SETTINGS])
    for (const directory of ['/home/p/.claude', '/home/p', '/', '/home/p/.CLAUDE', '/home/p/.claude/settings.json']) {
      expect(test(rule, [path('delete', directory)])).toBe('yes')
    }
    for (const other of ['/home/p/.claude/skills', '/home/p/.cla', '/w']) expect(test(rule, [path('delete', other)])).toBe('no')
    expect(test(condition('write', [SETTINGS]), [path('write', '/home/p/.claude')])).toBe('no')
    expect(test(condition('delete', [ENV]), [path('delete', '/w')])).toBe('no')
    const deep = glob('project', `\${project}/src/gen*/x`, /^src\/gen[^/]*\/x$/)
    expect([
      test(condition('delete', [deep]), [path('delete', '/w/src')]),
      test(condition('delete', [deep]), [path('delete', '/w/lib')]),
    ]).toEqual(['yes', 'no'])
    const etc = glob('any', '/etc/**', /^\/etc(\/.*)?$/)
    expect(test(condition('delete', [etc]), [path('delete', '/')])).toBe('yes')
  })
})
