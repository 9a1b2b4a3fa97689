/** OTLP/JSON held against the official protobuf descriptors: a receiver that answers 200 is no proof, collectors take unknown keys and spans without ids. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import protobuf, { type Field, type Type } from 'protobufjs'

export type Signal = 'traces' | 'logs' | 'metrics'

const PROTO = fileURLToPath(new URL('./proto', import.meta.url))
const REQUESTS: Readonly<Record<Signal, readonly [string, string]>> = {
  traces: ['trace', 'ExportTraceServiceRequest'],
  logs: ['logs', 'ExportLogsServiceRequest'],
  metrics: ['metrics', 'ExportMetricsServiceRequest'],
}

/** What the descriptors cannot say, every field of proto3 being optional, and a reader needs all the same. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  ExportTraceServiceRequest: ['resourceSpans'],
  Span: ['traceId', 'spanId', 'name', 'startTimeUnixNano', 'endTimeUnixNano'],
  Link: ['traceId', 'spanId'],
  KeyValue: ['key'],
  Metric: ['name'],
}

/** Indices into a string table that profiles have and no other signal: the official comments forbid them elsewhere. */
const ONLY_PROFILES: ReadonlySet<string> = new Set(['keyStrindex', 'stringValueStrindex'])

/** The one departure from protobuf's own JSON: ids are hexadecimal, of so many digits. */
const ID_DIGITS: Readonly<Record<string, number>> = { traceId: 32, spanId: 16, parentSpanId: 16 }

function loadRequests(): Readonly<Record<Signal, Type>> {
  const root = new protobuf.Root()
  root.resolvePath = (_, target) => join(PROTO, target)
  const service = (folder: string) => `opentelemetry/proto/collector/${folder}/v1/${folder}_service.proto`
  root.loadSync(Object.values(REQUESTS).map(([folder]) => service(folder)))
  root.resolveAll()
  const typeOf = ([folder, name]: readonly [string, string]) => root.lookupType(`opentelemetry.proto.collector.${folder}.v1.${name}`)
  return { traces: typeOf(REQUESTS.traces), logs: typeOf(REQUESTS.logs), metrics: typeOf(REQUESTS.metrics) }
}

let requests: Readonly<Record<Signal, Type>> | undefined

/**
 * Every departure of an export's body from the descriptors, each with its path: unknown keys, wrong types, numbers where 64-bit integers are decimal
 * strings, enums by name, two values in one place, ids that are missing, all zero or not hexadecimal. None is the empty list. Nothing is thrown.
 */
export function descriptorProblems(signal: Signal, body: unknown): string[] {
  requests ??= loadRequests()
  return messageProblems(requests[signal], body, '')
}

/** The fields of every message that a trace export may hold, by their JSON names, as the official files have them. */
export function officialFields(): Map<string, string[]> {
  requests ??= loadRequests()
  const found = new Map<string, string[]>()
  const visit = (type: Type): void => {
    if (found.has(type.name)) return
    found.set(
      type.name,
      type.fieldsArray.map(({ name }) => camel(name)),
    )
    for (const field of type.fieldsArray) if (field.resolve().resolvedType instanceof protobuf.Type) visit(field.resolvedType as Type)
  }
  visit(requests.traces)
  return found
}

function messageProblems(type: Type, value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at || type.name} is not an object`]
  const under = (key: string) => (at === '' ? key : `${at}.${key}`)
  const fields = new Map(type.fieldsArray.map(field => [camel(field.name), field]))
  const filled = new Map<string, string>()
  const problems: string[] = []
  for (const [key, part] of Object.entries(value)) {
    const field = fields.get(key)
    if (field === undefined || ONLY_PROFILES.has(key)) {
      problems.push(`${under(key)} is not a field of ${type.name}`)
      continue
    }
    const oneof = field.options?.proto3_optional === true ? undefined : field.partOf?.name
    const other = oneof === undefined ? undefined : filled.get(oneof)
    if (other !== undefined) problems.push(`${at} has both ${other} and ${key}`)
    if (oneof !== undefined) filled.set(oneof, key)
    problems.push(...fieldProblems(type, field, part, key, under(key)))
  }
  const missing = (REQUIRED[type.name] ?? []).filter(key => !(key in value))
  return [...problems, ...missing.map(key => `${under(key)} is missing`)]
}

function fieldProblems(type: Type, field: Field, value: unknown, key: string, at: string): string[] {
  if (!field.repeated) return itemProblems(type, field, value, key, at)
  if (!Array.isArray(value)) return [`${at} is not a list`]
  return value.flatMap((item, k) => itemProblems(type, field, item, key, `${at}[${k}]`))
}

function itemProblems(type: Type, field: Field, value: unknown, key: string, at: string): string[] {
  const resolved = field.resolve().resolvedType
  if (resolved instanceof protobuf.Type) return messageProblems(resolved, value, at)
  if (resolved instanceof protobuf.Enum)
    return Number(value) in resolved.valuesById && Number.isInteger(value) ? [] : [`${at} is no number of ${resolved.name}`]
  const digits = ID_DIGITS[key]
  if (digits !== undefined) {
    const isLeftOut = value === '' && (key === 'parentSpanId' || type.name === 'LogRecord')
    return isLeftOut || isId(value, digits) ? [] : [`${at} is not ${digits} hexadecimal digits`]
  }
  const isRight = SCALARS[field.type]
  return isRight?.(value) === true ? [] : [`${at} is not a valid ${field.type}`]
}

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value)
const isId = (value: unknown, digits: number): boolean => isText(value, /^(?!0+$)[0-9a-f]+$/i) && (value as string).length === digits
const isWithin = (value: unknown, low: number, high: number): boolean =>
  Number.isInteger(value) && Number(value) >= low && Number(value) <= high
const isDecimal = (value: unknown, low: bigint, high: bigint): boolean =>
  isText(value, /^-?\d{1,20}$/) && BigInt(value as string) >= low && BigInt(value as string) <= high
const isU64 = (value: unknown): boolean => isDecimal(value, 0n, 2n ** 64n - 1n)
const isI64 = (value: unknown): boolean => isDecimal(value, -(2n ** 63n), 2n ** 63n - 1n)
const isU32 = (value: unknown): boolean => isWithin(value, 0, 2 ** 32 - 1)
const isI32 = (value: unknown): boolean => isWithin(value, -(2 ** 31), 2 ** 31 - 1)

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  bool: value => typeof value === 'boolean',
  double: value => typeof value === 'number' || isText(value, /^(NaN|-?Infinity)$/),
  bytes: value => isText(value, /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  uint32: isU32,
  fixed32: isU32,
  int32: isI32,
  sint32: isI32,
  uint64: isU64,
  fixed64: isU64,
  int64: isI64,
  sfixed64: isI64,
  sint64: isI64,
}
