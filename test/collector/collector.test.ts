/** A real OpenTelemetry Collector, under deploy/collector/core.yaml, takes what castellan ships and passes on the same. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { serializeSpans } from '../../audit/serialize.ts'
import { createSpans } from '../../audit/spans.ts'
import { FULL, recordOf, sourceOf } from '../audit/example.ts'
import { collectorConfig, coreOf } from '../deploy/names.ts'
import { descriptorProblems } from '../support/otlp-descriptors.ts'
import { type Faults, type Receiver, startReceiver } from '../support/otlp-receiver.ts'
import { type ReceivedSpan, spansOf } from '../support/otlp-spans.ts'
import { skipUnless } from '../support/skip.ts'
import { findCollector, startCollector, validate } from './run-collector.ts'

const program = findCollector()
const isMissing = skipUnless(
  program !== undefined,
  'the real collector',
  'it is not built: scripts/collector/build.sh builds it from Debian packages',
)
const otelcol = program ?? ''

const spans = createSpans(sourceOf())
// A sealed line, which verifies only if every character arrives: what JSON may write in more than one way is in it.
const SEALED = JSON.stringify({ a: '"\\/<&>\u2028\u007f\u{1f512}\u0001', hash: 'f'.repeat(64), n: 1e21, seq: 41 })
const [sealed, ...rest] = [...spans(FULL), ...spans(recordOf({ redactions: { TOKEN: 2 ** 31 } })), ...spans(recordOf({ tool: 'Write' }))]
if (sealed === undefined) throw new Error('a record without a span')
const BODY = serializeSpans([{ ...sealed, attributes: { ...sealed.attributes, 'castellan.audit.record': SEALED } }, ...rest])
const SENT = spansOf(JSON.parse(BODY))
const LOG = {
  resourceLogs: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'claude-code' } }] },
      scopeLogs: [
        {
          scope: { name: 'com.anthropic.claude_code.events' },
          logRecords: [
            {
              timeUnixNano: '1796032942452000000',
              body: { stringValue: 'claude_code.tool_decision' },
              attributes: [
                { key: 'event.name', value: { stringValue: 'tool_decision' } },
                { key: 'castellan.audit.seq', value: { intValue: '41' } },
                { key: 'castellan.policy.digest', value: { stringValue: 'abc' } },
              ],
            },
          ],
        },
      ],
    },
  ],
}

const post = (url: string, signal: string, body: string, type = 'application/json') =>
  fetch(`${url}/v1/${signal}`, { method: 'POST', headers: { 'content-type': type }, body })

async function withCollector(faults: Faults = {}) {
  const store = await startReceiver(faults)
  onTestFinished(store.close)
  const collector = await startCollector(otelcol, store.url)
  onTestFinished(collector.stop)
  return { store, collector }
}

/** Waits for what the collector passes on in its own time. The test's own limit ends it. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(20)
}
const hasSpans = (store: Receiver, count: number) => until(() => store.spans.length >= count)
const byId = (some: readonly ReceivedSpan[]) => some.toSorted((a, b) => a.spanId.localeCompare(b.spanId))

describe.skipIf(isMissing)('a real collector', () => {
  test('finds core.yaml valid, and a broken one not', () => {
    const env = { OTLP_PORT: '4318', METRICS_PORT: '8888', OTLP_EXPORT: 'http://127.0.0.1:9' }
    expect(validate(otelcol, 'deploy/collector/core.yaml', env)).toEqual({ isValid: true, said: '' })
    const broken = join(tmpdir(), `castellan-broken-${process.pid}.yaml`)
    onTestFinished(() => rmSync(broken, { force: true }))
    writeFileSync(broken, readFileSync('deploy/collector/core.yaml', 'utf8').replace('exporters: [otlphttp] }', 'exporters: [nowhere] }'))
    expect(validate(otelcol, broken, env).isValid).toBe(false)
  })

  test('passes on every span of ours as it was: ids, times, attributes of every kind, status', async () => {
    const { store, collector } = await withCollector()
    expect((await post(collector.url, 'traces', BODY)).status).toBe(200)
    await hasSpans(store, SENT.length)
    expect(byId(store.spans)).toEqual(byId(SENT))
    expect(store.spans.map(({ attributes }) => attributes['castellan.audit.record'])).toContain(SEALED)
    expect(store.problems).toEqual([])
    // The quick check of the receiver aside: what a collector writes conforms too.
    for (const { path, body } of store.exports) expect([path, descriptorProblems('traces', body)]).toEqual(['/v1/traces', []])
  })

  test("passes on the engine's stamped events", async () => {
    const { store, collector } = await withCollector()
    expect((await post(collector.url, 'logs', JSON.stringify(LOG))).status).toBe(200)
    await until(() => store.exports.length > 0)
    const [{ path, body } = { path: '', body: {} }] = store.exports
    expect([path, descriptorProblems('logs', body)]).toEqual(['/v1/logs', []])
    for (const text of ['castellan.audit.seq', '"41"', 'castellan.policy.digest', 'claude_code.tool_decision'])
      expect(JSON.stringify(body)).toContain(text)
  })

  test('keeps what its store will not take yet', async () => {
    const { store, collector } = await withCollector({ statuses: [503, 429, 502] })
    await post(collector.url, 'traces', BODY)
    await hasSpans(store, SENT.length)
    expect(store.exports.map(({ status }) => status)).toEqual([503, 429, 502, 200])
    expect(byId(store.spans)).toEqual(byId(SENT))
  })

  test('refuses what is no OTLP, and takes what only the descriptors refuse', async () => {
    const { collector } = await withCollector()
    expect((await post(collector.url, 'traces', '{"resourceSpans":7}')).status).toBe(400)
    expect((await post(collector.url, 'traces', '{}', 'text/plain')).status).toBe(415)
    const loose = BODY.replace('"kind":1', '"kind":1,"severity":"high"')
    expect((await post(collector.url, 'traces', loose)).status).toBe(200)
    expect(descriptorProblems('traces', JSON.parse(loose))).not.toEqual([])
  })

  test('tells its own state by the names that the alert rules and boards read', async () => {
    const { store, collector } = await withCollector({ statuses: [400, 400] })
    await post(collector.url, 'traces', BODY)
    await post(collector.url, 'logs', JSON.stringify(LOG))
    await until(() => store.exports.length >= 2)
    await post(collector.url, 'traces', BODY)
    await hasSpans(store, SENT.length)
    const wanted = ['sent_spans', 'send_failed_spans', 'send_failed_log_records', 'queue_size', 'queue_capacity'].map(
      name => `otelcol_exporter_${name}`,
    )
    let told = ''
    await until(async () => {
      told = await (await fetch(collector.metrics)).text()
      return wanted.every(name => told.includes(`\n${name}{`))
    })
    for (const name of wanted) expect(told).toMatch(new RegExp(`^${name}\\{[^}]*\\bexporter="otlphttp"`, 'm'))
  })

  const ANY = {
    CASTELLAN_GATEWAY: 'http://127.0.0.1:9',
    TEMPO: 'http://127.0.0.1:9',
    LOKI: 'http://127.0.0.1:9',
    METRICS: 'http://127.0.0.1:9',
  }
  const judged = (name: string, config: object) => {
    const path = join(tmpdir(), `castellan-${name}-${process.pid}.yaml`)
    onTestFinished(() => rmSync(path, { force: true }))
    writeFileSync(path, stringify(config))
    return validate(otelcol, path, ANY)
  }

  test('does not know what only contrib has: agent and gateway want that distribution. Of their core part it knows every key', () => {
    for (const name of ['agent', 'gateway']) {
      const { isValid, said } = validate(otelcol, `deploy/collector/${name}.yaml`, ANY)
      expect([isValid, said]).toEqual([false, expect.stringContaining('unknown type')])
      const core = coreOf(collectorConfig(name))
      expect(judged(name, core)).toEqual({ isValid: true, said: '' })
      expect(Object.keys(core.exporters).length).toBeGreaterThan(name === 'agent' ? 0 : 2)
      const [exporter = ''] = Object.keys(core.exporters)
      const wrong = { ...core, exporters: { ...core.exporters, [exporter]: { ...core.exporters[exporter], sending_queues: {} } } }
      expect(judged(`${name}-wrong`, wrong).isValid).toBe(false)
    }
  })
})
