import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileRegex, regexProblem } from '../../../policy/compile/regex-safety.ts'

describe('what is refused', () => {
  test.each([
    ['(a+)+$', 'repeats something that already repeats'],
    ['(a*)*', 'repeats something that already repeats'],
    ['(?:\\w+\\.){1,11}', 'repeats something that already repeats'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'repeats something that already repeats'],
    ['(?=(a+)+)b', 'repeats something that already repeats'],
    ['((?=(a+)+)b)*', 'repeats something that already repeats'],
    ['(?:a|a)*', 'more than one way'],
    ['(?:a|ab)*c', 'more than one way'],
    ['(?:aa?)*', 'more than one way'],
    ['(?:\\w|\\d)*', 'more than one way'],
    ['(?:a|A)*', 'more than one way'],
    ['(?:a{1,2}){4,}', 'more than one way'],
    ['(?:(?:a|aa){2}){2}', 'more than one way'],
    ['(?:a?){30}a{30}', 'more than one way'],
    ['(?:a*){2}', 'more than one way'],
    ['(?:a+){2}', 'more than one way'],
    ['(a)\\1', 'backreference'],
    ['(?<q>a)\\k<q>', 'backreference'],
    ['(?<=a)b', 'lookbehind'],
    ['(?<!a)b', 'lookbehind'],
    ['(?i)abc', 'write ignore-case: true'],
    ['\\p{L}+', 'uses \\p, which means nothing here'],
    ['[a', 'is not valid: Unterminated character class'],
    ['a{2,1}', 'is not valid'],
    ['(?:a{100}){100}', 'longer than 5000'],
    ['a'.repeat(2001), 'longer than 2000'],
  ])('%s', (source, message) => {
    const compiled = compileRegex(source)
    expect(compiled.ok ? 'compiled' : compiled.message).toContain(message)
  })

  test('a long expression is cut in the message', () => {
    const compiled = compileRegex(`${'x'.repeat(1000)}(`)
    expect(compiled.ok ? '' : compiled.message.length).toBeLessThan(200)
  })
})

test.each([
  '^(create|delete)_',
  '\\bAKIA[0-9A-Z]{16}\\b',
  '^https?://[^/]+\\.internal(:\\d+)?/',
  'curl.*\\|\\s*(ba)?sh',
  '^(alias\\..+|credential\\.(.+\\.)?helper)$',
  '(?:\\d{1,3}\\.){3}\\d{1,3}',
  '(?:[0-9a-f]{2}:){5}[0-9a-f]{2}',
  '(?:\\w+\\.){1,3}com',
  '(?:-?\\d)*',
  '(?:[a-z]|\\.[a-z])*',
  '(?:(?!end)[^])*end',
  '^(?!--).*',
  '(?:a?)*',
  '(?:\\r?\\n)*',
])('%s is let through', source => {
  expect(compileRegex(source)).toEqual({ ok: true, re: new RegExp(source) })
})

test('ignore-case', () => {
  const compiled = compileRegex('^abc$', { ignoreCase: true })
  expect(compiled.ok && compiled.re.test('ABC')).toBe(true)
})

// The oracle counts, by dynamic programming, in how many ways a backtracking engine could walk an expression over a text.
type Node =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'seq'; readonly of: readonly Node[] }
  | { readonly kind: 'alt'; readonly of: readonly Node[] }
  | { readonly kind: 'repeat'; readonly of: Node; readonly min: number; readonly max: number }

const sourceOf = (node: Node): string => {
  if (node.kind === 'char') return node.char
  if (node.kind === 'seq') return node.of.map(sourceOf).join('')
  if (node.kind === 'alt') return `(?:${node.of.map(sourceOf).join('|')})`
  return `(?:${sourceOf(node.of)}){${node.min},${node.max === Number.POSITIVE_INFINITY ? '' : node.max}}`
}

type Ways = ReadonlyMap<number, number>
const add = (all: Map<number, number>, end: number, ways: number) => all.set(end, (all.get(end) ?? 0) + ways)

const waysOf = (node: Node, text: string): ((start: number) => Ways) => {
  const memo = new Map<number, Ways>()
  const inner = node.kind === 'char' ? [] : node.kind === 'repeat' ? [waysOf(node.of, text)] : node.of.map(one => waysOf(one, text))
  const compute = (start: number): Ways => {
    const all = new Map<number, number>()
    if (node.kind === 'char') return text[start] === node.char ? all.set(start + 1, 1) : all
    if (node.kind === 'alt') {
      for (const one of inner) for (const [end, ways] of one(start)) add(all, end, ways)
      return all
    }
    if (node.kind === 'seq') {
      let now: Ways = new Map([[start, 1]])
      for (const one of inner) {
        const next = new Map<number, number>()
        for (const [at, ways] of now) for (const [end, more] of one(at)) add(next, end, ways * more)
        now = next
      }
      return now
    }
    let now: Ways = new Map([[start, 1]])
    for (let round = 0; now.size > 0; round++) {
      if (round >= node.min) for (const [at, ways] of now) add(all, at, ways)
      if (round >= node.max) break
      const next = new Map<number, number>()
      for (const [at, ways] of now) {
        for (const [end, more] of inner[0]?.(at) ?? []) if (end !== at || round < node.min) add(next, end, ways * more)
      }
      now = next
    }
    return all
  }
  return start => {
    const known = memo.get(start)
    if (known !== undefined) return known
    const computed = compute(start)
    memo.set(start, computed)
    return computed
  }
}

const total = (ways: Ways): number => [...ways.values()].reduce((sum, one) => sum + one, 0)

const { node } = fc.letrec<{ node: Node; leaf: Node; seq: Node; alt: Node; repeat: Node }>(tie => ({
  leaf: fc.constantFrom<Node[]>({ kind: 'char', char: 'a' }, { kind: 'char', char: 'b' }),
  seq: fc.record({ kind: fc.constant('seq' as const), of: fc.array(tie('node'), { minLength: 2, maxLength: 3 }) }),
  alt: fc.record({ kind: fc.constant('alt' as const), of: fc.array(tie('node'), { minLength: 2, maxLength: 2 }) }),
  repeat: fc
    .tuple(
      tie('node'),
      fc.constantFrom([0, Number.POSITIVE_INFINITY], [1, Number.POSITIVE_INFINITY], [0, 1], [1, 2], [2, 5], [12, 12], [0, 30]),
    )
    .map(([of, [min, max]]): Node => ({ kind: 'repeat', of, min: min ?? 0, max: max ?? 0 })),
  node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('seq'), tie('alt'), tie('repeat')),
}))

const endless = (one: Node): number => {
  if (one.kind === 'char') return 0
  if (one.kind === 'repeat') return (one.max > 5 ? 1 : 0) + endless(one.of)
  return one.of.reduce((sum, part) => sum + endless(part), 0)
}

test('what is let through is never walked in exponentially many ways', () => {
  const N = 40
  const texts = ['a'.repeat(N), 'b'.repeat(N), 'ab'.repeat(N / 2), 'aab'.repeat(N / 3)]
  let letThrough = 0
  let refused = 0
  fc.assert(
    fc.property(
      node.filter(one => endless(one) > 0 && endless(one) <= 2),
      one => {
        if (regexProblem(sourceOf(one), '') !== undefined) {
          refused++
          return
        }
        letThrough++
        // Two endless repeats side by side may be walked in N^2 ways, and a few bounded ones multiply that; an ambiguous loop in 1.6^N, about 10^8.
        for (const text of texts) expect(total(waysOf(one, text)(0))).toBeLessThan(N ** 2 * 5_000)
      },
    ),
    { seed: 20260103, numRuns: 1500 },
  )
  expect(letThrough).toBeGreaterThan(150)
  expect(refused).toBeGreaterThan(150)
})
