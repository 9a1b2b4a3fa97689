/** Over the search for spellings: values that stand in a text as runs of bytes, in dumps and wholly encoded. */
import { readByteRuns } from './byte-runs.ts'
import { createFindings } from './findings.ts'
import type { Hit } from './hit.ts'
import type { Redactor } from './redactor.ts'
import { withMarkers } from './writer.ts'

const NONE = () => []

/** The unions of what overlaps, as every search hands them on. */
function joined(hits: readonly Hit[]): readonly Hit[] {
  const findings = createFindings()
  for (const [at, { start, end }] of hits.entries()) findings.add(start, end, at * 2)
  const all: Hit[] = []
  const named = hits.map(({ name, form }) => ({ name, kind: form }))
  findings.each(named, NONE, (start, end, name, form) => all.push({ start, end, name, form }))
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
