import { describe, expect, it } from 'vitest'
import type { PathsCondition } from '../../../policy/compile/compiled.ts'
import { compilePathGlob } from '../../../policy/compile/path-glob.ts'
import { matchPaths } from '../../../policy/decide/match-path.ts'
import { boundPaths } from '../../../policy/facts/bound-paths.ts'
import { pathsOfCommand } from '../../../policy/facts/command-facts.ts'
import { type Draft, pathsToResolve, withResolved } from '../../../policy/facts/draft.ts'
import { ENGINE } from '../../../policy/facts/facts.ts'
import type { Effect, FileEffect } from '../../../policy/shell/effects.ts'
import { piecesOf } from '../pieces.ts'
import { reasons } from '../truth.ts'
import { evaluation, file, run, text } from '../words.ts'

const HOME = ['/home/p']
const places = { home: HOME, project: ['/w'] }

const effect = (kind: FileEffect['kind'], source: string, more: Partial<FileEffect> = {}): FileEffect => ({
  ...file(kind, source),
  pattern: piecesOf(source),
  ...more,
})
const globs = (sources: readonly string[]) =>
  sources.map(source => {
    const compiled = compilePathGlob(source)
    if (!compiled.ok) throw new Error(compiled.message)
    return compiled.glob
  })
const draftOf = (effects: readonly Effect[]): Draft => {
  const command = evaluation(effects)
  const paths = boundPaths(pathsOfCommand(command, '/w', HOME))
  return { subject: 'tool', caller: ENGINE, agent: 'main', paths, command, places }
}
const judge = (
  kind: PathsCondition['kind'],
  glob: string | readonly string[],
  effects: readonly Effect[],
  links: Record<string, string> = {},
  not: readonly string[] = [],
) => {
  const draft = draftOf(effects)
  const resolved = new Map(pathsToResolve(draft).map(path => [path, links[path] ?? path]))
  return reasons(matchPaths({ kind, globs: globs([glob].flat()), not: globs(not) }, withResolved(draft, resolved)))
}
const reads = (source: string, glob: string | readonly string[], more: Partial<FileEffect> = {}) =>
  judge('read', glob, [effect('read', source, more)])

describe('a path that a command line does not tell', () => {
  it('is no path of a rule where the two have none in common', () => {
    expect(reads('lock*.txt', '**/.env')).toBe('no')
    expect(reads('src/*.ts', ['**/*.pem', '~/.ssh/**', '/etc/**'])).toBe('no')
    expect(reads('src/$X.ts', '**/*.pem')).toBe('no')
    expect(reads('../other/*.md', `\${project}/**`)).toBe('no')
  })

  it('may be one where they do, and says whether the pattern is about it', () => {
    for (const source of ['.e*', '.en?', '.[e]nv', '.*', 'a/../.en*', '.env$X']) expect(reads(source, '**/.env')).toBe('pattern')
    expect(reads('.env.$X', ['**/.env', '**/.env.local'])).toBe('path pattern')
    expect(reads('server.p*', '**/*.pem')).toBe('pattern')
    expect(reads('~/.aws/*', '~/.aws/credentials')).toBe('pattern')
    expect(reads('~/.aws/$F', '~/.aws/credentials')).toBe('pattern')
    for (const source of ['src/*', '$F', '$D/*', '*.json', '$D/x.json'])
      expect(reads(source, ['**/id_rsa', '**/service-account*.json'])).toMatch(/^path$|^no$/)
    expect(reads('$F', '**/.env')).toBe('path')
    expect(reads('src/*', '**/id_rsa')).toBe('path')
    expect(reads('*.json', '**/service-account*.json')).toBe('path')
  })

  it('is surely one where all it may become is in the glob', () => {
    expect(reads('.env*', '**/.env*')).toBe('yes')
    expect(reads('*.pem', '**/*.pem')).toBe('yes')
    expect(reads('$D/.env', '**/.env')).toBe('yes')
    expect(reads('$F.pem', '**/*.pem')).toBe('yes')
    expect(reads('~/.ssh/*', '~/.ssh/**')).toBe('yes')
    expect(reads('.env*', '**/.env*', { directory: null })).toBe('yes')
    expect(judge('read', '**/.env*', [effect('read', '.env*')], {}, ['**/.env.example'])).toBe('pattern')
    expect(judge('read', '**/.env*', [effect('read', '.env.ex*')], {}, ['**/.env.ex*'])).toBe('no')
  })

  it('may go anywhere behind what is unknown, up again too', () => {
    expect(reads('build/$F', '/etc/shadow')).toBe('path')
    expect(reads('build/$F/x', '/etc/x')).toBe('path')
    expect(reads('build/$F/x', '/etc/y')).toBe('no')
    expect(reads('a*/../../etc/shadow', '/etc/shadow')).toBe('path')
    expect(reads('.*/x', '/etc/x')).toBe('path')
    expect(reads('$F..', '/etc/shadow')).not.toBe('yes')
  })

  it('takes a leading dot for a name of its own, unless an option says otherwise', () => {
    expect(reads('*', '**/.env')).toBe('no')
    expect(reads('?env', '**/.env')).toBe('no')
    expect(reads('a*', '**/a.env')).toBe('path')
    const shopt = run('shopt', ['dotglob'], { flags: ['-s'] })
    expect(judge('read', '**/.env', [shopt, effect('read', '*')])).toBe('path')
    expect(judge('read', '**/.env', [run('setopt', [text('GLOB_DOTS')]), effect('read', '?env')])).toBe('pattern')
  })

  it('crosses folders only where the shell may', () => {
    expect(reads('src/*', '**/a/key')).toBe('no')
    expect(reads('**/*.pem', '~/x/deep/a.pem')).toBe('no')
    expect(reads('**/*.pem', `\${project}/deep/er/a.pem`)).not.toBe('no')
    expect(reads('+(a|b)', '**/x/y')).not.toBe('yes')
  })

  it('starts where links lead', () => {
    const inLink = [effect('read', 'link/*.t')]
    expect(judge('read', '/secret/**', inLink, { '/w/link': '/secret' })).toBe('yes')
    expect(judge('read', '/secret/**', inLink)).toBe('no')
    const draft = draftOf(inLink)
    expect(reasons(matchPaths({ kind: 'read', globs: globs(['/secret/**']), not: [] }, withResolved(draft, new Map())))).toBe('path')
  })

  it('deletes what a rule names inside a folder it may be', () => {
    expect(judge('delete', '~/.claude/settings.json', [effect('delete', '~/.cl*')])).toBe('pattern')
    expect(judge('delete', '~/.claude/settings.json', [effect('delete', '~/.x*')])).toBe('no')
    expect(judge('write', '~/.claude/settings.json', [effect('write', '~/.cl*')])).toBe('no')
    expect(judge('delete', '/etc/**', [effect('delete', '/et*')])).toBe('pattern')
  })

  it('is two paths when it starts in two folders', () => {
    const both = [effect('read', '*.t', { directory: 'a' }), effect('read', '*.t', { directory: 'b' })]
    expect(judge('read', `\${project}/b/**`, both)).toBe('yes')
  })

  it('becomes any path past its bounds', () => {
    expect(reads(`${'*a'.repeat(400)}`, '/etc/shadow')).toBe('path')
  })

  it('is seen in code, and then may be left alone', () => {
    expect(judge('read', '**/.env', [{ ...file('read', '.env'), certainty: 'may' }])).toBe('code')
    expect(judge('read', '**/.env*', [effect('read', '.env*', { certainty: 'may' })])).toBe('code')
  })
})
