import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { realDisk } from '../../cli/build/disk.ts'
import { build } from '../../cli/commands/build.ts'
import { sha256 } from '../../cli/digests.ts'
import { HEAD, policyFiles, pushTable, putFiles, run, temporaryFolder } from './support.ts'

let work: string
beforeEach(() => {
  work = realpathSync(temporaryFolder())
  putFiles(work, policyFiles())
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

const LAYOUT = [
  '.claude-plugin/marketplace.json',
  'BUILD.md',
  'managed-settings.json',
  'plugins/castellan/.claude-plugin/plugin.json',
  'plugins/castellan/hooks/castellan.js',
  'plugins/castellan/hooks/hooks.json',
  'plugins/castellan/hooks/policy.js',
  'plugins/castellan/hooks/seat.js',
  'plugins/castellan/hooks/vendor.js',
]

/** Every file beneath a folder, by path. */
function filesUnder(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
  return Object.fromEntries(paths.map(path => [path, readFileSync(join(folder, path), 'utf8')]))
}

const unchecked = (...more: string[]) => run(['build', 'p', '--out', 'out', '--unchecked', ...more], work)

describe('the built folder', () => {
  test('has the layout of the design', () => {
    expect(unchecked()).toMatchObject({ code: 0, err: '' })
    const files = filesUnder(join(work, 'out'))
    expect(Object.keys(files)).toEqual(LAYOUT)
    expect(JSON.parse(files['plugins/castellan/hooks/hooks.json'] ?? '')).toEqual({ modules: ['./seat.js'] })
    expect(JSON.parse(files['.claude-plugin/marketplace.json'] ?? '')).toMatchObject({
      name: 'acme',
      plugins: [{ name: 'castellan', source: './plugins/castellan' }],
    })
    expect(readdirSync(work).sort()).toEqual(['out', 'p'])
  })

  test('is seated by its own managed settings, sec-default above it', () => {
    unchecked()
    expect(JSON.parse(filesUnder(join(work, 'out'))['managed-settings.json'] ?? '')).toEqual({
      extraKnownMarketplaces: { acme: { source: { source: 'directory', path: join(work, 'out') } } },
      enabledPlugins: { 'castellan@acme': true },
      prependPlugins: ['sec-default@builtin', 'castellan@acme'],
      permissions: { deny: ['Bash(git push -f:*)', 'Bash(git push --force:*)'], ask: [] },
    })
  })

  test('--seat-at is where it will lie, and must be absolute', () => {
    expect(unchecked('--seat-at', '/opt/acme')).toMatchObject({ code: 0 })
    expect(filesUnder(join(work, 'out'))['managed-settings.json']).toContain('"path": "/opt/acme"')
    expect(run(['build', 'p', '--out', 'other', '--unchecked', '--seat-at', 'opt'], work)).toMatchObject({ code: 2 })
    expect(existsSync(join(work, 'other'))).toBe(false)
  })

  test('the same policy, place and version are the same bytes, wherever and from wherever it is built', () => {
    unchecked('--seat-at', '/opt/acme')
    const first = filesUnder(join(work, 'out'))
    mkdirSync(join(work, 'elsewhere'))
    expect(
      run(['build', join(work, 'p'), '--out', 'deep/o', '--unchecked', '--seat-at', '/opt/acme'], join(work, 'elsewhere')),
    ).toMatchObject({ code: 0 })
    expect(filesUnder(join(work, 'elsewhere', 'deep', 'o'))).toEqual(first)
    unchecked('--seat-at', '/opt/acme')
    expect(filesUnder(join(work, 'out'))).toEqual(first)
  })

  test('another place changes what names it and nothing else', () => {
    unchecked('--seat-at', '/opt/one')
    const one = filesUnder(join(work, 'out'))
    unchecked('--seat-at', '/opt/two')
    const two = filesUnder(join(work, 'out'))
    expect(LAYOUT.filter(path => one[path] !== two[path])).toEqual(['BUILD.md', 'managed-settings.json'])
  })

  test('for machines', () => {
    expect(JSON.parse(unchecked('--json').out)).toMatchObject({
      policy: 'acme',
      out: join(work, 'out'),
      seatAt: join(work, 'out'),
      rules: 1,
      checked: false,
      replaced: false,
    })
    expect(JSON.parse(unchecked('--json').out)).toMatchObject({ replaced: true })
  })
})

describe('BUILD.md', () => {
  test('says which calls get secrets back, and what is set', () => {
    const page = () => readFileSync(join(work, 'out', 'BUILD.md'), 'utf8')
    unchecked()
    expect(page()).toContain('| hydration | off: no call is handed a value |')
    expect(page()).toContain('- Environment variables set: none')
    putFiles(work, { 'p/castellan.yaml': `${HEAD}secrets: { env: [A_TOKEN], hydrate: { tools: [Bash, Edit], env: [A_TOKEN] } }\n` })
    unchecked()
    expect(page()).toContain('| hydration | markers become values in calls of `Bash`, `Edit`; commands find `$CASTELLAN_A_TOKEN` |')
    expect(page()).toContain('- Environment variables set: `CASTELLAN_A_TOKEN`')
  })

  test('names every hook, rule and file, with digests that are right', () => {
    putFiles(work, {
      'p/castellan.yaml': `${HEAD}withhold: [audio]\nplugins: { entries: [{ id: a@b, answer: refuse, reason: "no | pipes" }] }\naudit: { endpoint: "http://127.0.0.1:4318/v1/traces" }\n`,
    })
    unchecked()
    const files = filesUnder(join(work, 'out'))
    const page = files['BUILD.md'] ?? ''
    for (const path of LAYOUT.filter(one => one !== 'BUILD.md'))
      expect(page).toContain(`| \`${path}\` | \`${sha256(files[path] ?? '')}\` |`)
    expect(page).toMatch(/\| `own\.force-push` \| own \| deny \| enforce \| ask \| partly \|/)
    for (const said of [
      '`acme`',
      '`*`',
      '`tool.check`',
      '`127.0.0.1:4318`',
      '`audio`',
      'no \\| pipes',
      `read from \`${join(work, 'out')}\``,
    ])
      expect(page).toContain(said)
    expect(page).toMatch(/\| `own\.force-push` \| partly \| .*wrappers/)
  })

  test('says where records go that the environment sends, which events are heard, and what of the telemetry is switched on', () => {
    const built = (audit: string) => {
      putFiles(work, { 'p/castellan.yaml': `${HEAD}audit: ${audit}\n` })
      unchecked()
      const read = (name: string) => readFileSync(join(work, 'out', name), 'utf8')
      return { page: read('BUILD.md'), env: JSON.parse(read('managed-settings.json')).env }
    }
    const plain = built('{ endpoint: "https://otel.acme.example/v1/traces", reach: decisions }')
    expect(plain.page).toContain('spans to `https://otel.acme.example/v1/traces`, reach `decisions`')
    expect(plain.page).toContain('conversation `decision` memory, noise `count` memory; no macs')
    const kept =
      '{ endpoint: from-env, levels: { noise: none }, durability: { decisions: ahead }, spool: { full: refuse, deadline: 1s }, key: AUDIT_KEY }'
    expect(built(kept).page).toContain(
      'decisions `decision` ahead, redactions `decision` memory, conversation `decision` memory, noise `none` memory; at most 16 MiB, then a call whose record cannot be kept is **denied**; a call waits 1000 ms at most; macs with the key in `AUDIT_KEY`',
    )
    expect(plain.page).toMatch(/\| `turn\.\*` \|.*\| records what it comes to/)
    expect(plain.page).toMatch(/\| `tool\.check` \|.*; records it \|/)
    expect(plain.page).not.toMatch(/The one host that is not read|What the settings switch on/)
    expect(plain.env).toBeUndefined()

    const told = built('{ endpoint: "https://otel.acme.example/v1/traces", engine-telemetry: true }')
    expect(told.env).toEqual({
      CLAUDE_CODE_ENABLE_TELEMETRY: '1',
      CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
      OTEL_LOGS_EXPORTER: 'otlp',
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.acme.example',
    })
    for (const [name, value] of Object.entries(told.env)) expect(told.page).toContain(`| \`${name}=${value}\` |`)

    const socket = built('{ endpoint: "unix:///run/otel.sock", engine-telemetry: true, headers: { authorization: env OTLP_AUTH } }')
    expect(socket.page).toContain('spans to the Unix socket `/run/otel.sock` (`http://localhost/v1/traces`), reach')
    expect(socket.page).toContain('No host is read for the audit: it goes over the Unix socket `/run/otel.sock`')
    expect(socket.page).not.toContain('The one host that is not read')
    expect(socket.page).toContain('the address of a collector (`OTEL_EXPORTER_OTLP_ENDPOINT`) are not set')
    expect(socket.env).not.toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT')

    const open = built('{ endpoint: from-env, engine-telemetry: true }')
    expect(open.page).toContain('The one host that is not read here')
    expect(open.page).toContain('`OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`')
    expect(open.env).not.toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT')
  })

  test('an observed rule has no mirror, and the page says why', () => {
    putFiles(work, { 'p/castellan.yaml': `${HEAD}mode: observe\n` })
    unchecked()
    const files = filesUnder(join(work, 'out'))
    expect(files['BUILD.md']).toContain('observed, not enforced')
    expect(JSON.parse(files['managed-settings.json'] ?? '').permissions).toEqual({ deny: [], ask: [] })
  })

  test('what a reason says cannot break out of its table', () => {
    putFiles(work, { 'p/rules/own.yaml': pushTable().replace('It rewrites what others have.', '"a | b\\n## Files <script>"') })
    unchecked()
    const page = filesUnder(join(work, 'out'))['BUILD.md'] ?? ''
    expect(page.match(/^## Files/gm)).toHaveLength(1)
    expect(page).not.toContain('<script>')
    expect(unchecked()).toMatchObject({ code: 0 })
  })
})

describe('a policy that fails is not built', () => {
  const refusal = (files: Record<string, string>) => {
    putFiles(work, files)
    const ran = unchecked()
    expect(readdirSync(work)).toEqual(['p'])
    return ran
  }

  test('its own tests', () => {
    expect(refusal({ 'p/rules/own.yaml': pushTable('', '"git push"') })).toMatchObject({
      code: 1,
      err: expect.stringContaining('should fire and is silent'),
    })
  })

  test.each([
    ['firing', pushTable('', '')],
    ['silent', pushTable('', '"git push -f"', '')],
  ])('a rule without a %s test', (_, table) => {
    const { code, err } = refusal({ 'p/rules/own.yaml': table })
    expect(code).toBe(2)
    expect(err).toMatch(/^p\/rules\/own\.yaml:\d+:\d+: /)
  })

  test('an error in a table', () => {
    expect(refusal({ 'p/rules/own.yaml': 'table: own\nrules: 3\n' })).toMatchObject({ code: 2 })
  })

  test('leaves an earlier build as it was', () => {
    unchecked()
    const before = filesUnder(join(work, 'out'))
    putFiles(work, { 'p/rules/own.yaml': pushTable('', '"git push"') })
    expect(unchecked()).toMatchObject({ code: 1 })
    expect(filesUnder(join(work, 'out'))).toEqual(before)
  })
})

describe('places that are not ours', () => {
  test('a folder of somebody', () => {
    putFiles(work, { 'out/notes.txt': 'mine' })
    expect(unchecked()).toMatchObject({ code: 2, err: expect.stringContaining('is not replaced') })
    expect(filesUnder(join(work, 'out'))).toEqual({ 'notes.txt': 'mine' })
  })

  test('the policy folder itself', () => {
    expect(run(['build', 'p', '--out', 'p', '--unchecked'], work)).toMatchObject({ code: 2 })
    expect(Object.keys(filesUnder(join(work, 'p')))).toEqual(['castellan.yaml', 'rules/own.yaml'])
  })

  test('a disk that fails says so in one line, exit 2', () => {
    const said: string[] = []
    const io = { out: () => {}, err: (text: string) => void said.push(text), cwd: work, env: {} }
    const full = {
      ...realDisk,
      write: () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      },
    }
    expect(build('p', { out: 'out', unchecked: true }, io, full)).toBe(2)
    expect(said.join('')).toMatch(/^The build could not be written to .*no space is left.*\n$/)
    expect(readdirSync(work)).toEqual(['p'])
  })
})

describe('the engine', () => {
  test('a named one that is none is bad input', () => {
    expect(run(['build', 'p', '--out', 'out', '--engine', '/nowhere'], work)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--engine'),
    })
    expect(run(['build', 'p', '--out', 'out'], work, { CASTELLAN_ENGINE: '/nowhere' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('CASTELLAN_ENGINE'),
    })
    expect(readdirSync(work)).toEqual(['p'])
  })

  test('one that does not say what was planned: exit 1, nothing written', () => {
    writeFileSync(join(work, 'engine'), '#!/bin/sh\necho hello\n', { mode: 0o755 })
    const { code, err } = run(['build', 'p', '--out', 'out', '--engine', 'engine'], work)
    expect(code).toBe(1)
    expect(err).toContain('Nothing was written')
    expect(readdirSync(work).sort()).toEqual(['engine', 'p'])
  })

  /** A copy of the package as installed where no engine is: its own code, its tables, its dependencies. */
  function packageWithoutEngine(): string {
    const root = join(work, 'package')
    const own = join(import.meta.dirname, '../..')
    mkdirSync(join(root, 'node_modules'), { recursive: true })
    mkdirSync(join(root, 'policy'))
    for (const path of ['package.json', 'dist', 'policy/rules']) execFileSync('cp', ['-r', join(own, path), join(root, path)])
    const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
    for (const name of Object.keys(dependencies)) {
      mkdirSync(join(root, 'node_modules', name, '..'), { recursive: true })
      symlinkSync(join(own, 'node_modules', name), join(root, 'node_modules', name))
    }
    return root
  }

  test('none anywhere: exit 3 and nothing written, unless --unchecked; from the built program', { timeout: 60_000 }, () => {
    const cli = join(packageWithoutEngine(), 'dist', 'cli.js')
    const spawned = (...argv: string[]) => {
      try {
        const out = execFileSync(process.execPath, [cli, ...argv], {
          cwd: work,
          env: { PATH: '/nowhere' },
          encoding: 'utf8',
          stdio: 'pipe',
        })
        return { code: 0, out, err: '' }
      } catch (error) {
        const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
        return { code: status, out: stdout, err: stderr }
      }
    }
    expect(spawned('build', 'p', '--out', 'out')).toMatchObject({ code: 3, err: expect.stringContaining('--unchecked') })
    expect(existsSync(join(work, 'out'))).toBe(false)
    expect(spawned('build', 'p', '--out', 'out', '--unchecked')).toMatchObject({ code: 0 })
    expect(Object.keys(filesUnder(join(work, 'out')))).toEqual(LAYOUT)
    expect(spawned('test', 'p').out).toMatch(/^2 passed, 0 failed$/m)
    expect(spawned('lint', 'nowhere').code).toBe(2)
    expect(spawned('--version').out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
