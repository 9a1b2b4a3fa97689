import { type FieldType, type MessageName, OTLP_TRACES, type Scalar } from './otlp-schema.ts'

/**
 * Every departure of a value from OTLP/JSON's trace export, each with its path: unknown fields, wrong types, missing or all-zero ids,
 * numbers where 64-bit integers are written as decimal strings. None is the empty list. Nothing is thrown.
 */
export function otlpProblems(value: unknown, message: MessageName = 'ExportTraceServiceRequest', at = ''): string[] {
  if (!isRecord(value)) return [`${at === '' ? message : at} is not an object`]
  const { fields, required = [], isOneOf } = OTLP_TRACES[message]
  const under = (key: string) => (at === '' ? key : `${at}.${key}`)
  const problems = Object.entries(value).flatMap(([key, part]) => {
    const type = fields[key]
    return type === undefined ? [`${under(key)} is not a field of ${message}`] : fieldProblems(type, part, under(key))
  })
  const missing = required.filter(key => value[key] === undefined).map(key => `${under(key)} is missing`)
  const set = Object.keys(value).filter(key => value[key] !== undefined && fields[key] !== undefined)
  const crowded = isOneOf === true && set.length > 1 ? [`${at} has both ${set.join(' and ')}`] : []
  const backwards = message === 'Span' && endsBeforeItStarts(value) ? [`${at} ends before it starts`] : []
  return [...problems, ...missing, ...crowded, ...backwards]
}

function fieldProblems(type: FieldType, value: unknown, at: string): string[] {
  if (typeof type === 'string') return itemProblems(type, value, at)
  if (!Array.isArray(value)) return [`${at} is not a list`]
  return value.flatMap((item, k) => itemProblems(type[0], item, `${at}[${k}]`))
}

function itemProblems(type: Scalar | MessageName, value: unknown, at: string): string[] {
  if (type in OTLP_TRACES) return otlpProblems(value, type as MessageName, at)
  return SCALARS[type as Scalar](value) ? [] : [`${at} is not a valid ${type}`]
}

const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value)
const isIntegerIn = (value: unknown, low: number, high: number): boolean =>
  Number.isInteger(value) && Number(value) >= low && Number(value) <= high
const isDecimalIn = (value: unknown, form: RegExp, low: bigint, high: bigint): boolean =>
  isText(value, form) && BigInt(value as string) >= low && BigInt(value as string) <= high

const SCALARS: Readonly<Record<Scalar, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  boolean: value => typeof value === 'boolean',
  double: value => typeof value === 'number' || isText(value, /^(NaN|-?Infinity)$/),
  u32: value => isIntegerIn(value, 0, 2 ** 32 - 1),
  u64: value => isDecimalIn(value, /^\d{1,20}$/, 0n, 2n ** 64n - 1n),
  i64: value => isDecimalIn(value, /^-?\d{1,19}$/, -(2n ** 63n), 2n ** 63n - 1n),
  base64: value => isText(value, /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  traceId: value => isText(value, /^(?!0+$)[0-9a-f]{32}$/i),
  spanId: value => isText(value, /^(?!0+$)[0-9a-f]{16}$/i),
  'spanId?': value => value === '' || isText(value, /^(?!0+$)[0-9a-f]{16}$/i),
  kind: value => isIntegerIn(value, 0, 5),
  statusCode: value => isIntegerIn(value, 0, 2),
}

function endsBeforeItStarts({ startTimeUnixNano: start, endTimeUnixNano: end }: Record<string, unknown>): boolean {
  return SCALARS.u64(start) && SCALARS.u64(end) && BigInt(end as string) < BigInt(start as string)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
