/** The second layer: what is left of a text once the known values are out of it, without tokens of the shapes that a policy names. */
import { redactDeep } from './deep.ts'
import { addHits, type Hits, NO_HITS } from './hits.ts'
import { BEFORE, createPatternFinder, type EnabledPattern, LONGEST_TOKEN, nameOf, openPattern, runOfToken } from './patterns.ts'
import type { Redactor } from './redactor.ts'
import type { RedactingStream } from './stream.ts'
import { withMarkers } from './writer.ts'

/** The redactor with the layer over it. A token that holds a known value in part is no longer of its shape, and only the value is taken out of it. */
export function withPatterns(redactor: Redactor, enabled: readonly EnabledPattern[]): Redactor {
  const find = createPatternFinder(enabled)

  const text: Redactor['text'] = (input, options) => {
    const exact = redactor.text(input, options)
    const hits = find(exact.text)
    if (hits.length === 0) return exact
    const written = withMarkers(exact.text, hits)
    return { text: written.text, hits: addHits(exact.hits, written.hits) }
  }

  const stream = (): RedactingStream => {
    const exact = redactor.stream()
    let held = ''
    /** What stands in front of what is held, markers and all: a token does not begin in a word. */
    let before = ''
    /** See `runOfToken`. */
    let run = 0
    let hits: Hits = NO_HITS
    const release = (wanted: number): string => {
      if (wanted === 0) return ''
      const read = before + held
      const found = find(read).filter(({ start }) => start >= before.length && start < before.length + wanted)
      // A token that goes on past that place began so long before the end that it is known whole.
      const length = Math.max(wanted, (found.at(-1)?.end ?? 0) - before.length)
      const written = withMarkers(read.slice(0, before.length + length), found)
      hits = addHits(hits, written.hits)
      const out = written.text.slice(before.length)
      before = (before + out).slice(-BEFORE)
      held = held.slice(length)
      return out
    }
    return {
      push(chunk) {
        const more = exact.push(chunk)
        held += more
        const last = runOfToken(more)
        run = last === more.length ? run + last : last
        // All one word: nothing to look at yet.
        if (run >= held.length && held.length <= 2 * LONGEST_TOKEN) return ''
        return release(openPattern(held, Math.min(run, held.length)))
      },
      end() {
        held += exact.end()
        return release(held.length)
      },
      get hits() {
        return addHits(exact.hits, hits)
      },
    }
  }

  return {
    ...redactor,
    text,
    stream,
    deep: (value, shape, by = text) => redactDeep(value, by, shape),
    find: (input, options) => {
      const exact = redactor.find(input, options)
      const more = find(input).filter(hit => !exact.some(({ start, end }) => start < hit.end && hit.start < end))
      return [...exact, ...more.map(hit => ({ ...hit, form: 'pattern' as const }))].sort((a, b) => a.start - b.start)
    },
    names: [...redactor.names, ...enabled.map(({ name }) => nameOf(name))],
    isEmpty: redactor.isEmpty && enabled.length === 0,
  }
}
