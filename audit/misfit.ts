/** Whether a record is one that castellan writes. Without a key anybody can seal a record; what is in it is then all that can be asked. */
import type { z } from 'zod'
import { RECORD_SHAPES } from './record-schema.ts'

const { dispatch, start, checkpoint, recovered, end } = RECORD_SHAPES

/** The kind of record that it says it is: held to that alone, it is told where it is wrong. */
function shapeOf({ event, kind }: { readonly event?: unknown; readonly kind?: unknown }): z.ZodType {
  if (event === 'castellan.chain') return kind === 'end' ? end : start
  return event === 'castellan.checkpoint' ? checkpoint : event === 'castellan.recovered' ? recovered : dispatch
}

const PLAIN = /^\w{1,40}$/
/** Of names that somebody made up, those that are words. */
const nameOf = (path: readonly PropertyKey[]): string => path.map(one => (PLAIN.test(String(one)) ? String(one) : '…')).join('.')

/** The first field that is wrong, never what stands in it; undefined: none is. */
export function misfitOf(record: object): string | undefined {
  const [issue] = shapeOf(record).safeParse(record).error?.issues ?? []
  if (issue === undefined) return undefined
  return issue.code === 'unrecognized_keys'
    ? `it has a field that no record has: ${nameOf([...issue.path, issue.keys[0] ?? ''])}`
    : `its ${nameOf(issue.path)} is none that a record has`
}
