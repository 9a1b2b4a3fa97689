import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadPolicy } from '../../cli/load-policy.ts'
import { packageRoot } from '../../cli/package-root.ts'
import { type Demo, runDemo } from '../../demo/demo.ts'
import { page } from '../../demo/page/page.ts'
import { checksOf, type DemoResult, verdictOf } from '../../demo/result.ts'
import type { Seat } from '../../demo/seat.ts'
import { terminalReport } from '../../demo/terminal/report.ts'
import { runProcess } from '../support/process.ts'
import { createSandbox } from '../support/sandbox.ts'

type Done = Extract<Demo, { is: 'done' }>

const held = (result: DemoResult): string[] => checksOf(result).flatMap(check => (check.holds ? [check.claim] : []))
const failed = (result: DemoResult): string[] => checksOf(result).flatMap(check => (check.holds ? [] : [`${check.claim}: ${check.seen}`]))
const stepNamed = (result: DemoResult, title: string) => result.steps.find(step => step.title === title)

async function done(run: Promise<Demo>): Promise<Done> {
  const demo = await run
  if (demo.is !== 'done') throw new Error(JSON.stringify(demo))
  return demo
}

describe('the demo, seated', () => {
  let demo: Done
  beforeAll(async () => {
    demo = await done(runDemo())
  })

  test('every check holds', () => {
    expect(failed(demo.result)).toEqual([])
    expect(verdictOf(demo.result)).toEqual({ line: '26 of 26 checks hold', holds: true })
  })

  test('the steps are those of the story, in order, each with the rules that spoke', () => {
    expect(demo.result.steps.map(({ title, rules }) => [title, ...rules.map(rule => rule.id)])).toEqual([
      ['A policy folder becomes a mod'],
      ['The engine seats it at the head of the chain'],
      ['A plugin that starts programs is refused', 'plugins.entries, entry 1 (calls process.*)'],
      ['An admitted plugin reaches for .env', 'secret.env-file'],
      ['The person hands over a file that holds a token'],
      ['Claude tries a force-push', 'git.force-push'],
      ['Claude reads a file that holds a password'],
      ['A sub-agent repeats the force-push', 'git.force-push', 'acme.sub-agent-push'],
      ['The record arrives'],
    ])
    expect(demo.result.steps.flatMap(step => step.rules).every(rule => rule.reason !== '')).toBe(true)
  })

  test('both values lie on the disk, and no request and no span holds them', () => {
    expect(demo.result.secrets).toMatchObject([
      { name: 'BILLING_DB_PASSWORD', onDisk: 2, inRequests: 0, inSpans: 0 },
      { name: 'CASTELLAN_DEMO_TOKEN', onDisk: 1, inRequests: 0, inSpans: 0 },
    ])
    const passage = stepNamed(demo.result, 'Claude reads a file that holds a password')?.passage
    expect(passage?.reachedModel).toBe(
      passage?.onDisk.trimEnd().replace(/"password": "[^"]*"/, '"password": "‹secret:BILLING_DB_PASSWORD›"'),
    )
  })

  test('the span table tells who asked, which rule spoke, and the links beneath', () => {
    const deniedPush = { event: 'tool.check', tool: 'Bash', decision: 'deny' }
    expect(demo.result.spans.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'plugin.register', tool: 'branch-badge@inline', decision: 'refuse' }),
        expect.objectContaining({ event: 'fs.read', decision: 'deny', rules: ['secret.env-file'], caller: 'env-tips, user' }),
        expect.objectContaining({ ...deniedPush, agent: 'main', rules: ['git.force-push'] }),
        expect.objectContaining({ ...deniedPush, agent: 'sub', rules: ['git.force-push', 'acme.sub-agent-push'] }),
      ]),
    )
    const links = demo.result.spans.rows.filter(row => row.event === 'tool.check').flatMap(row => row.links)
    expect(links).toMatchObject([
      { plugin: 'env-tips', tier: 'user', outcome: 'returned' },
      { plugin: 'env-tips', tier: 'user', outcome: 'returned' },
    ])
  })

  test('the page holds every step, both passages and the span table, and no value', () => {
    const html = page(demo.result)
    for (const { title } of demo.result.steps) expect(html).toContain(title)
    for (const text of ['26 of 26 checks hold', '<mark class="marker">‹secret:CASTELLAN_DEMO_TOKEN›</mark>', 'env-tips (user) returned'])
      expect(html).toContain(text)
    expect(demo.values).toHaveLength(2)
    for (const value of demo.values) expect(html).not.toContain(value)
  })

  test('the page fetches nothing and runs nothing', () => {
    const html = page(demo.result)
    expect(html).not.toMatch(/<script|<link|<img|<iframe|<object|\bsrc=|\bhref=|\bon\w+=|@import|url\(/i)
    expect(html).toContain("default-src 'none'")
  })

  test('the report for a terminal has no colours unless asked, no value, and lines of at most 100 characters', () => {
    const report = terminalReport(demo.result, 'demo-report.html', false)
    expect(report.endsWith('\n26 of 26 checks hold\n')).toBe(true)
    expect(report).not.toContain('\u001b')
    expect(terminalReport(demo.result, 'demo-report.html', true)).toContain('\u001b[32m26 of 26 checks hold\u001b[0m')
    for (const value of demo.values) expect(report).not.toContain(value)
    expect(report.split('\n').filter(line => [...line].length > 100)).toEqual([])
  })

  test('what is shown cannot bring markup or control characters of its own', () => {
    const hostile = '<img src=x onerror=alert(1)>"\'`<b>`&\u001b[31m\u202e'
    const step = { title: hostile, actor: 'person', asked: hostile, happened: hostile, told: hostile, source: hostile } as const
    const rules = [{ id: hostile, reason: hostile, instead: hostile }]
    const passage = { source: hostile, onDisk: hostile, reachedModel: hostile }
    const checks = [{ claim: hostile, holds: true, seen: hostile }]
    const row = { event: hostile, tool: hostile, decision: hostile, rules: [hostile], redactions: [hostile], caller: hostile, agent: 'sub' }
    const links = [{ plugin: hostile, tier: hostile, outcome: hostile, ms: 1 }]
    const spans = { received: 1, rows: [{ ...row, links }], events: [{ event: hostile, count: 1 }] }
    const result: DemoResult = { ...demo.result, engine: hostile, steps: [{ ...step, rules, passage, checks }], spans }
    const html = page(result)
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<b>`')
    const report = terminalReport(result, hostile, false)
    for (const character of ['\u001b', '\u202e']) for (const text of [html, report]) expect(text.includes(character)).toBe(false)
  })
})

test('the same story without the seat fails what castellan is there for', async () => {
  const unseated = (dir: string): Seat => {
    const loaded = loadPolicy(join(packageRoot(), 'policies/reference'), dir)
    if (!loaded.ok) throw new Error('the reference policy cannot be read')
    return { ok: true, policy: loaded.policy, settings: { prependPlugins: [] }, said: 'not built' }
  }
  const { result } = await done(runDemo(() => {}, unseated))
  expect(held(result)).toEqual([
    'The plugin is loaded',
    'It may read what no rule is about',
    ...Array(2).fill('The rest of the file reached the model'),
  ])
  expect(failed(result).join('\n')).toContain('it wrote .branch-badge')
  for (const secret of result.secrets) expect(secret.inRequests).toBeGreaterThan(0)
  expect(verdictOf(result).holds).toBe(false)
})

test('without an engine it says what to do, and ends with 3', async () => {
  const sandbox = createSandbox()
  const env = { PATH: process.env.PATH ?? '', HOME: sandbox.home, CASTELLAN_ENGINE: join(sandbox.dir, 'missing') }
  const options = { cwd: sandbox.cwd, env, timeoutMs: 60_000 }
  const { code, stderr } = await runProcess([process.execPath, join(packageRoot(), 'dist/demo.js')], options)
  expect(stderr).toContain('CASTELLAN_ENGINE names')
  expect(code).toBe(3)
  expect(existsSync(join(sandbox.cwd, 'demo-report.html'))).toBe(false)
})
