import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { type BuildOptions, build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditOf } from '../../policy/compile/audit-of.ts'
import { FULL } from './example.ts'

// Bundling takes a second, and many times that where other work has the machine.
const PATIENCE = 60_000

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The bundle as the build makes it, for the realm: no Node, no browser. */
async function bundle(options: Partial<BuildOptions>): Promise<{ text: string; imports: number }> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: "export { createAuditTrail } from './audit/trail.ts'; export { createRedactor } from './redact/redactor.ts'",
      resolveDir: root,
    },
    bundle: true,
    platform: 'browser',
    target: 'es2023',
    format: 'esm',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['module'],
    legalComments: 'none',
    write: false,
    metafile: true,
    logLevel: 'silent',
    ...options,
  })
  return { text: outputFiles?.[0]?.text ?? '', imports: Object.values(metafile?.outputs ?? {}).flatMap(output => output.imports).length }
}

describe('the bundle', () => {
  let text = ''
  let imports = -1
  beforeAll(async () => {
    // A free `process` is renamed, so that finding the new name is finding the old one free.
    ;({ text, imports } = await bundle({
      define: { process: '__FREE_PROCESS__', require: '__FREE_REQUIRE__', performance: '__FREE_PERFORMANCE__' },
    }))
  }, PATIENCE)

  test('imports nothing, and knows no process, no require and no clock', () => {
    expect(imports).toBe(0)
    expect(text).not.toMatch(/\bimport\s*\(/)
    expect(text).not.toContain('__FREE_')
    expect(text).not.toMatch(/\beval\s*\(|\bnew Function\b/)
  })

  test('leaves room for the rest of the mod', () => {
    expect(text.length).toBeLessThan(120_000)
  })
})

test('runs where there is no Node: a record becomes a body', { timeout: PATIENCE }, async () => {
  const { text } = await bundle({ format: 'iife', globalName: 'castellan' })
  const realm = createContext({ TextEncoder, TextDecoder, URL })
  const body = runInContext(
    `${text};
    let body = ''
    let n = 0
    const trail = castellan.createAuditTrail({
      version: '0.1.0', instanceId: 'i', policy: { name: 'p', digest: 'd' },
      randomHex: bytes => (++n).toString(16).padStart(2 * bytes, '0'),
      mask: text => castellan.createRedactor([{ name: 'PW', value: 'mcp__github__create_issue' }]).text(text).text,
      post: async sent => { body += sent; return { status: 200 } },
      sleep: () => new Promise(() => {}),
      jitter: () => 0,
      audit: ${JSON.stringify(auditOf({ endpoint: 'https://otel.acme.example' }))},
    })
    trail.begin({ id: 's', now: 0 })
    trail.record(${JSON.stringify(FULL)})
    trail.tick(0, { isBounded: true }).then(() => ({ body, state: JSON.stringify(trail.state()) }))`,
    realm,
  ) as Promise<{ body: string; state: string }>
  const { body: sent, state } = await body
  expect(JSON.parse(state)).toMatchObject({ endpoint: 'ok', sent: 4, dropped: 0, queued: 0 })
  expect(sent).toContain('"startTimeUnixNano":"1700000000123500000"')
  expect(sent).toContain('"name":"castellan.decide tool.check"')
  expect(sent).toContain('‹secret:PW›')
  expect(sent).not.toContain('create_issue')
})
