import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eligible } from '../../redact/eligible.ts'
import { formsOf } from '../../redact/forms.ts'
import { createRedactor, type Secret } from '../../redact/redactor.ts'

type Interval = { start: number; end: number; name: string; order: number /** Of the hit that names it. */; length: number }

/** The contract in the slowest, plainest words: every position tried, intervals joined until nothing overlaps. */
function naive(text: string, secrets: readonly Secret[]): string {
  const accepted = secrets.flatMap(({ name, value }) => {
    const verdict = eligible(name, value)
    return verdict.ok ? [{ name, value: verdict.value }] : []
  })
  const markers = accepted.map(({ name }) => `‹secret:${name}›`)
  const stand: [number, number][] = []
  for (let at = 0; at < text.length; at++) {
    for (const marker of markers) if (text.slice(at, at + marker.length) === marker) stand.push([at, at + marker.length])
  }
  let intervals: Interval[] = []
  accepted.forEach(({ name, value }, order) => {
    for (const form of formsOf(value)) {
      for (let start = 0; start < text.length; start++) {
        const end = start + form.length
        const isHit = text.slice(start, end) === form
        const isInMarker = stand.some(([from, to]) => from <= start && end <= to)
        if (isHit && !isInMarker) intervals.push({ start, end, name, order, length: form.length })
      }
    }
  })
  for (let joined = true; joined; ) {
    joined = false
    outer: for (const a of intervals) {
      for (const b of intervals) {
        if (a === b || a.end <= b.start || b.end <= a.start) continue
        const [first] = [a, b].sort((x, y) => x.start - y.start || y.length - x.length || x.order - y.order) as [Interval]
        const both = { ...first, start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) }
        intervals = [...intervals.filter(x => x !== a && x !== b), both]
        joined = true
        break outer
      }
    }
  }
  let out = ''
  let from = 0
  for (const { start, end, name } of intervals.sort((a, b) => a.start - b.start)) {
    out += `${text.slice(from, start)}‹secret:${name}›`
    from = end
  }
  return out + text.slice(from)
}

const unit = fc.constantFrom('a', 'b', 'c', 'd', '"', '\\', '\n', '‹', '›')
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 8, maxLength: 11 }),
  fc.string({ unit, minLength: 8, maxLength: 24 }),
  fc.constantFrom(
    'abcdabcdab',
    'cdabcdabcd',
    'dabcdabcda',
    'secret:N0',
    'et:N1› abcd',
    'abcd ‹secr',
    'dcba"dcba',
    'first-ab\nsecond-cd\r\nx',
  ),
)
const secrets = fc.array(value, { minLength: 1, maxLength: 5 }).map(values => values.map((v, n) => ({ name: `N${n}`, value: v })))

const scene = secrets.chain(list => {
  const pieces = list.flatMap(({ value: v }) => {
    const verdict = eligible('', v)
    return verdict.ok ? formsOf(verdict.value) : [v]
  })
  const whole = fc.constantFrom(...pieces)
  const cut = fc.tuple(whole, fc.nat(10), fc.nat(10)).map(([form, head, tail]) => form.slice(head, form.length - tail))
  const noise = fc.string({ unit, maxLength: 4 })
  const marker = fc.constantFrom('‹secret:N0›', '‹secret:N1›', '‹secret:', '‹secret:nobody›')
  return fc.record({
    list: fc.constant(list),
    text: fc.array(fc.oneof(whole, cut, noise, marker), { maxLength: 8 }).map(parts => parts.join('')),
  })
})

test('the text is what a naive oracle makes of it, and nothing of a value stays', { timeout: 60_000 }, () => {
  let changed = 0
  fc.assert(
    fc.property(scene, ({ list, text }) => {
      const redactor = createRedactor(list)
      const redacted = redactor.text(text)
      expect(redacted.text).toBe(naive(text, list))
      const isChanged = redacted.text !== text
      if (isChanged) changed++
      expect(Object.keys(redacted.hits).length > 0).toBe(isChanged)
      // Residue: between the markers no form of any value is left.
      const between = redacted.text.split(/‹secret:N\d›/)
      const forms = list.flatMap(({ name, value: v }) => {
        const verdict = eligible(name, v)
        return verdict.ok ? formsOf(verdict.value) : []
      })
      for (const piece of between) for (const form of forms) expect(piece.includes(form)).toBe(false)
    }),
    { seed: 20_260_101, numRuns: 2000 },
  )
  expect(changed).toBeGreaterThan(1000)
})
