import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderPolicyModule, sourceOf } from '../../cli/build/policy-module.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { packageRoot } from '../../cli/package-root.ts'

/** For a busy machine. */
const LONG = { timeout: 60_000 }

/** The value that the source stands for. */
const evaluate = (source: string): unknown => new Function(`return ${source}`)()

const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a-b', '1', 'class', '\u2028'))
const regex = fc.constantFrom(/^a\/b$/i, /[/\]]/, /\n\//, /(?:)/, /\u2028/u, /\u2028"/)
const { plain } = fc.letrec(tie => ({
  plain: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    regex,
    fc.array(tie('plain')),
    fc.array(fc.tuple(key, tie('plain'))).map(entries => Object.fromEntries(entries)),
  ),
}))

test('the source of a value evaluates to that value', LONG, () => {
  fc.assert(
    fc.property(plain, value => {
      expect(evaluate(sourceOf(value))).toEqual(value)
    }),
    { seed: 20261130, numRuns: 500 },
  )
})

test('no line of the source ends where a reader would not see it', () => {
  expect(sourceOf({ 'a\u2028': 'b\u2029', re: /\u2028/ })).not.toMatch(/[\u2028\u2029]/)
})

test('a key without a value is left out, a key named __proto__ is a key', () => {
  expect(sourceOf({ a: undefined, b: 1 })).toBe('{b: 1}')
  const read = evaluate(sourceOf(JSON.parse('{ "__proto__": { "mode": "observe" } }'))) as object
  expect(Object.keys(read)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
})

test('the module of the reference policy holds the policy', LONG, async () => {
  const loaded = loadPolicy('policies/reference', packageRoot())
  if (!loaded.ok) throw new Error('the reference policy does not compile')
  const folder = mkdtempSync(join(tmpdir(), 'castellan-policy-'))
  try {
    const file = join(folder, 'policy.js')
    writeFileSync(file, renderPolicyModule(loaded.policy))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    for (const name of ['castellan.js', 'vendor.js']) copyFileSync(join(packageRoot(), 'dist', name), join(folder, name))
    const { policy } = (await import(pathToFileURL(file).href)) as { policy: unknown }
    expect(policy).toEqual(loaded.policy)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a glob that does not compile to what the policy holds is written out', LONG, () => {
  const loaded = loadPolicy('policies/reference', packageRoot())
  if (!loaded.ok) throw new Error('the reference policy does not compile')
  const [rule] = loaded.policy.rules
  if (rule === undefined) throw new Error('the reference policy has no rules')
  const odd = { base: 'any', re: /^odd$/u, source: '**/x' } as const
  const text = renderPolicyModule({ ...loaded.policy, rules: [{ ...rule, when: { kind: 'read', globs: [odd], not: [] } }] })
  expect(text).toContain('{base: "any", re: /^odd$/u, source: "**/x"}')
  expect(text).not.toContain('path("**/x")')
})
