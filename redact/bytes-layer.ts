/** Over the search for spellings: values that stand in a text as runs of bytes, in dumps and wholly encoded. */
import { readByteRuns } from './byte-runs.ts'
import type { Hit } from './matcher.ts'
import type { Redactor } from './redactor.ts'
import { withMarkers } from './writer.ts'

/** The union of those that overlap, named by the one that starts first, then by the longest. */
function joined(hits: readonly Hit[]): Hit[] {
  const all: Hit[] = []
  let last: Hit | undefined
  for (const hit of hits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (last === undefined || hit.start >= last.end) all.push(hit)
    else if (hit.end > last.end) all[all.length - 1] = { ...last, end: hit.end }
    last = all.at(-1)
  }
  return all
}

/** The redactor with the layer over it: a whole text is also read as bytes, and what these stand for is searched. Streams have only the redactor's own. */
export function withBytes(redactor: Redactor): Redactor {
  const inBytes = (input: string): readonly Hit[] => {
    const found: Hit[] = []
    for (const { text, each } of readByteRuns(input, redactor.shortest)) {
      for (const { start, end, name } of redactor.find(text())) {
        each(start, end, (from, to) => found.push({ start: from, end: to, name, form: 'bytes' }))
      }
    }
    return found
  }
  const text: Redactor['text'] = (input, options) => {
    const found = inBytes(input)
    return found.length === 0 ? redactor.text(input, options) : withMarkers(input, joined([...redactor.find(input, options), ...found]))
  }
  return {
    ...redactor,
    text,
    deep: (value, shape, by = text) => redactor.deep(value, shape, by),
    find: (input, options) => joined([...redactor.find(input, options), ...inBytes(input)]),
  }
}
