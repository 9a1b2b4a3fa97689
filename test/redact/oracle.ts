/**
 * What a redactor must do, in the slowest and plainest words: every place tried, intervals joined until nothing overlaps. Which spellings there are it takes from what
 * is tested: `encoders.property.test.ts` holds those against encoders of others.
 */
import { fitsLeft, fitsRight, paddingOf } from '../../redact/base64.ts'
import { eligible } from '../../redact/eligible.ts'
import { formsOf } from '../../redact/forms.ts'
import type { Needle } from '../../redact/matcher.ts'
import type { Secret } from '../../redact/redactor.ts'

type Interval = { start: number; end: number; name: string; order: number; length: number }

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it is about
const ESCAPES = /\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,512}(?:\x07|\x1b\\)|[ -/]{0,4}[0-Z\\^-~])/g
const WRAPS = /(?<=[A-Za-z0-9+/_-]{32})(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)[ \t]{0,64}(?=[A-Za-z0-9+/_-])/g

/** The places of the text that a view keeps. */
function keptIn(text: string): number[] {
  const isOut = new Array(text.length).fill(false)
  for (const out of [ESCAPES, WRAPS]) for (const match of text.matchAll(out)) isOut.fill(true, match.index, match.index + match[0].length)
  return isOut.flatMap((out, at) => (out ? [] : [at]))
}

function intervalsIn(text: string, places: readonly number[], needles: readonly Needle[]): Interval[] {
  const intervals: Interval[] = []
  needles.forEach(({ form, name, edge = 0 }, order) => {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
      let from = at
      let to = at + form.length
      if (from > 0 && fitsLeft(edge, text.charCodeAt(from - 1))) from--
      if (to < text.length && fitsRight(edge, text.charCodeAt(to))) {
        to++
        for (let left = paddingOf(edge); left > 0 && text[to] === '='; left--) to++
      }
      const start = places[from] as number
      const end = (places[to - 1] as number) + 1
      intervals.push({ start, end, name, order, length: end - start })
    }
  })
  return intervals
}

export function needlesOf(secrets: readonly Secret[]): Needle[] {
  return secrets.flatMap(({ name, value, force }) => {
    const verdict = eligible(value, force)
    return verdict.ok ? formsOf(verdict.value).map(form => ({ ...form, name })) : []
  })
}

/** The stretches a matcher over these needles must answer, markers of `names` spared. */
export function naiveHits(
  text: string,
  needles: readonly Needle[],
  names: readonly string[],
): { start: number; end: number; name: string }[] {
  const stand: [number, number][] = []
  for (const name of names) {
    const marker = `‹secret:${name}›`
    for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + 1)) stand.push([at, at + marker.length])
  }
  const all = text.split('').map((_, at) => at)
  const kept = keptIn(text)
  const view = kept.map(at => text[at]).join('')
  const inView = kept.length === text.length ? [] : intervalsIn(view, kept, needles)
  const intervals = [...intervalsIn(text, all, needles), ...inView]
    .filter(({ start, end }) => !stand.some(([from, to]) => from <= start && end <= to))
    .sort((a, b) => a.start - b.start || b.length - a.length || a.order - b.order)
  const joined: { start: number; end: number; name: string }[] = []
  for (const { start, end, name } of intervals) {
    const last = joined.at(-1)
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end, name })
  }
  return joined
}

const known = new Map<readonly Secret[], readonly Needle[]>()

/** The text with markers. */
export function naive(text: string, secrets: readonly Secret[]): string {
  const names = secrets.filter(({ value, force }) => eligible(value, force).ok).map(({ name }) => name)
  let out = ''
  let from = 0
  const needles = known.get(secrets) ?? needlesOf(secrets)
  known.set(secrets, needles)
  for (const { start, end, name } of naiveHits(text, needles, names)) {
    out += `${text.slice(from, start)}‹secret:${name}›`
    from = end
  }
  return out + text.slice(from)
}
