import { describe, expect, it } from 'vitest'
import type { RunCheck } from '../../../policy/compile/compiled.ts'
import { matchRun, type RunCondition } from '../../../policy/decide/match-run.ts'
import type { Run, Word } from '../../../policy/shell/effects.ts'
import { reasons } from '../truth.ts'
import { open, pattern, run, text } from '../words.ts'

const MAIN = { oneOf: ['main', 'refs/heads/main'] } as const
const pushes = (ref: Omit<Extract<RunCheck, { check: 'ref' }>, 'check'>): RunCondition => ({
  kind: 'run',
  program: { equals: 'git' },
  subcommand: [['push']],
  checks: [{ check: 'ref', ...ref }],
})
const push = (
  ref: Parameters<typeof pushes>[0],
  words: readonly (string | Word)[],
  flags: readonly string[] = [],
  more: Partial<Run> = {},
) => reasons(matchRun(pushes(ref), run('git', ['push', ...words], { flags, ...more })))

describe('a ref that git moves', () => {
  it('is forced by a plus or by a flag, and a lease is no force', () => {
    expect(push({ force: true }, ['origin', '+main'])).toBe('yes')
    expect(push({ force: true }, ['origin', 'main'], ['-f'])).toBe('yes')
    expect(push({ force: true }, [], ['--force'])).toBe('yes')
    expect(push({ force: true }, ['origin'], ['--mirror'])).toBe('yes')
    expect(push({ force: true }, ['origin', 'main'])).toBe('no')
    expect(push({ force: true }, ['origin', 'main'], ['--force-with-lease'])).toBe('no')
    expect(push({ force: true }, ['+origin', 'main'])).toBe('no')
    expect(push({ force: false }, ['origin', 'main'])).toBe('yes')
    expect(push({ force: false }, ['origin', '+main'])).toBe('no')
  })

  it('goes from its source to its destination, by the short name or the full one', () => {
    for (const spec of ['main', 'topic:main', 'HEAD:refs/heads/main', '+topic:heads/main', ':main']) {
      expect(push({ destination: { equals: 'main' } }, ['origin', spec])).toBe('yes')
    }
    for (const spec of ['topic', 'main:topic', 'refs/tags/main:refs/tags/main', 'mainline']) {
      expect(push({ destination: { equals: 'main' } }, ['origin', spec])).toBe('no')
    }
    expect(push({ source: { equals: 'main' } }, ['origin', 'main:topic'])).toBe('yes')
    expect(push({ source: { equals: 'topic' }, destination: MAIN }, ['origin', 'topic:x', 'x:main'])).toBe('no')
    expect(push({ source: { equals: '' }, destination: MAIN }, ['origin', ':main'])).toBe('yes')
    expect(push({ destination: { equals: 'refs/tags/v1' } }, ['origin', 'tag', 'v1'])).toBe('yes')
  })

  it('fits with all its parts in one refspec', () => {
    expect(push({ force: true, destination: MAIN }, ['origin', '+topic', 'main'])).toBe('no')
    expect(push({ force: true, destination: MAIN }, ['origin', 'topic', '+main'])).toBe('yes')
    expect(push({ force: true, destination: MAIN }, ['origin', 'main'], ['-f'])).toBe('yes')
  })

  it('cannot be told where the line does not name it', () => {
    for (const words of [[], ['origin'], ['origin', 'HEAD'], ['origin', ':'], ['origin', 'refs/heads/*:refs/heads/*']]) {
      expect(push({ destination: MAIN }, words)).toBe('argument')
    }
    expect(push({ destination: MAIN }, ['origin'], ['--all'])).toBe('argument')
    expect(push({ destination: MAIN }, ['origin', open()])).toBe('argument')
    expect(push({ destination: MAIN }, ['origin', open('feature/')])).toBe('argument')
    expect(
      push({ destination: MAIN }, ['origin', { ...text(''), pieces: [{ kind: 'text', text: 'HEAD:feature/' }, { kind: 'unknown' }] }]),
    ).toBe('no')
    expect(push({ force: true }, ['origin', open('feature/')])).toBe('no')
    expect(push({ force: true }, ['origin', open()])).toBe('argument')
    expect(push({ force: true }, ['origin', 'main'], [], { mayHaveMoreFlags: true })).toBe('argument')
    expect(push({ destination: MAIN }, [open('', true), 'main'])).toBe('argument')
    expect(push({ destination: MAIN }, ['origin', pattern('ma', '*')])).not.toBe('no')
  })
})
