/** What a span or a log record of an OTLP/JSON body carries, whoever wrote the body. */
import { fieldsOf, listOf } from './fields.ts'

/** A text, a number, a boolean, or a list of these; undefined: none of them, or a key that stands there twice, of which readers may take either. */
export type Said = string | number | boolean | readonly Said[] | undefined

/** Numbers are decimal strings in OTLP/JSON, or numbers where a writer is careless. */
function saidOf(value: unknown): Said {
  const { stringValue, intValue, boolValue, doubleValue, arrayValue } = fieldsOf(value)
  if (typeof stringValue === 'string') return stringValue
  if (typeof intValue === 'string' || typeof intValue === 'number') return Number(intValue)
  if (typeof boolValue === 'boolean') return boolValue
  if (typeof doubleValue === 'number') return doubleValue
  return arrayValue === undefined ? undefined : listOf(fieldsOf(arrayValue).values).map(saidOf)
}

/** Attributes by key. */
export function attributesOf(carrier: unknown): ReadonlyMap<string, Said> {
  const found = new Map<string, Said>()
  for (const one of listOf(fieldsOf(carrier).attributes)) {
    const { key, value } = fieldsOf(one)
    if (typeof key === 'string') found.set(key, found.has(key) ? undefined : saidOf(value))
  }
  return found
}
