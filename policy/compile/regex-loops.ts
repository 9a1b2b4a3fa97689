/**
 * Whether a loop over an expression can take the same text in more than one way: that is what makes backtracking exponential.
 * The loop's body is read as a position automaton; where two different positions that can come next share a character, the answer is yes.
 */
import type { AST } from '@eslint-community/regexpp'

/** A body with more places than this is called ambiguous unread. */
const MAX_POSITIONS = 300
const UNITS = 0x10000

type Part = { readonly isNullable: boolean; readonly first: readonly number[]; readonly last: readonly number[] }
const NOTHING: Part = { isNullable: true, first: [], last: [] }

/** Assertions count as empty, which can only make more loops ambiguous. A repeat without an end inside counts as one more than its least. */
export const isAmbiguousLoop = (loop: AST.Quantifier, flags: string): boolean => {
  const places: string[] = []
  const follow: number[][] = []

  const place = (raw: string): Part => {
    const index = places.push(raw) - 1
    follow.push([])
    return { isNullable: false, first: [index], last: [index] }
  }
  const link = (from: Part, to: Part): void => {
    for (const index of from.last) follow[index]?.push(...to.first)
  }
  const sequence = (parts: readonly Part[]): Part =>
    parts.reduce((before, after) => {
      link(before, after)
      return {
        isNullable: before.isNullable && after.isNullable,
        first: before.isNullable ? [...before.first, ...after.first] : before.first,
        last: after.isNullable ? [...before.last, ...after.last] : after.last,
      }
    }, NOTHING)
  const read = (element: AST.Element): Part => {
    if (places.length > MAX_POSITIONS) return NOTHING
    if (element.type === 'Assertion' || element.type === 'Backreference') return NOTHING
    if (element.type === 'Group' || element.type === 'CapturingGroup') {
      const all = element.alternatives.map(alternative => sequence(alternative.elements.map(read)))
      return { isNullable: all.some(one => one.isNullable), first: all.flatMap(one => one.first), last: all.flatMap(one => one.last) }
    }
    if (element.type !== 'Quantifier') return place(element.raw)
    const copies: Part[] = []
    const isEndless = element.max === Number.POSITIVE_INFINITY
    const count = Math.min(isEndless ? Math.max(2, element.min + 1) : element.max, MAX_POSITIONS + 1)
    for (let i = 0; i < count; i++) {
      const copy = read(element.element)
      copies.push(i < element.min ? copy : { ...copy, isNullable: true })
    }
    return sequence(copies)
  }

  const whole = read(loop.element)
  // Rounds that take nothing are only forbidden past the least number of rounds: before it, any of them may be the empty one.
  const mayIdle = whole.isNullable && loop.min > 1 && whole.first.length > 0
  if (mayIdle) return true
  link(whole, whole)
  if (places.length > MAX_POSITIONS) return true
  return [whole.first, ...follow].some(next =>
    hasOverlap(
      [...new Set(next)].map(index => places[index] ?? ''),
      flags,
    ),
  )
}

const hasOverlap = (places: readonly string[], flags: string): boolean => {
  if (places.length < 2) return false
  const seen = new Uint8Array(UNITS)
  for (const raw of places) {
    const set = charsOf(raw, flags)
    for (let unit = 0; unit < UNITS; unit++) {
      if (set[unit] === 1 && seen[unit] === 1) return true
      if (set[unit] === 1) seen[unit] = 1
    }
  }
  return false
}

const cache = new Map<string, Uint8Array>()

/** The characters a one-character expression takes, case aside. One that takes none of a single unit (an emoji) counts as taking all. */
const charsOf = (raw: string, flags: string): Uint8Array => {
  const key = `${flags}/${raw}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const re = new RegExp(`^(?:${raw})$`, `${flags}is`)
  const set = new Uint8Array(UNITS)
  for (let unit = 0; unit < UNITS; unit++) if (re.test(String.fromCharCode(unit))) set[unit] = 1
  if (!set.includes(1)) set.fill(1)
  cache.set(key, set)
  return set
}
