/** Finds every needle in time that does not grow with their number: the text is read at every few positions only. */

import { Bytes, Integers, imul, max, min } from './realm.ts'

/** Units of a text that are looked up together. */
const GRAM = 4
/** Needles that may share a window, and a place of the table. More of them, and hostile texts would cost more than their length. */
const MAX_ALIKE = 2
const MAX_CHAIN = 6
/** A place that so many others share is as good as an empty one. */
const FREE_CHAIN = 3
/** So many units of crowded needles make a small automaton; more of them are kept here, in groups. */
const MAX_CROWD = 32_768
/**
 * Windows found in a text after which needles are compared with it: so many, and one for so many units. Past that a text is made to cost: whatever could
 * stand around a window counts as standing there, and so much of the text is not looked at again. Too much is masked then, never too little.
 */
export const FREE_LOOKS = 65_536
export const UNITS_PER_LOOK = 512
/** A needle of so many units, as a power of two, costs one more to compare; any of so many, which no cache holds, too. */
const LONG_BITS = 9
const MANY = 65_536
export const SKIP = 250
/** Members of groups that are compared, one for so many units and no more: many small texts may not cost more than a whole one. */
const UNITS_PER_MEMBER = 8

/** Called with each place where a needle stands: its start, its end, its number. */
export type Report = (start: number, end: number, needle: number) => void

/** How many more windows may be compared; the searches of one text, or of all pieces of one, share it. */
export type Budget = { looks: number }

export type WindowIndex = {
  readonly scan: (text: string, report: Report, budget: Budget) => void
  /** Needles that share all their windows with too many others, and are few enough for an automaton: they are not looked for here. */
  readonly crowded: readonly number[]
}

/** Four units as one number; those past ASCII may come to the same. */
export const gramAt = (text: string, at: number): number =>
  text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 8) ^ (text.charCodeAt(at + 2) << 16) ^ (text.charCodeAt(at + 3) << 24)

/** Numbers of a node. */
const NODE = 4

const sizeFor = (entries: number, most: number): number => {
  let bits = 10
  while (bits < most && 1 << bits < entries) bits++
  return bits
}

/**
 * An index over `needles` (numbers into `forms`), none shorter than `window` units; `window` is 4 to 8. Every needle is known by one window of it, the one
 * whose place in the table fewest others have taken. One look at every `window - 3`rd position of a text meets each window in it exactly once.
 */
export function createWindowIndex(forms: readonly string[], needles: readonly number[], window: number): WindowIndex {
  const step = window - GRAM + 1
  const tailAt = window - GRAM
  const slots = sizeFor(needles.length * 2, 22)
  const slotMask = (1 << slots) - 1
  const filterBits = sizeFor(needles.length * step * 4, 22)
  const filterShift = 32 - filterBits

  /** For each gram, at which offsets of a window it stands, as bits. */
  const filter = new Bytes(1 << filterBits)
  /** Which hashes there are, as bits, eight to a place of the table: what is asked of it at every unit must stay in a cache. */
  const seen = new Bytes(1 << slots)
  const seenShift = 29 - slots
  /** The first node of a chain. */
  const heads = new Integers(1 << slots)
  const loads = new Bytes(1 << slots)
  /** By node, the first left out: the hash of a window, the next node, a needle (or -1 and less: a group), the offset of the window in it. */
  const nodes = new Integers((needles.length + 1) * NODE)
  let size = NODE
  /** Needles that share their last window. */
  const groups: number[][] = []

  const hashAt = (text: string, at: number): number => {
    const hash = imul(gramAt(text, at), 0x9e3779b1) ^ imul(gramAt(text, at + tailAt), 0x85ebca77)
    return hash ^ (hash >>> 15)
  }

  /** Units of the longest needle. */
  let reach = 0

  const add = (form: string, at: number, hash: number, needle: number): void => {
    reach = max(reach, form.length)
    const slot = hash & slotMask
    loads[slot] = (loads[slot] as number) + 1
    nodes[size] = hash
    nodes[size + 1] = heads[slot] as number
    nodes[size + 2] = needle
    nodes[size + 3] = at
    heads[slot] = size
    size += NODE
    const place = hash >>> seenShift
    seen[place >> 3] = (seen[place >> 3] as number) | (1 << (place & 7))
    for (let offset = 0; offset < step; offset++) {
      const gram = imul(gramAt(form, at + offset), 0x9e3779b1) >>> filterShift
      filter[gram] = (filter[gram] as number) | (1 << offset)
    }
  }

  const alikeIn = (hash: number): number => {
    let count = 0
    for (let node = heads[hash & slotMask] as number; node !== 0; node = nodes[node + 1] as number) if (nodes[node] === hash) count++
    return count
  }

  const crowded: number[] = []
  let crowd = 0
  for (const needle of needles) {
    const form = forms[needle] as string
    let best = -1
    let bestHash = 0
    let bestScore = MAX_ALIKE * MAX_CHAIN
    // From the end: what needles share is mostly how they begin.
    for (let at = form.length - window; at >= 0 && bestScore > FREE_CHAIN; at--) {
      const hash = hashAt(form, at)
      const load = loads[hash & slotMask] as number
      const score = load === 0 ? 0 : load < MAX_CHAIN ? load + alikeIn(hash) * MAX_CHAIN : Number.POSITIVE_INFINITY
      if (score < bestScore) {
        best = at
        bestHash = hash
        bestScore = score
      }
    }
    if (best >= 0) add(form, best, bestHash, needle)
    else {
      crowded.push(needle)
      crowd += form.length
    }
  }

  if (crowd > MAX_CROWD) {
    const byHash = new Map<number, number[]>()
    for (const needle of crowded.splice(0)) {
      const form = forms[needle] as string
      const at = form.length - window
      const hash = hashAt(form, at)
      const group = byHash.get(hash) ?? []
      if (group.push(needle) === 1) add(form, at, hash, -groups.push(group))
      byHash.set(hash, group)
      reach = max(reach, form.length)
    }
  }

  const scan: WindowIndex['scan'] = (text, report, budget) => {
    const end = text.length
    const last = end - GRAM
    const cost = needles.length > MANY ? 1 : 0
    let members = end / UNITS_PER_MEMBER
    const look = (needle: number, start: number): void => {
      const form = forms[needle] as string
      const stop = start + form.length
      if (start < 0 || stop > end) return
      budget.looks -= cost + (form.length >> LONG_BITS)
      if (text.startsWith(form, start)) report(start, stop, needle)
    }
    const lookAll = (group: readonly number[], from: number): void => {
      members -= group.length
      if (members < 0) budget.looks = 0
      else for (const needle of group) look(needle, from + window - (forms[needle] as string).length)
    }
    /** Looks at the windows from `at` back. Answers how much of the text need not be looked at. */
    const visit = (at: number, bits: number): number => {
      for (let from = at, offsetBits = bits; offsetBits !== 0; offsetBits >>= 1, from--) {
        const isWindow = (offsetBits & 1) === 1 && from + window <= end
        if (!isWindow) continue
        const hash = hashAt(text, from)
        const place = hash >>> seenShift
        if (((seen[place >> 3] as number) & (1 << (place & 7))) === 0) continue
        for (let node = heads[hash & slotMask] as number; node !== 0; node = nodes[node + 1] as number) {
          if (nodes[node] !== hash) continue
          const needle = nodes[node + 2] as number
          const isFree = --budget.looks > 0
          if (isFree && needle >= 0) look(needle, from - (nodes[node + 3] as number))
          else if (isFree) lookAll(groups[-1 - needle] as number[], from)
          if (budget.looks > 0) continue
          // Reaches over what base64 may add, too.
          const named = needle < 0 ? (groups[-1 - needle]?.[0] as number) : needle
          report(max(0, at - step - reach), min(end, at + SKIP + reach + GRAM), named)
          return SKIP
        }
      }
      return 0
    }
    if (step > 1) {
      for (let at = step - 1; at <= last; at += step) {
        const bits = filter[imul(gramAt(text, at), 0x9e3779b1) >>> filterShift] as number
        if (bits !== 0) at += visit(at, bits)
      }
      return
    }
    // The same at every position: of each gram three units are known from the one before.
    let [first, second, third] = [text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2)]
    for (let at = 0; at <= last; at++) {
      const fourth = text.charCodeAt(at + 3)
      const gram = first ^ (second << 8) ^ (third << 16) ^ (fourth << 24)
      first = second
      second = third
      third = fourth
      if (filter[imul(gram, 0x9e3779b1) >>> filterShift] === 0) continue
      const skip = visit(at, 1)
      if (skip === 0) continue
      at += skip
      first = text.charCodeAt(at + 1)
      second = text.charCodeAt(at + 2)
      third = text.charCodeAt(at + 3)
    }
  }
  return { scan, crowded }
}
