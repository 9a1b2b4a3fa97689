/** Aho and Corasick's automaton (1975), for the needles that are too many alike for `window-index.ts`: one step a unit, whatever they are. */

import { Bytes, Integers, imul, max, min, unitAt } from './realm.ts'
import { type Budget, type Report, SKIP } from './window-index.ts'

const slotOf = (key: number): number => {
  const hash = imul(key, 0x9e3779b1)
  return hash ^ (hash >>> 15)
}

/**
 * Scans a text for `needles`, numbers into `forms`, each of two units at least and fewer than 65,536 together. Of several that end at one place the longest is reported: the
 * others stand inside it. A text made to cost is treated as `window-index.ts` does.
 */
export function createAutomaton(
  forms: readonly string[],
  needles: readonly number[],
): (text: string, report: Report, budget: Budget) => void {
  let most = 1
  for (const needle of needles) most += (forms[needle] as string).length
  /** By state, the first being the root: the state before it, in the high half, and the unit that led to it. */
  const keys = new Integers(most)
  /** The longest needle that ends in a state, plus one. */
  const ends = new Integers(most)
  /** The state of the longest end of what was read that begins a needle, other than all of it. */
  const fails = new Integers(most)
  /** States by the length of what they stand for. */
  const levels: number[][] = []
  let size = 1
  let mask = 1023
  while (mask < most * 2) mask = mask * 2 + 1
  /** States by their keys. */
  const table = new Integers(mask + 1)

  /** The place of the table where the state after this one stands, or would. */
  const placeOf = (state: number, unit: number): number => {
    const key = (state << 16) | unit
    let slot = slotOf(key) & mask
    for (; ; slot = (slot + 1) & mask) {
      const child = table[slot] as number
      if (child === 0 || keys[child] === key) return slot
    }
  }

  /** Which two units begin a needle, as bits; units past Latin-1 may come to the same. Most places of a text are passed by with this alone. */
  const beginnings = new Bytes(8192)
  const pairOf = (unit: number, after: number): number => (unit & 255) | ((after & 255) << 8)

  for (const needle of needles) {
    const form = forms[needle] as string
    const pair = pairOf(unitAt(form, 0), unitAt(form, 1))
    beginnings[pair >> 3] = (beginnings[pair >> 3] as number) | (1 << (pair & 7))
    let state = 0
    for (let at = 0; at < form.length; at++) {
      const place = placeOf(state, unitAt(form, at))
      if (table[place] === 0) {
        if (levels.length === at) levels.push([])
        ;(levels[at] as number[]).push(size)
        keys[size] = (state << 16) | unitAt(form, at)
        table[place] = size++
      }
      state = table[place] as number
    }
    if (ends[state] === 0) ends[state] = needle + 1
  }

  for (const state of levels.flat()) {
    const key = keys[state] as number
    let from = key >>> 16
    let fail = 0
    while (fail === 0 && from !== 0) {
      from = fails[from] as number
      fail = table[placeOf(from, key & 0xffff)] as number
    }
    fails[state] = fail
    if (ends[state] === 0) ends[state] = ends[fail] as number
  }

  return (text, report, budget) => {
    let state = 0
    let after = text.charCodeAt(0)
    for (let at = 0; at < text.length; at++) {
      const unit = after
      after = text.charCodeAt(at + 1)
      let next = 0
      while (state !== 0) {
        next = table[placeOf(state, unit)] as number
        if (next !== 0) break
        state = fails[state] as number
      }
      if (state === 0) {
        const pair = pairOf(unit, after)
        if (((beginnings[pair >> 3] as number) & (1 << (pair & 7))) !== 0) next = table[placeOf(0, unit)] as number
      }
      state = next
      const end = ends[state] as number
      if (end === 0) continue
      if (--budget.looks > 0) {
        report(at + 1 - (forms[end - 1] as string).length, at + 1, end - 1)
        continue
      }
      report(max(0, at - levels.length), min(text.length, at + SKIP + levels.length + 4), end - 1)
      at += SKIP
      state = 0
      after = text.charCodeAt(at + 1)
    }
  }
}
