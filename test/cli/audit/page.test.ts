import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { AuditRecord } from '../../../audit/record.ts'
import { createVerifier } from '../../../audit/verify.ts'
import { reportPage } from '../../../cli/audit/page/page.ts'
import { createSummary, MAX_SHOWN } from '../../../cli/audit/summary.ts'
import { sha256 as hashOf } from '../../../cli/digests.ts'
import { logOf } from '../../audit/log.ts'
import { temporaryFolder } from '../support.ts'

const cwd = temporaryFolder()
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const pageOf = (lines: readonly string[], files: readonly string[] = ['log.jsonl']) => {
  const verifier = createVerifier({ hashOf })
  const summing = createSummary()
  for (const [at, text] of lines.entries())
    for (const record of verifier.take({ file: 'log.jsonl', line: at + 1, text })) summing.add(record)
  const summary = summing.summary()
  return { page: reportPage({ summary, verification: verifier.finish(), files, now: 0 }), summary }
}

const HOSTILE = `</style></title><script>document.title='owned'</script><img src=x onerror="document.title='owned'">"'&\u202e\u0000`
const rule = { id: HOSTILE, table: HOSTILE, verdict: 'deny', certainty: 'certain', mode: 'enforce' } as const
const hostile = logOf({
  sessionId: HOSTILE,
  policy: { name: HOSTILE, digest: HOSTILE },
  records: [
    {
      event: HOSTILE,
      tool: HOSTILE,
      decision: 'deny',
      caller: { plugin: HOSTILE, tier: HOSTILE },
      rules: [rule],
      redactions: { [HOSTILE]: 1 },
      leaks: [HOSTILE],
      guardFailure: { event: HOSTILE },
      pluginRegistered: { provenance: HOSTILE, tier: HOSTILE, answer: 'refuse' },
      effects: { programs: [HOSTILE], hosts: [HOSTILE] },
    },
    { decision: HOSTILE as never, lost: { count: 1, why: HOSTILE } } as Partial<AuditRecord>,
  ],
})

describe('the page', () => {
  test('numbers, and each record that matters', () => {
    const { summary, page } = pageOf(logOf())
    expect(summary.totals).toEqual({ records: 7, denied: 1, asked: 0, observed: 0, redacted: 3, leaks: 1, failures: 0, lost: 0 })
    expect([...summary.rules.keys()]).toEqual(['git.force-push'])
    expect([...summary.redactions].map(([name, { count }]) => [name, count])).toEqual([
      ['DB_PÄSS‑WORD', 2],
      ['GITHUB_TOKEN', 1],
    ])
    expect([...summary.leaks.keys()]).toEqual(['GITHUB_TOKEN in system'])
    expect([...summary.asked.values()]).toMatchObject([{ who: 'the model', tool: 'Bash', deny: 1 }])
    expect(page.match(/<li class="row /g)).toHaveLength(5)
  })

  test('a record of a time that no calendar has leaves the rest to be read', () => {
    const { page } = pageOf(logOf({ records: [{ time: 1e300 }, { time: -9e15, tool: 'Grep' }] }))
    expect(page).toContain('1970-01-01')
  })

  test('fetches nothing and runs nothing', () => {
    const { page } = pageOf(logOf())
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`)
    expect(page).not.toMatch(/<script|<link|<iframe|\son\w+=|src=|url\(|@import|https?:/i)
  })

  test('what records hold is text, wherever it comes up', () => {
    const { page } = pageOf(hostile, [HOSTILE])
    expect(page).not.toMatch(/<script|<img|\u202e/)
    expect(page.match(/<\/style>/g)).toHaveLength(1)
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(10)
  })

  test('a session of more records than can be shown says how many there are', () => {
    const records = Array.from({ length: MAX_SHOWN + 50 }, () => ({ event: 'tool.check', decision: 'deny' }) as const)
    const { page, summary } = pageOf(logOf({ records }))
    expect(summary.totals.denied).toBe(MAX_SHOWN + 50)
    // The start and the end of the chain are among those that matter.
    expect(page).toContain('and 52 more of this kind')
  })

  test('texts and lists longer than castellan writes are cut', () => {
    const long = 'x'.repeat(100_000)
    const rules = Array.from({ length: 5000 }, (_, at) => ({ ...rule, id: `${at}${long.slice(0, 100)}` }))
    const { page } = pageOf(logOf({ records: [{ event: long, tool: long, decision: 'deny', rules, redactions: { [long]: 1 } }] }))
    expect(page.length).toBeLessThan(200_000)
  })

  test('a log that is not whole says so at the top', () => {
    const { page } = pageOf(logOf().toSpliced(3, 1))
    expect(page).toMatch(/<div class="top fails">[\s\S]*The log is not whole: 1 finding</)
    expect(page).toContain('record 3 of the chain is missing before it')
  })
})

const CHROMIUM = '/usr/bin/chromium'
const hasBrowser = existsSync(CHROMIUM)
if (!hasBrowser) console.warn(`\nSKIPPED: the audit report was not opened in a browser: there is no ${CHROMIUM}\n`)

test.skipIf(!hasBrowser)('in a browser: nothing of a hostile log runs, and the page is all there', { timeout: 60_000 }, () => {
  const file = join(cwd, 'hostile.html')
  writeFileSync(file, pageOf(hostile, [HOSTILE]).page)
  const profile = join(cwd, 'profile')
  const args = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`, '--dump-dom', `file://${file}`]
  const { stdout, status } = spawnSync(CHROMIUM, args, { encoding: 'utf8', timeout: 50_000 })
  expect(status).toBe(0)
  const title = /<title>([^<]*)<\/title>/.exec(stdout)?.[1]
  expect(title).toMatch(/^castellan audit: /)
  expect(stdout).not.toMatch(/<(?:script|img)\b/i)
  for (const section of ['whole', 'rules', 'askers', 'rest', 'sessions']) expect(stdout).toContain(`<h2 id="${section}">`)
  expect(stdout.match(/<li class="row /g)?.length).toBeGreaterThan(2)
})
