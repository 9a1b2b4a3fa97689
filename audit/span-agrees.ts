/** Whether a span says what its sealed record says. People, alerts and queries read the span; the seal holds the record alone. */
import { ATTRIBUTE, ATTRIBUTE_NOTES } from './attributes.ts'
import { durationOf, hrTimeOf } from './hr-time.ts'
import type { Said } from './otlp-attributes.ts'
import type { SealedRecord } from './sealed-record.ts'
import { createShown } from './shown.ts'
import { attributesOf, sealAttributesOf } from './span-attributes.ts'
import { spanNameOf } from './span-name.ts'

/** A span as it was received, its attributes and those of its resource. */
export type Carrier = {
  readonly span: { readonly [key: string]: unknown }
  readonly attributes: ReadonlyMap<string, Said>
  readonly resource: ReadonlyMap<string, Said>
}

const NAMES = Object.keys(ATTRIBUTE) as (keyof typeof ATTRIBUTE)[]
/** Whatever the collector was told to add stands beside them. The record itself is what they are held to. */
const COMPARED = NAMES.filter(name => ['dispatch', 'checkpoint', 'record'].includes(ATTRIBUTE_NOTES[name].on) && name !== 'auditRecord')
/** Nothing that anybody could have written a secret into. */
const TOLD: ReadonlySet<string> = new Set(
  NAMES.filter(name => ATTRIBUTE_NOTES[name].cardinality === 'low' || ATTRIBUTE_NOTES[name].type === 'int').map(name => ATTRIBUTE[name]),
)
/** A hash is an anchor, which is held to the record of its number wherever that stands. */
const isAnchor = (name: string, said: Said): boolean => name === ATTRIBUTE.auditHash && /^[0-9a-f]{64}$/.test(`${said}`)
const PLAIN = /^[\w.[\]-]{1,64}$/

/** The record was masked before it was sealed. */
const { text, attributes: shown } = createShown(one => one)

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

function difference(name: string, said: Said, sealed: unknown, isSaid: boolean): string {
  const [onSpan, inRecord] = [said, sealed].map(value => (TOLD.has(name) && PLAIN.test(`${value}`) ? `${value}` : undefined))
  if (!isSaid) return `${name} is not on the span: the record says ${inRecord ?? 'it'}`
  if (sealed === undefined) return `${name} is on the span${onSpan === undefined ? '' : `, ${onSpan}`}: the record says nothing of it`
  if (said === undefined) return `${name} stands twice on the span, or is no value`
  return onSpan === undefined || inRecord === undefined
    ? `${name} is another on the span than in the record`
    : `${name} is ${onSpan} on the span: the record says ${inRecord}`
}

const nanosecondsOf = (ms: number): string => {
  const [seconds, nanoseconds] = hrTimeOf(ms)
  return String(BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds))
}

const ERROR: readonly unknown[] = [2, 'STATUS_CODE_ERROR']

function differences(record: SealedRecord, { span, attributes, resource }: Carrier): readonly string[] {
  const sealed = shown({ ...attributesOf(record), ...sealAttributesOf({ record, line: '' }) })
  const apart = COMPARED.map(name => ATTRIBUTE[name])
    .filter(name => attributes.has(name) !== name in sealed || !isSame(attributes.get(name), sealed[name]))
    .filter(name => !isAnchor(name, attributes.get(name)))
    .map(name => difference(name, attributes.get(name), sealed[name], attributes.has(name)))
  const hasFailed = 'guardFailure' in record && record.guardFailure !== undefined
  const end = record.time + durationOf('ms' in record ? (record.ms ?? 0) : 0)
  const { code } = { code: undefined, ...(span.status as object | undefined) }
  const others = {
    'service.name': resource.get(ATTRIBUTE.serviceName) === 'castellan',
    'the name': span.name === text(spanNameOf(record)),
    'the start': String(span.startTimeUnixNano) === nanosecondsOf(record.time),
    'the end': String(span.endTimeUnixNano) === nanosecondsOf(end),
    'the status': ERROR.includes(code) === hasFailed,
  }
  const wrong = Object.entries(others).filter(([, isRight]) => !isRight)
  return [...apart, ...wrong.map(([what]) => `${what} of the span is not what the record makes it`)]
}

/** What of the span is not as the record has it, a phrase each. Of a record that no castellan makes, nothing: that is told elsewhere. */
export function differencesOf(record: SealedRecord, carrier: Carrier): readonly string[] {
  try {
    return differences(record, carrier)
  } catch {
    return []
  }
}
