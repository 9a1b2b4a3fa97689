/**
 * The series that the gateway's counting roads make of OTLP bodies. The filters, statements and conditions are read from gateway.yaml and interpreted
 * here, in place of the contrib components that no package here has: OTTL in the forms that the file uses; any other throws.
 */
import { type Attributes, type AttributeValue, attributesOf } from '../support/otlp-spans.ts'
import type { LogBody, TraceBody } from './bodies.ts'
import { type CollectorConfig, collectorConfig, labelOf } from './names.ts'

type Item = { readonly name: string; readonly attributes: Attributes; readonly resource: Attributes }
type Read = (item: Item) => AttributeValue | undefined
type Holds = (item: Item) => boolean

const ATTRIBUTE_OF = /^(resource\.)?attributes\["([^"]+)"\]$/

function operandOf(text: string): Read {
  if (text === 'name') return item => item.name
  const [, convert, inner] = /^(Int|String)\((.+)\)$/.exec(text) ?? []
  if (inner !== undefined) {
    const read = operandOf(inner)
    return item => {
      const value = read(item)
      if (value === undefined) return undefined
      return convert === 'Int' ? Number(value) : typeof value === 'string' ? value : JSON.stringify(value)
    }
  }
  const [, ofResource, key] = ATTRIBUTE_OF.exec(text) ?? []
  if (key === undefined) throw new Error(`gateway.yaml: an operand that is not read here: ${text}`)
  return ({ attributes, resource }) => (ofResource === undefined ? attributes : resource)[key]
}

function termOf(text: string): Holds {
  const [, target, pattern] = /^IsMatch\((.+), (".*")\)$/.exec(text) ?? []
  if (target !== undefined && pattern !== undefined) {
    const [read, regex] = [operandOf(target), new RegExp(JSON.parse(pattern) as string)]
    return item => {
      const value = read(item)
      return typeof value === 'string' && regex.test(value)
    }
  }
  const [, left, operator, right] = /^(.+) (==|!=|>) (nil|true|\d+|"[^"]*")$/.exec(text) ?? []
  if (left === undefined || right === undefined) throw new Error(`gateway.yaml: a condition that is not read here: ${text}`)
  const read = operandOf(left)
  const wanted = right === 'nil' ? undefined : (JSON.parse(right) as AttributeValue)
  if (operator === '>') return item => Number(read(item)) > Number(wanted)
  return item => (read(item) === wanted) === (operator === '==')
}

function conditionOf(text: string): Holds {
  const terms = text.split(' and ').map(termOf)
  return item => terms.every(holds => holds(item))
}

/** What a statement of a span's context sets, where it holds. */
function settingOf(statement: string): (item: Item) => Item {
  const [, key, value, where] = /^set\(attributes\["([^"]+)"\], ("[^"]*")\) where (.+)$/.exec(statement) ?? []
  if (key === undefined || value === undefined || where === undefined)
    throw new Error(`gateway.yaml: a statement that is not read here: ${statement}`)
  const [holds, set] = [conditionOf(where), JSON.parse(value) as string]
  return item => (holds(item) ? { ...item, attributes: { ...item.attributes, [key]: set } } : item)
}

type Filter = { traces?: { span: string[] }; logs?: { log_record: string[] } }
type Transform = { trace_statements: { context: string; statements: string[] }[] }
type Counted = Record<string, { conditions: string[]; attributes: { key: string; default_value?: string }[] }>

/** What the counting roads do, as functions. */
function roadsOf({ processors = {}, connectors = {} }: CollectorConfig) {
  const filterOf = (name: string) => processors[name] as Filter
  const transform = processors['transform/countable'] as Transform
  const ofSpans = transform.trace_statements.filter(({ context }) => context === 'span')
  return {
    isDropped: {
      spans: filterOf('filter/dispatches').traces?.span.map(conditionOf) ?? [],
      logs: filterOf('filter/engine').logs?.log_record.map(conditionOf) ?? [],
    },
    settings: ofSpans.flatMap(({ statements }) => statements.map(settingOf)),
    count: connectors.count as { spans: Counted; logs: Counted },
  }
}

function itemsOf(body: TraceBody | LogBody): Item[] {
  if ('resourceSpans' in body)
    return body.resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map(({ name, attributes }) => ({ name, attributes: attributesOf(attributes), resource: attributesOf(resource?.attributes) })),
      ),
    )
  return body.resourceLogs.flatMap(({ resource, scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) =>
      logRecords.map(({ attributes }) => ({
        name: '',
        attributes: attributesOf(attributes),
        resource: attributesOf(resource?.attributes),
      })),
    ),
  )
}

/** Counters by series, as a metric store names them: `castellan_decisions_total{castellan_decision="deny", ...}`. */
export function countedOf(bodies: readonly (TraceBody | LogBody)[], config = collectorConfig('gateway')): Map<string, number> {
  const { isDropped, settings, count } = roadsOf(config)
  const series = new Map<string, number>()
  for (const body of bodies) {
    const kind = 'resourceSpans' in body ? 'spans' : 'logs'
    const kept = itemsOf(body).filter(item => !isDropped[kind].some(holds => holds(item)))
    const items = kind === 'spans' ? kept.map(item => settings.reduce((one, set) => set(one), item)) : kept
    for (const [metric, { conditions, attributes }] of Object.entries(count[kind])) {
      const holds = conditions.map(conditionOf)
      for (const item of items.filter(one => holds.some(is => is(one)))) {
        const labels = attributes.map(({ key, default_value }) => [labelOf(key), item.attributes[key] ?? default_value])
        // As the connector: what lacks an attribute that has no default is not counted.
        if (labels.some(([, value]) => value === undefined)) continue
        const name = `${labelOf(metric)}_total{${labels.map(([label, value]) => `${label}="${value}"`).join(', ')}}`
        series.set(name, (series.get(name) ?? 0) + 1)
      }
    }
  }
  return series
}
