/** What other people's mods may do, on the real engine: each attempt beside the same thing that is allowed. */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { listenOnLoopback } from '../support/loopback.ts'
import { modSource } from '../support/mod-source.ts'
import { PATIENCE_MS } from '../support/play-all.ts'
import { seatPlugins, writePlugin } from '../support/plugin.ts'
import type { Sandbox } from '../support/sandbox.ts'
import { bash, toolUse } from '../support/scripted-reply.ts'
import { asPersons, type Built, runSeated, type SeatedSession } from '../support/seated.ts'
import { linksOf, spansWith, toolResult } from '../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, 'policy')

type Report = Readonly<Record<string, { answered?: unknown; refused?: string }>>

/** The settings of a person whose organisation seats two mods of its own beside castellan. */
const withHelpers = ({ settings }: Built, sandbox: Sandbox) => {
  const folders = ['outer', 'inner'].map(name => writePlugin(join(sandbox.dir, 'helpers'), name, modSource('helper')))
  const helpers = seatPlugins(sandbox.dir, folders, 'none')
  const seat = asPersons(settings)
  return {
    extraKnownMarketplaces: { ...seat.extraKnownMarketplaces, ...helpers.extraKnownMarketplaces },
    enabledPlugins: { ...seat.enabledPlugins, ...helpers.enabledPlugins },
    prependPlugins: [...seat.prependPlugins, 'outer@test'],
    appendPlugins: ['inner@test'],
  }
}

let session: SeatedSession
let report: Report
const requested: string[] = []

beforeAll(async () => {
  const host = await listenOnLoopback(
    createServer((request, response) => {
      requested.push(request.url ?? '')
      response.end('ok')
    }),
  )
  try {
    session = await runSeated({
      policy: POLICY,
      settings: withHelpers,
      mods: { tenant: modSource('tenant') },
      env: { TENANT_HOST: host.url },
      prompt: 'go',
      project: {
        'open.txt': 'text-of-the-open\n',
        'sealed/note.txt': 'text-of-the-sealed\n',
        'sealed/NOTES.md': 'notes-of-the-sealed\n',
        'sealed/inner/file.txt': 'x\n',
      },
      links: { 'link.txt': 'sealed/note.txt' },
      script: [
        [
          bash('touch forbidden-model', 'model'),
          bash('echo rewrite-me', 'rewrite'),
          bash('echo reissue-me', 'reissue'),
          toolUse('mcp__tenant__by-tool-rule', {}, 'by-tool-rule'),
          toolUse('mcp__tenant__by-mcp-rule', {}, 'by-mcp-rule'),
          toolUse('mcp__tenant__free', {}, 'free'),
        ],
      ],
    })
  } finally {
    await host.close()
  }
  report = JSON.parse(session.readProject('report.json')) as Report
}, PATIENCE_MS)

/** What a rule said of a mod's own call: as the mod was told it, and as the record has it. */
const refusalOf = (attempt: string) => report[attempt]?.refused ?? (report[attempt]?.answered as { deny?: string } | undefined)?.deny ?? ''

const SEALED: readonly [attempt: string, event: string, rule: string][] = [
  ['read sealed', 'fs.read', 'session.sealed'],
  ['read link', 'fs.read', 'session.sealed'],
  ['write sealed', 'fs.write', 'session.sealed'],
  ['list sealed', 'fs.list', 'session.sealed'],
  ['stat sealed', 'fs.stat', 'session.sealed'],
  ['exists sealed', 'fs.exists', 'session.sealed'],
  ['ancestors sealed', 'fs.ancestors', 'session.sealed'],
  ['key sealed', 'env.get', 'session.mod-key'],
  ['request sealed', 'http.fetch', 'session.mod-request'],
  ['config sealed', 'config.set', 'session.mod-config'],
  ['process sealed', 'process.run', 'session.mod-process'],
  ['process forbidden', 'process.run', 'session.forbidden'],
  ['process nested', 'process.run', 'session.forbidden'],
  ['spawn forbidden', 'process.spawn', 'session.forbidden'],
  ['call forbidden', 'tool.check', 'session.forbidden'],
  ['call asked', 'tool.check', 'session.asked'],
]

describe('a mod of the person', () => {
  test.each(SEALED)('is refused: %s', (attempt, event, rule) => {
    expect(refusalOf(attempt)).toContain(`[${rule}]`)
    const spans = spansWith(session, { 'castellan.hook.event': event, 'castellan.caller.plugin': 'tenant', 'castellan.decision': 'deny' })
    expect(spans.flatMap(span => span.attributes['castellan.rules'])).toContain(rule)
  })

  test('and none of it happened', () => {
    const made = ['run', 'nested', 'spawn', 'call', 'rewrite', 'reissue', 'model'].map(name => `forbidden-${name}`)
    expect([...made, 'sealed-process', 'asked-call'].filter(session.exists)).toEqual([])
    expect(session.readProject('sealed/note.txt')).toBe('text-of-the-sealed\n')
    expect(requested).toEqual(['/free'])
    for (const text of ['text-of-the-sealed', 'notes-of-the-sealed']) expect(JSON.stringify(report)).not.toContain(text)
  })

  test('does the same with what no rule is about', () => {
    expect(report['read open']?.answered).toBe('text-of-the-open\n')
    expect(session.readProject('written.txt')).toBe('by the tenant')
    for (const attempt of ['list', 'stat', 'exists', 'key', 'request'].map(name => `${name} open`)) expect(refusalOf(attempt)).toBe('')
    for (const made of ['free-run', 'free-spawn', 'free-call']) expect(session.exists(made)).toBe(true)
  })

  test('has no noun that is withheld, and the seat holds without it', () => {
    expect(refusalOf('withheld noun')).toContain('removed by plugin `castellan`')
    expect(session.debugLog).toContain('$.audio suppressed by castellan')
  })

  test('cannot turn a deny into an allow, hand down another command, or have a denied call made beneath an allowed one', () => {
    for (const id of ['model', 'rewrite', 'reissue']) expect(toolResult(session, id)?.text).toContain('[session.forbidden]')
  })

  test('serves its own tools, but for those that a rule names', () => {
    expect(toolResult(session, 'by-tool-rule')?.text).toContain('[session.tool]')
    expect(toolResult(session, 'by-mcp-rule')?.text).toContain('[session.mcp]')
    const served = ['by-tool-rule', 'by-mcp-rule', 'free'].filter(name => session.exists(`served-mcp__tenant__${name}`))
    expect(served).toEqual(['free'])
  })

  test('is seen in the record where it took part: its link beneath the decision, and what it answered', () => {
    const [decision] = spansWith(session, { 'castellan.hook.event': 'tool.check', 'gen_ai.tool.call.id': 'model' })
    expect(decision && linksOf(session, decision)).toContain('tenant returned')
  })
})

test('the organisation’s own mods, above castellan and beneath, read what the rules keep from people’s', () => {
  for (const name of ['outer', 'inner']) expect(session.readProject(`read-by-${name}.txt`)).toBe('text-of-the-sealed\n')
})

test('a mod that answers the engine’s settings does not unseat castellan', async () => {
  const script = [[bash('touch free-first')], [bash('touch forbidden-later')], [bash('touch free-last')]]
  const attacked = await runSeated({ policy: POLICY, mods: { unloader: modSource('unloader') }, prompt: 'go', script })
  expect(attacked.debugLog).toMatch(/hooks module unloader@inline loaded/)
  expect(['free-first', 'forbidden-later', 'free-last'].filter(attacked.exists)).toEqual(['free-first', 'free-last'])
})
