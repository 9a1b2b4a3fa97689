import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AuditRecord } from '../../audit/record.ts'
import { serializeSpans } from '../../audit/serialize.ts'
import { createSpans } from '../../audit/spans.ts'
import { FULL, recordOf, sourceOf } from './example.ts'

const spanOf = (record: AuditRecord) => {
  const [span] = createSpans(sourceOf())(record)
  if (span === undefined) throw new Error('no span')
  return span
}

describe('names', () => {
  const rule = { id: 'r', table: 't', verdict: 'deny', certainty: 'certain', mode: 'observe' } as const
  test.each<[string, Partial<AuditRecord>]>([
    ['castellan.decide tool.check', { event: 'tool.check' }],
    ['castellan.decide prompt.mention', { event: 'prompt.mention', redactions: { A: 1 } }],
    ['castellan.decide fs.read', { event: 'fs.read', decision: 'deny', caller: { plugin: 'u', tier: 'user' } }],
    ['castellan.decide fs.read', { event: 'fs.read', decision: 'allow', caller: { plugin: 'u', tier: 'user' } }],
    ['castellan.decide process.run', { event: 'process.run', rules: [rule] }],
    ['castellan.decide http.fetch', { event: 'http.fetch', redactions: { A: 1 }, guardFailure: { event: 'http.fetch' } }],
    ['castellan.register', { event: 'plugin.register', decision: 'deny' }],
    ['castellan.redact tool.call', { redactions: { A: 1 } }],
    ['castellan.observe tool.call', {}],
  ])('%s', (name, parts) => {
    expect(spanOf(recordOf(parts)).name).toBe(name)
  })
})

describe('a span', () => {
  test('carries what the record says', () => {
    expect(spanOf(FULL).attributes).toEqual({
      'castellan.decision': 'deny',
      'castellan.hook.event': 'tool.check',
      'castellan.enforcement': 'enforce',
      'security_rule.name': 'denies',
      'security_rule.ruleset.name': 'files',
      'castellan.rules': ['watched', 'asks', 'denies'],
      'castellan.rule.verdicts': ['deny certain observe', 'ask cannot-tell enforce', 'deny certain enforce'],
      'gen_ai.tool.name': 'mcp__github',
      'gen_ai.tool.call.id': 'toolu_1',
      'castellan.tool.name': 'mcp__github__create_issue',
      'castellan.turn': 3,
      'session.id': 'session-1',
      'castellan.agent': 'sub',
      'castellan.agent.id': 'agent-7',
      'castellan.caller.plugin': 'engine',
      'castellan.caller.tier': 'core',
      'castellan.redaction.names': ['API_KEY', 'TOKEN'],
      'castellan.redaction.count': 3,
      'castellan.redaction.is_leak': true,
      'castellan.redaction.channels': ['system'],
      'castellan.hydration.names': ['TOKEN'],
      'castellan.plugin.provenance': 'statusline@acme',
      'castellan.plugin.rule': 'entries[1]',
      'castellan.plugin.tier': 'user',
      'castellan.plugin.answer': 'observe',
      'castellan.withheld': ['audio'],
      'error.type': 'guard_failure',
      'castellan.guard_failure.event': 'tool.check',
    })
  })

  test('says nothing of what the record does not say', () => {
    expect(spanOf(recordOf({ tool: 'Bash' })).attributes).toEqual({
      'castellan.decision': 'none',
      'castellan.hook.event': 'tool.call',
      'gen_ai.tool.name': 'Bash',
      'session.id': 'session-1',
      'castellan.agent': 'main',
      'castellan.caller.plugin': 'engine',
      'castellan.caller.tier': 'core',
    })
  })

  test('only observed rules: a dry run, led by the first of them', () => {
    const rules = FULL.rules.map(rule => ({ ...rule, mode: 'observe' as const }))
    const { attributes } = spanOf(recordOf({ event: 'tool.check', decision: 'allow', rules }))
    expect(attributes).toMatchObject({ 'castellan.enforcement': 'dry_run', 'security_rule.name': 'watched' })
  })

  test('has a status only where the guard itself failed', () => {
    expect(spanOf(FULL).status).toEqual({ code: SpanStatusCode.ERROR })
    const { guardFailure: _, ...denied } = FULL
    expect(spanOf(denied).status).toEqual({ code: SpanStatusCode.UNSET })
  })

  test('has the times it was given, to the microsecond, whatever the clock says', () => {
    const span = spanOf(recordOf())
    expect(span.startTime).toEqual([1_700_000_000, 123_500_000])
    expect(span.endTime).toEqual([1_700_000_000, 135_750_000])
    expect(span.kind).toBe(SpanKind.INTERNAL)
    expect(spanOf(recordOf({ time: 5, ms: 1 })).endTime).toEqual([0, 6_000_000])
  })

  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY, undefined])('stands with the time %s', bad => {
    const spans = createSpans(sourceOf())(
      recordOf({
        time: bad as number,
        ms: bad as number,
        links: [{ index: 1, plugin: 'p', tier: 'user', outcome: 'returned', ms: bad as number }],
      }),
    )
    for (const span of spans) expect([...span.startTime, ...span.endTime].every(Number.isFinite)).toBe(true)
  })

  test('takes its ids from the randomness handed in, and an id of zeros is none', () => {
    const asked: number[] = []
    const [span] = createSpans(
      sourceOf({
        randomHex: bytes => {
          asked.push(bytes)
          return '0'.repeat(2 * bytes)
        },
      }),
    )(recordOf())
    expect(asked.toSorted((a, b) => a - b)).toEqual([8, 16])
    expect(span?.spanContext()).toMatchObject({ traceId: `${'0'.repeat(31)}1`, spanId: `${'0'.repeat(15)}1` })
  })

  test('reports as castellan, with the policy', () => {
    expect(spanOf(recordOf()).resource.attributes).toEqual({
      'service.name': 'castellan',
      'service.version': '0.1.0',
      'service.instance.id': 'instance-1',
      'castellan.policy.name': 'acme',
      'castellan.policy.digest': 'abc',
    })
  })
})

test('is, written out, what the SDK makes of the same names, times and attributes', () => {
  const [parent, ...links] = createSpans(sourceOf())(FULL)
  if (parent === undefined) throw new Error('no span')
  const ids = [parent, ...links].map(span => span.spanContext().spanId)
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({
    resource: parent.resource,
    idGenerator: { generateTraceId: () => parent.spanContext().traceId, generateSpanId: () => ids.shift() ?? '' },
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer(parent.instrumentationScope.name, parent.instrumentationScope.version)
  const root = tracer.startSpan(
    parent.name,
    { kind: parent.kind, startTime: parent.startTime, attributes: parent.attributes },
    ROOT_CONTEXT,
  )
  root.setStatus(parent.status)
  root.end(parent.endTime)
  for (const { name, kind, startTime, endTime, attributes } of links) {
    tracer.startSpan(name, { kind, startTime, attributes }, trace.setSpan(ROOT_CONTEXT, root)).end(endTime)
  }
  expect(links).toHaveLength(2)
  expect(JSON.parse(serializeSpans([parent, ...links]))).toEqual(JSON.parse(serializeSpans(exporter.getFinishedSpans())))
  expect([parent, ...links].map(span => span.duration)).toEqual(exporter.getFinishedSpans().map(span => span.duration))
})

describe('links', () => {
  test('each is a child from the start of the dispatch, with its own duration; the engine has none', () => {
    const [dispatch, ...links] = createSpans(sourceOf())(FULL)
    expect(links.map(({ name, attributes }) => ({ name, attributes }))).toEqual([
      {
        name: 'castellan.link',
        attributes: {
          'castellan.link.index': 1,
          'castellan.link.plugin': 'other',
          'castellan.link.tier': 'user',
          'castellan.link.outcome': 'returned',
        },
      },
      {
        name: 'castellan.link',
        attributes: {
          'castellan.link.index': 2,
          'castellan.link.plugin': 'builtin-x',
          'castellan.link.tier': 'builtin',
          'castellan.link.outcome': 'skipped',
          'castellan.link.reason': 'bypassed',
        },
      },
    ])
    for (const link of links) {
      expect(link.parentSpanContext?.spanId).toBe(dispatch?.spanContext().spanId)
      expect(link.spanContext().traceId).toBe(dispatch?.spanContext().traceId)
      expect(link.startTime).toEqual(dispatch?.startTime)
    }
    expect(links[0]?.endTime).toEqual([1_700_000_000, 127_500_000])
  })

  test('two records share nothing', () => {
    const spansOf = createSpans(sourceOf())
    const [a] = spansOf(recordOf())
    const [b] = spansOf(recordOf())
    expect(a?.spanContext().traceId).not.toBe(b?.spanContext().traceId)
    expect(b?.parentSpanContext).toBeUndefined()
  })
})

describe('strings', () => {
  const stringsIn = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : Array.isArray(value)
        ? value.flatMap(stringsIn)
        : value && typeof value === 'object'
          ? Object.values(value).flatMap(stringsIn)
          : []

  test('every one passes the mask, on the resource and the links too, then is cut', () => {
    const value = 'FAKE-hunter2-0001'
    const long = `${'x'.repeat(250)}${value}`
    const dressed = JSON.parse(JSON.stringify(FULL), (_, one) =>
      typeof one === 'string' && !['deny', 'observe', 'enforce', 'user'].includes(one) ? one + long : one,
    ) as AuditRecord
    const spans = createSpans(
      sourceOf({
        version: long,
        instanceId: long,
        policy: { name: long, digest: long },
        mask: text => text.replaceAll(value, '‹secret:PW›'),
      }),
    )({ ...dressed, redactions: { [long]: 1 } })
    const strings = spans.flatMap(span => [span.name, ...stringsIn(span.attributes), ...stringsIn(span.resource.attributes)])
    expect(strings.length).toBeGreaterThan(30)
    for (const text of strings) {
      expect(text).not.toContain('FAKE')
      expect(text.length).toBeLessThanOrEqual(256)
    }
  })

  test('a mask that fails withholds the text', () => {
    const [span] = createSpans(
      sourceOf({
        mask: () => {
          throw new Error('broken')
        },
      }),
    )(FULL)
    expect(stringsIn(span?.attributes).every(text => text === '‹withheld›')).toBe(true)
  })

  test('whatever stands in a record, the strings are well-formed', () => {
    const wild = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(wild, wild, (a, b) => {
        const text = `${'y'.repeat(253)}${a}\ud83d`
        const [span] = createSpans(sourceOf())(recordOf({ tool: text, event: b, redactions: { [a]: 1 } }))
        for (const one of stringsIn([span?.name, span?.attributes])) expect(/[\ud800-\udfff]/u.test(one)).toBe(false)
      }),
      { seed: 5, numRuns: 300 },
    )
  })
})
