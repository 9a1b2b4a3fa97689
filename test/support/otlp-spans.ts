/** An attribute's value decoded: integers as numbers (as a bigint past what a number holds), bytes as the base64 text they came in. */
export type AttributeValue = string | number | bigint | boolean | null | AttributeValue[] | { [key: string]: AttributeValue }

/** Attributes by key. */
export type Attributes = Record<string, AttributeValue>

/** One span as it was received. Times are nanoseconds since the epoch; a root's `parentSpanId` is ''; `status.code` is 0 unset, 1 ok, 2 error. */
export type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
  kind: number
  start: bigint
  end: bigint
  attributes: Attributes
  status: { code: number; message: string }
  events: { name: string; attributes: Attributes }[]
  resource: Attributes
  scope: { name: string; version: string; attributes: Attributes }
}

type Loose = Record<string, unknown>

/** The spans of an OTLP/JSON trace export that was found to conform, in the order they stand in it. */
export function spansOf(body: unknown): ReceivedSpan[] {
  return list((body as Loose).resourceSpans).flatMap(ofResource =>
    list(ofResource.scopeSpans).flatMap(ofScope => {
      const resource = attributesOf((ofResource.resource as Loose | undefined)?.attributes)
      const scope = (ofScope.scope ?? {}) as Loose
      const { name = '', version = '' } = scope as { name?: string; version?: string }
      return list(ofScope.spans).map(span => ({
        ...decoded(span),
        resource,
        scope: { name, version, attributes: attributesOf(scope.attributes) },
      }))
    }),
  )
}

/** A list of OTLP key-values as a plain object; anything else is the empty object. */
export function attributesOf(keyValues: unknown): Attributes {
  return Object.fromEntries(list(keyValues).map(({ key, value }) => [String(key), anyValue(value as Loose | undefined)]))
}

function decoded(span: Loose): Omit<ReceivedSpan, 'resource' | 'scope'> {
  const { code = 0, message = '' } = (span.status ?? {}) as { code?: number; message?: string }
  return {
    name: String(span.name),
    traceId: String(span.traceId),
    spanId: String(span.spanId),
    parentSpanId: String(span.parentSpanId ?? ''),
    kind: Number(span.kind ?? 0),
    start: BigInt(String(span.startTimeUnixNano)),
    end: BigInt(String(span.endTimeUnixNano)),
    attributes: attributesOf(span.attributes),
    status: { code, message },
    events: list(span.events).map(event => ({ name: String(event.name ?? ''), attributes: attributesOf(event.attributes) })),
  }
}

function anyValue(value: Loose | undefined): AttributeValue {
  const [[kind, held] = []] = Object.entries(value ?? {})
  if (kind === 'intValue') return integer(String(held))
  if (kind === 'doubleValue') return Number(held)
  if (kind === 'arrayValue') return list((held as Loose).values).map(anyValue)
  if (kind === 'kvlistValue') return attributesOf((held as Loose).values)
  return (held as string | boolean | undefined) ?? null
}

function integer(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

function list(value: unknown): Loose[] {
  return Array.isArray(value) ? value : []
}
