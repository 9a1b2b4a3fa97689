import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ATTRIBUTE } from '../../audit/attributes.ts'
import { boards } from '../../deploy/dashboards/boards.ts'
import { shippedTables } from '../../deploy/dashboards/tables.ts'
import { faultsOf, type Language, readsOf } from './grammars.ts'
import { derivedMetrics, OTHER_METRICS } from './names.ts'

type Target = { refId: string; datasource: { type: string }; expr?: string; query?: string }
type Board = { uid: string; title: string; panels: { title: string; description: string; gridPos: object; targets: Target[] }[] }

const FOLDER = 'deploy/dashboards/generated'
const made = boards(shippedTables('policy/rules'))
const LANGUAGES: Readonly<Record<string, Language>> = { prometheus: 'promql', tempo: 'traceql', loki: 'logql' }

const queries = [...made].flatMap(([file, json]) =>
  (JSON.parse(json) as Board).panels.flatMap(({ title, targets }) =>
    targets.map(({ datasource, expr, query }) => ({
      where: `${file}: ${title}`,
      language: LANGUAGES[datasource.type] as Language,
      text: expr ?? query ?? '',
    })),
  ),
)

test('what is checked in is what the code writes (else: npm run dashboards)', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual([...made.keys()].toSorted())
  for (const [file, json] of made) expect(readFileSync(`${FOLDER}/${file}`, 'utf8'), file).toBe(json)
})

test('three kinds of board, one for every rule table that ships; each panel says what it is for', () => {
  const tables = shippedTables('policy/rules')
  expect([...made.keys()]).toEqual([
    'castellan-security.json',
    'castellan-operators.json',
    ...tables.map(table => `castellan-table-${table}.json`),
  ])
  for (const json of made.values()) {
    const { panels } = JSON.parse(json) as Board
    for (const { title, description, targets } of panels) expect([title, description, targets.length]).not.toContain('')
    expect(panels.every(({ targets }) => targets.length > 0)).toBe(true)
  }
})

describe('queries', () => {
  test('every one is read by its own grammar', () => {
    expect(queries.length).toBeGreaterThan(200)
    expect(new Set(queries.map(({ language }) => language))).toEqual(new Set(['promql', 'traceql', 'logql']))
    expect(queries.flatMap(({ where, language, text }) => faultsOf(language, text).map(fault => `${where}: ${fault}`))).toEqual([])
  })

  const BROKEN: [Language, string][] = [
    ['promql', 'sum by (a (rate(x_total[5m]))'],
    ['promql', 'rate(x_total[5q])'],
    ['traceql', '{ span.castellan.decision = "deny" '],
    ['traceql', '{ span.castellan.decision == }'],
    ['logql', '{service_name="claude-code"} | event_name=~'],
  ]
  test.each(BROKEN)('a broken one is not: %s %s', (language, text) => {
    expect(faultsOf(language, text)).not.toEqual([])
  })

  test('they read only metrics that the collectors make, by labels that these have', () => {
    const metrics = new Map([...derivedMetrics(), ...OTHER_METRICS])
    const labels = new Set([...metrics.values()].flat())
    const wrong = queries
      .filter(({ language }) => language === 'promql')
      .flatMap(({ where, text }) => {
        const { selectors, grouped } = readsOf(text)
        const foreign = selectors.filter(({ metric, labels }) => !labels.every(label => metrics.get(metric)?.includes(label)))
        return [
          ...foreign.map(({ metric }) => `${where}: ${metric}`),
          ...grouped.filter(label => !labels.has(label)).map(label => `${where}: ${label}`),
        ]
      })
    expect(wrong).toEqual([])
  })

  test('and only attributes that spans and stamps carry', () => {
    const known = new Set<string>(Object.values(ATTRIBUTE))
    const used = queries
      .filter(({ language }) => language === 'traceql')
      .flatMap(({ text }) => [...text.matchAll(/\b(?:span|resource)\.([\w.]+)/g)].map(([, name]) => name ?? ''))
    expect(used.length).toBeGreaterThan(100)
    expect(used.filter(name => !known.has(name))).toEqual([])
  })
})
