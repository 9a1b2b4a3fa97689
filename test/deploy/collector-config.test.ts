/** What can be known of the collectors' configurations without a collector. The core one is run by a real one: test/collector. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ATTRIBUTE } from '../../audit/attributes.ts'
import { CONTRIB, strangers } from './contrib.ts'
import { CORE, type CollectorConfig, collectorConfig, ENGINE_ATTRIBUTES, GATEWAY_ATTRIBUTES, PERSONAL, typeOf } from './names.ts'

/** Everything that a collector would refuse to start over, as far as the names of components go. */
function faultsOf({ service, receivers, processors = {}, exporters, connectors = {}, extensions = {} }: CollectorConfig): string[] {
  const pipelines = Object.entries(service.pipelines)
  const used = new Set([
    ...pipelines.flatMap(([, { receivers: r, processors: p = [], exporters: e }]) => [...r, ...p, ...e]),
    ...(service.extensions ?? []),
  ])
  const declared = Object.keys({ ...receivers, ...processors, ...exporters, ...connectors, ...extensions })
  const undeclared = pipelines.flatMap(([name, pipeline]) => [
    ...pipeline.receivers.filter(key => !(key in receivers || key in connectors)).map(key => `${name}: receiver ${key}`),
    ...(pipeline.processors ?? []).filter(key => !(key in processors)).map(key => `${name}: processor ${key}`),
    ...pipeline.exporters.filter(key => !(key in exporters || key in connectors)).map(key => `${name}: exporter ${key}`),
  ])
  const text = JSON.stringify({ receivers, exporters })
  const references = [...text.matchAll(/"(?:storage|authenticator)":"([^"]+)"/g)].map(([, key = '']) => key)
  const missing = [...references, ...(service.extensions ?? [])].filter(key => !(key in extensions)).map(key => `extension ${key}`)
  const oneEnded = Object.keys(connectors).filter(
    key => !(pipelines.some(([, { receivers: r }]) => r.includes(key)) && pipelines.some(([, { exporters: e }]) => e.includes(key))),
  )
  return [
    ...undeclared,
    ...missing,
    ...declared.filter(key => !used.has(key)).map(key => `unused ${key}`),
    ...oneEnded.map(key => `one-ended ${key}`),
  ]
}

const strangersIn = ({ processors, exporters, connectors, extensions }: CollectorConfig): string[] =>
  Object.entries({ ...processors, ...exporters, ...connectors, ...extensions }).flatMap(([name, component]) =>
    strangers(CONTRIB[typeOf(name)] ?? 'any', component, name),
  )

const typesOf = ({ receivers, processors, exporters, connectors, extensions }: CollectorConfig): Set<string> =>
  new Set(Object.keys({ ...receivers, ...processors, ...exporters, ...connectors, ...extensions }).map(typeOf))

describe.each(['core', 'agent', 'gateway'])('%s.yaml', name => {
  const config = collectorConfig(name)

  test('names nothing that is not there, and holds nothing that is not used', () => {
    expect(faultsOf(config)).toEqual([])
  })

  test('wants no component that its distribution lacks', () => {
    const known = new Set(name === 'core' ? CORE : [...CORE, ...Object.keys(CONTRIB)])
    expect([...typesOf(config)].filter(type => !known.has(type))).toEqual([])
  })

  test('names no key that the component of the contrib distribution does not know', () => {
    expect(strangersIn(config)).toEqual([])
  })

  test('says in its head which environment it reads, and reads no other', () => {
    const text = readFileSync(`deploy/collector/${name}.yaml`, 'utf8')
    const [head = ''] = text.split('\nreceivers:')
    const comments = head
      .split('\n')
      .filter(line => line.startsWith('#'))
      .join('\n')
    const read = new Set([...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, variable = '']) => variable))
    expect([...read].filter(variable => !new RegExp(`\\b${variable}\\b`).test(comments))).toEqual([])
  })

  test('limits its memory first in every pipeline that receives', () => {
    for (const { receivers, processors } of Object.values(config.service.pipelines)) {
      if (receivers.includes('otlp')) expect(processors?.[0]).toBe('memory_limiter')
    }
  })
})

test('a configuration that is wrong is found out', () => {
  const { service, ...core } = collectorConfig('core')
  const { traces } = service.pipelines
  if (traces === undefined) throw new Error('core.yaml has no traces pipeline')
  const withTraces = (more: Partial<typeof traces>) => ({
    ...core,
    service: { pipelines: { ...service.pipelines, traces: { ...traces, ...more } } },
  })
  expect(faultsOf(withTraces({ exporters: ['nowhere'] }))).toEqual(['traces: exporter nowhere'])
  expect(faultsOf(withTraces({ processors: ['batch'] }))).toEqual(['traces: processor batch'])
  expect(faultsOf({ ...withTraces({}), extensions: { 'file_storage/queue': {} } })).toEqual(['unused file_storage/queue'])
})

test('a key that is wrong is found out, however deep, and so is a list that is none', () => {
  const config = collectorConfig('gateway')
  const wrongly = (name: string, component: Record<string, unknown>): string[] =>
    strangersIn({ ...config, processors: { [name]: component } })
  expect(wrongly('tail_sampling', { policy: [] })).toEqual(['tail_sampling.policy'])
  expect(wrongly('tail_sampling', { policies: [{ name: 'a', boolean_attribute: { keys: 'x' } }] })).toEqual([
    'tail_sampling.policies[0].boolean_attribute.keys',
  ])
  expect(wrongly('tail_sampling', { policies: {} })).toEqual(['tail_sampling.policies: no list'])
  const { count } = config.connectors ?? {}
  const counting = { ...count, logs: { 'castellan.x': { condition: ['true'] } } }
  expect(strangersIn({ ...config, connectors: { count: counting } })).toEqual(['count.logs.castellan.x.condition'])
})

describe('the gateway', () => {
  const config = collectorConfig('gateway')
  const { pipelines } = config.service

  test('keeps the evidence whole: nothing between the receiver and the file may change, sample or drop a record of ours', () => {
    expect(pipelines['traces/evidence']?.processors).toEqual(['memory_limiter', 'filter/castellan'])
    const dropped = JSON.stringify(config.processors?.['filter/castellan'])
    expect(dropped).toContain(String.raw`resource.attributes[\"service.name\"] != \"castellan\"`)
  })

  test('redacts whatever people search, and takes the sealed lines out of it', () => {
    expect(pipelines['traces/search']?.processors).toEqual(
      expect.arrayContaining(['attributes/no-sealed-lines', 'attributes/no-persons', 'redaction/values']),
    )
    expect(pipelines['logs/store']?.processors).toEqual(expect.arrayContaining(['attributes/no-persons', 'redaction/values']))
  })

  test('counts before it samples', () => {
    expect(pipelines['traces/counting']?.processors).not.toContain('tail_sampling')
    expect(pipelines['traces/counting']?.receivers).toEqual(['otlp'])
  })

  test('gives each of its samplers what its type reads', () => {
    const sampling = config.processors?.tail_sampling as { policies: Record<string, unknown>[] } | undefined
    for (const { name, type, ...rest } of sampling?.policies ?? []) expect(Object.keys(rest), String(name)).toEqual([type])
  })

  test('has every queue on disk', () => {
    const senders = Object.entries(config.exporters).filter(([key]) => typeOf(key) !== 'file')
    for (const [key, exporter] of senders) expect(exporter?.sending_queue, key).toMatchObject({ storage: 'file_storage/queue' })
  })

  test('makes no label of what grows with use', () => {
    const counted = config.connectors?.count as Record<'spans' | 'logs', Record<string, { attributes?: { key: string }[] }>> | undefined
    const labels = Object.values({ ...counted?.spans, ...counted?.logs }).flatMap(({ attributes = [] }) => attributes.map(({ key }) => key))
    expect(labels.length).toBeGreaterThan(10)
    expect(labels.filter(key => /session|\.id$|hash|seq|chain|prompt|provenance|tool_use/.test(key))).toEqual([])
    expect(JSON.stringify(config.processors?.['transform/countable'])).toContain('keep_keys')
  })
})

test('what names a person, or holds what was said, is taken out on the machine and at the gateway', () => {
  const machine = collectorConfig('agent').processors?.['redaction/machine'] as { blocked_key_patterns: string[] } | undefined
  const blocked = machine?.blocked_key_patterns.map(pattern => new RegExp(pattern)) ?? []
  expect(PERSONAL.filter(key => !blocked.some(pattern => pattern.test(key)))).toEqual([])
  expect(blocked.some(pattern => pattern.test('prompt_length'))).toBe(false)
  const gateway = collectorConfig('gateway').processors?.['attributes/no-persons'] as
    | { actions: { key: string; action: string }[] }
    | undefined
  const deleted = gateway?.actions.filter(({ action }) => action === 'delete').map(({ key }) => key) ?? []
  expect(deleted.toSorted()).toEqual(PERSONAL.toSorted())
})

test('every attribute that a configuration names is one of ours, of the gateway or of the engine', () => {
  const known = new Set<string>([...Object.values(ATTRIBUTE), ...GATEWAY_ATTRIBUTES, ...ENGINE_ATTRIBUTES])
  const text = ['agent', 'gateway'].map(name => readFileSync(`deploy/collector/${name}.yaml`, 'utf8')).join('\n')
  const named = [...text.matchAll(/attributes\["([^"]+)"\]|\bkey: ([\w.]+)|ignored_keys: \[([\w.]+)\]/g)].map(
    ([, a, b, c]) => a ?? b ?? c ?? '',
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(name => !known.has(name))).toEqual([])
})
