import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { skipUnless } from '../support/skip.ts'
import { faultsOf, readsOf } from './grammars.ts'
import { derivedMetrics, OTHER_METRICS } from './names.ts'
import { findPromtool } from './promtool.ts'

type Rule = { alert?: string; record?: string; expr: string; labels?: Record<string, string>; annotations?: Record<string, string> }

const FOLDER = 'deploy/alerts'
const text = readFileSync(`${FOLDER}/castellan.rules.yaml`, 'utf8')
const rules = (parse(text) as { groups: { rules: Rule[] }[] }).groups.flatMap(group => group.rules)
const alerts = rules.flatMap(({ alert }) => alert ?? [])
const tests = ['castellan.test.yaml', 'castellan.week.test.yaml']

const promtool = findPromtool()
const isMissing = skipUnless(promtool !== undefined, 'the alert rules', 'no promtool: scripts/promtool.sh fetches it from Debian')
const run = (...args: string[]) => spawnSync(promtool ?? '', args, { encoding: 'utf8', env: { ...process.env, GOGC: 'off' } })

describe.skipIf(isMissing)('under the real rule tester', () => {
  test('the rules are well formed', () => {
    const { status, stderr } = run('check', 'rules', `${FOLDER}/castellan.rules.yaml`, `${FOLDER}/deployed.example.yaml`)
    expect([status, stderr]).toEqual([0, ''])
  })

  test('they fire where they must, and nowhere else', () => {
    const { status, stdout, stderr } = run('test', 'rules', ...tests.map(name => `${FOLDER}/${name}`))
    expect(status, stdout + stderr).toBe(0)
  })

  // One is enough to know that a failure is one: the rest is for whoever changes the rules.
  test('and a rule that is wrong is found out', () => {
    const work = mkdtempSync(join(tmpdir(), 'castellan-alerts-'))
    try {
      writeFileSync(
        join(work, 'castellan.rules.yaml'),
        text.replaceAll('castellan_enforcement="dry_run"', 'castellan_enforcement="enforce"'),
      )
      writeFileSync(join(work, 'castellan.week.test.yaml'), readFileSync(`${FOLDER}/castellan.week.test.yaml`))
      expect(run('test', 'rules', join(work, 'castellan.week.test.yaml')).status).toBe(1)
    } finally {
      rmSync(work, { recursive: true })
    }
  })
})

test('every alert fires in some test', () => {
  const all = tests.map(name => readFileSync(`${FOLDER}/${name}`, 'utf8')).join('\n')
  expect(alerts.filter(alert => !all.includes(`{alertname="${alert}"}`))).toEqual([])
})

test('every alert has a severity, a summary, a description, and its paragraph in deploy/README.md', () => {
  const page = readFileSync('deploy/README.md', 'utf8')
  for (const { alert, labels, annotations } of rules.filter(rule => rule.alert !== undefined)) {
    expect(['critical', 'warning', 'info'], alert).toContain(labels?.severity)
    expect([annotations?.summary, annotations?.description], alert).not.toContain(undefined)
    expect(page, alert).toContain(`| \`${alert}\` |`)
  }
})

test('the rules read only metrics that are made, by labels that these have', () => {
  const metrics = new Map([...derivedMetrics(), ...OTHER_METRICS])
  const wrong = rules.flatMap(({ expr }) => {
    expect(faultsOf('promql', expr)).toEqual([])
    const { selectors, grouped } = readsOf(expr)
    const own = selectors.flatMap(({ metric }) => metrics.get(metric) ?? [])
    return [
      ...selectors.filter(({ metric, labels }) => !labels.every(label => metrics.get(metric)?.includes(label))).map(({ metric }) => metric),
      ...grouped.filter(label => !own.includes(label)),
    ]
  })
  expect(wrong).toEqual([])
  expect(readsOf('sum by (a) (x_total{b="1"})')).toEqual({ selectors: [{ metric: 'x_total', labels: ['b'] }], grouped: ['a'] })
})
