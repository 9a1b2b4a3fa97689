/** What the real rules say, under the real rule tester, of an organisation in which this alone was counted and found. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stringify } from 'yaml'
import { FINDINGS } from './rows.ts'

export type Seen = {
  /** Counters by series: born five minutes in, as those of a first session are. */
  readonly counted: ReadonlyMap<string, number>
  /** How many rows each finding has. */
  readonly found: Readonly<Record<string, readonly unknown[]>>
  /** The digests of deployed.yaml. */
  readonly deployed: readonly string[]
}

// Late enough for a `for` of 15 minutes, early enough for a window of 15 that began with the fifth.
const AT = '19m'

/** Why other alerts than these fire, in the rule tester's words; '' where just these do. */
export function isFiring(promtool: string, { counted, found, deployed }: Seen, alerts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-firing-'))
  const input_series = [
    ...[...counted].map(([series, value]) => ({ series, values: `_x5 ${value}x30` })),
    ...FINDINGS.map(name => ({ series: `castellan_findings{finding="${name}"}`, values: `${found[name]?.length ?? 0}x35` })),
    { series: 'castellan_findings_time_seconds', values: '0+60x35' },
    ...deployed.map(digest => ({ series: `castellan_policy_deployed{castellan_policy_digest="${digest}"}`, values: '1x35' })),
  ]
  const exp_samples = alerts.map(alertname => ({ labels: `{alertname="${alertname}"}`, value: 1 }))
  const promql_expr_test = [{ expr: 'group by (alertname) (ALERTS{alertstate="firing"})', eval_time: AT, exp_samples }]
  try {
    const file = join(folder, 'test.yaml')
    const rule_files = [resolve('deploy/alerts/castellan.rules.yaml')]
    writeFileSync(file, stringify({ rule_files, evaluation_interval: '1m', tests: [{ interval: '1m', input_series, promql_expr_test }] }))
    const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' })
    return status === 0 ? '' : stdout + stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}
