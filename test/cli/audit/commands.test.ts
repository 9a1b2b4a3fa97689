import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { canonical } from '../../../audit/canonical.ts'
import type { Verification } from '../../../audit/verification.ts'
import { auditShow } from '../../../cli/commands/audit-show.ts'
import { loadPolicy } from '../../../cli/load-policy.ts'
import { CHAIN, KEY, logOf, otlpOf, POLICY, resealed, stampOf } from '../../audit/log.ts'
import { policyFiles, putFiles, run, temporaryFolder } from '../support.ts'

const cwd = temporaryFolder()
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const LOG = logOf()
const SIGNED = logOf({ key: KEY, chain: 'bbbbbbbbbbbbbbbb', sessionId: 'session-2' })
const text = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('')
const edited = LOG.map((line, at) => (at === 2 ? line.replace('"deny"', '"allow"') : line))
putFiles(cwd, {
  'log.jsonl': text(LOG),
  'edited.jsonl': text(edited),
  'signed.jsonl': text(SIGNED),
  'open.jsonl': text(logOf({ isOpen: true })),
  'folder/traces.json': text([otlpOf(LOG)]),
  'folder/deeper/more.jsonl': text(LOG.slice(0, 2)),
  'folder/notes.txt': 'no log',
  'stamps.json': text([stampOf(LOG[3] ?? '')]),
  'nothing.jsonl': '{"some":"thing"}\n',
  ...policyFiles(),
})

describe('audit verify', () => {
  test('0: whole, in a line for each chain', () => {
    const { code, out, err } = run(['audit', 'verify', 'log.jsonl', 'signed.jsonl'], cwd)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n')).toEqual([
      `${CHAIN}  records 0 to 6, ended, policy d1d1d1d1d1d1, session session-1`,
      'bbbbbbbbbbbbbbbb  records 0 to 6, ended, policy d1d1d1d1d1d1, session session-2',
      '14 records in 2 chains: whole',
      expect.stringContaining('macs that were not checked'),
      '',
    ])
  })

  test('1: findings, each at its place', () => {
    const { code, out, err } = run(['audit', 'verify', 'edited.jsonl'], cwd)
    expect(code).toBe(1)
    expect(err).toBe(
      `edited.jsonl:3: edited: it was changed after it was sealed: its hash is that of another record (chain ${CHAIN}, record 2)\n`,
    )
    expect(out).toContain('7 records in 1 chain: 1 finding\n')
  })

  test('2: no such file, nothing in it, a wrong option', () => {
    expect(run(['audit', 'verify', 'missing.jsonl'], cwd)).toMatchObject({ code: 2, err: expect.stringContaining('no such file') })
    expect(run(['audit', 'verify', 'nothing.jsonl'], cwd)).toMatchObject({ code: 2, err: expect.stringContaining('No sealed record') })
    expect(run(['audit', 'verify'], cwd).code).toBe(2)
    expect(run(['audit', 'verify', 'log.jsonl', '--policy-digest', 'XYZ'], cwd)).toMatchObject({
      code: 2,
      err: expect.stringContaining('no digest'),
    })
    expect(run(['audit', 'verify', 'log.jsonl', '--anchor', 'a:b:c'], cwd)).toMatchObject({
      code: 2,
      err: expect.stringContaining('no anchor'),
    })
    expect(run(['audit', 'verify', 'log.jsonl', '--policy', 'nowhere'], cwd).code).toBe(2)
  })

  test('a folder of a collector’s files, and stdin', () => {
    expect(run(['audit', 'verify', 'folder', '--complete'], cwd)).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 delivered more than once: whole'),
    })
    expect(run(['audit', 'verify', '-'], cwd, {}, text(edited))).toMatchObject({ code: 1, err: expect.stringMatching(/^-:3: edited/) })
  })

  test('the key comes from the environment, and is not shown', () => {
    const signed = run(['audit', 'verify', 'signed.jsonl', '--key-env', 'AUDIT_KEY'], cwd, { AUDIT_KEY: KEY })
    expect(signed).toMatchObject({ code: 0, out: expect.stringContaining('The macs are right') })
    expect(run(['audit', 'verify', 'signed.jsonl', '--key-env', 'AUDIT_KEY'], cwd, { AUDIT_KEY: 'other' }).code).toBe(1)
    const wrong = run(['audit', 'verify', 'signed.jsonl', '--key-env', KEY], cwd)
    expect(wrong.code).toBe(2)
    expect(wrong.err).not.toContain(KEY)
  })

  test('policies that were deployed, by digest and by folder', () => {
    expect(run(['audit', 'verify', 'log.jsonl', '--policy-digest', POLICY.digest.slice(0, 12)], cwd).code).toBe(0)
    expect(run(['audit', 'verify', 'log.jsonl', '--policy', 'p'], cwd)).toMatchObject({ code: 1, err: expect.stringContaining('policy') })
    const loaded = loadPolicy('p', cwd)
    if (!loaded.ok) throw new Error('the policy does not compile')
    const { name, digest } = loaded.policy
    writeFileSync(join(cwd, 'own.jsonl'), text(logOf({ policy: { name, digest } })))
    expect(run(['audit', 'verify', 'own.jsonl', '--policy', 'p'], cwd).code).toBe(0)
  })

  test('complete, part, and records known from elsewhere', () => {
    expect(run(['audit', 'verify', 'open.jsonl'], cwd)).toMatchObject({ code: 0, out: expect.stringContaining('no end') })
    expect(run(['audit', 'verify', 'open.jsonl', '--complete'], cwd).code).toBe(1)
    const last = JSON.parse(LOG[6] ?? '')
    const anchor = `${CHAIN}:6:${last.hash}`
    expect(run(['audit', 'verify', 'log.jsonl', '--anchor', anchor], cwd).code).toBe(0)
    expect(run(['audit', 'verify', 'open.jsonl', '--anchor', anchor], cwd)).toMatchObject({
      code: 1,
      err: expect.stringContaining('cut off'),
    })
    writeFileSync(join(cwd, 'part.jsonl'), text(LOG.slice(3)))
    expect(run(['audit', 'verify', 'part.jsonl'], cwd).code).toBe(1)
    expect(run(['audit', 'verify', 'part.jsonl', '--part'], cwd).code).toBe(0)
  })

  test('a chain that follows another after a lost worker: what is known of the end of that', () => {
    const { seq, hash } = JSON.parse(LOG[3] ?? '')
    writeFileSync(join(cwd, 'next.jsonl'), text(logOf({ chain: 'cccccccccccccccc', former: { chain: CHAIN, seq, hash } })))
    const follows = (...files: string[]) => {
      const { code, out } = run(['audit', 'verify', ...files], cwd)
      return [code, /follows [^,]*, [^,]*, [^,\n]*/.exec(out)?.[0]]
    }
    const told = `follows ${CHAIN}, known to record 3`
    expect(follows('next.jsonl')).toEqual([0, `${told}, of which nothing is here`])
    expect(follows('next.jsonl', 'open.jsonl')).toEqual([0, `${told}, whose end is unknown`])
    expect(follows('log.jsonl', 'next.jsonl')).toEqual([0, `${told}, whose end is here`])
    expect(run(['audit', 'show', 'next.jsonl'], cwd).out).toContain(`chain start; ${told}`)
    expect(run(['audit', 'report', 'next.jsonl', '--out', 'next.html'], cwd).code).toBe(0)
    expect(readFileSync(join(cwd, 'next.html'), 'utf8')).toContain(`ended, ${told}`)
  })

  test('a chain that a stamp names and that is not here: a note, and a finding where the logs must be complete', () => {
    const noted = run(['audit', 'verify', 'signed.jsonl', 'stamps.json'], cwd)
    expect({ code: noted.code, err: noted.err }).toEqual({ code: 0, err: '' })
    expect(noted.out).toContain(
      `${CHAIN}  no record of it is here, and a stamp on the engine’s records names it: stamps.json:1. With --complete that is a finding\n`,
    )
    const told = `stamps.json:1: missing: no record of it is here, and a stamp on the engine’s records names it (chain ${CHAIN})\n`
    for (const files of [['signed.jsonl', 'stamps.json'], ['stamps.json']]) {
      const { code, err } = run(['audit', 'verify', ...files, '--complete'], cwd)
      expect([code, err]).toEqual([1, expect.stringContaining(told)])
    }
    expect(run(['audit', 'verify', 'stamps.json'], cwd).code).toBe(2)
    const report = (...more: string[]) => run(['audit', 'report', 'signed.jsonl', 'stamps.json', '--out', 'absent.html', ...more], cwd)
    expect(report().out).toBe('absent.html: 7 records, whole\n')
    expect(readFileSync(join(cwd, 'absent.html'), 'utf8')).toContain('stamps.json:1')
    expect(report('--complete').out).toBe('absent.html: 7 records, 1 finding\n')
  })

  test('a record that no castellan writes, sealed as one, and all after it', () => {
    const POSED = { seq: 1, prev: JSON.parse(LOG[0] ?? '').hash }
    const posed = (change: Record<string, unknown>) =>
      run(['audit', 'verify', '-'], cwd, {}, text([LOG[0] ?? '', resealed(LOG[2] ?? '', { ...POSED, ...change })]))
    expect(posed({})).toMatchObject({ code: 0, err: '' })
    for (const [change, said] of [
      [{ note: 'hunter2' }, 'it has a field that no record has: note'],
      [{ decision: 'hunter2' }, 'its decision is none that a record has'],
      [{ rules: [{ id: 7 }] }, 'its rules.0.id is none that a record has'],
      [{ links: undefined }, 'its links is none that a record has'],
      [{ effects: { reads: ['hunter2'] } }, 'its effects.reads.0 is none that a record has'],
      [{ event: 'castellan.checkpoint' }, 'its counts is none that a record has'],
      [{ time: 'hunter2' }, 'its time is none that a record has'],
      [{ 'hunter 2': 1 }, 'it has a field that no record has: … ('],
    ] as const) {
      const { code, err } = posed(change)
      expect([code, err]).toEqual([1, expect.stringContaining(`-:2: fields: ${said}`)])
      expect(err.replace('hunter 2', '')).not.toContain('hunter2')
    }
  })

  test('of what holds no record nothing is said about macs', () => {
    const { code, out, err } = run(['audit', 'verify', 'p/castellan.yaml'], cwd)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^No sealed record was found: name the files of [^\n]*\np\/castellan\.yaml:1: unreadable: this is no JSON\n/)
  })

  test('a byte order mark that an editor put before the first line is no change of a record', () => {
    writeFileSync(join(cwd, 'marked.jsonl'), `\ufeff${text(LOG)}`)
    expect(run(['audit', 'verify', 'marked.jsonl'], cwd)).toMatchObject({ code: 0, err: '' })
    expect(run(['audit', 'verify', '-'], cwd, {}, `\ufeff${text(LOG)}`)).toMatchObject({ code: 0, err: '' })
    expect(run(['audit', 'verify', '-'], cwd, {}, text(LOG.map(line => `\ufeff${line}`))).code).toBe(1)
  })

  test('as JSON', () => {
    const { code, out } = run(['audit', 'verify', 'edited.jsonl', '--json'], cwd)
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      isWhole: false,
      records: 7,
      macs: 'none',
      findings: [{ kind: 'edited', file: 'edited.jsonl', line: 3, chain: CHAIN, seq: 2 }],
      chains: [{ chain: CHAIN, isEnded: true }],
    })
  })

  test('what a terminal would obey is shown, not done', () => {
    const hostile = logOf({ sessionId: '\u001b[2J\u202eevil' })
    const { out } = run(['audit', 'verify', '-'], cwd, {}, text(hostile))
    expect(out).toContain('session \\u001b[2J\\u202eevil')
  })
})

describe('audit show', () => {
  const rows = (args: readonly string[]) =>
    run(['audit', 'show', ...args], cwd)
      .out.split('\n')
      .slice(1, -1)
      .map(line => line.replace(/ +/g, ' '))

  test('a table: when, session, decision, event, tool, who, why', () => {
    const shown = rows(['log.jsonl'])
    expect(shown).toHaveLength(7)
    expect(shown[2]).toBe('2023-11-14 22:13:20.002 session- deny tool.check Bash engine git.force-push; git, example.org')
    const again = logOf({ records: [{ event: 'castellan.checkpoint', repeats: { toolu_1: 2 } } as never] })
    expect(run(['audit', 'show', '-'], cwd, {}, text(again)).out).toContain('asked again: toolu_1 ×2')
    expect(shown[4]).toMatch(/http\.fetch .* leak in system; redacted GITHUB_TOKEN ×1$/)
  })

  test('a line too long to be held is told as such', () => {
    writeFileSync(join(cwd, 'long.jsonl'), text([...LOG.slice(0, 2), 'x'.repeat(17 * 1024 * 1024), ...LOG.slice(2)]))
    const told = 'the line is too long\n'
    expect(run(['audit', 'show', 'long.jsonl'], cwd)).toMatchObject({ code: 0, err: `long.jsonl:3: ${told}` })
    expect(run(['audit', 'verify', 'long.jsonl'], cwd)).toMatchObject({ code: 1, err: `long.jsonl:3: unreadable: ${told}` })
  })

  test('where no record fits, that is said, beside an empty answer', () => {
    expect(run(['audit', 'show', 'log.jsonl', '--tool', 'Nope'], cwd)).toEqual({ code: 0, out: '', err: 'None of 7 records fits.\n' })
    expect(run(['audit', 'show', 'log.jsonl', '--tool', 'Nope', '--json'], cwd)).toEqual({ code: 0, out: '', err: '' })
  })

  test('a chain whose key has no value says so where it starts', () => {
    const { out } = run(['audit', 'show', '-'], cwd, {}, text(logOf({ keyUnset: 'AUDIT_KEY' })))
    expect(out.match(/.*AUDIT_KEY.*/g)).toEqual([expect.stringMatching(/no macs: AUDIT_KEY has no value; chain start$/)])
  })

  test.each([
    [['--decision', 'deny'], [2]],
    [
      ['--event', 'tool.*'],
      [2, 3],
    ],
    [['--event', 'tool'], []],
    [['--rule', 'git.*'], [2]],
    [['--rule', 'git_force-push'], []],
    [['--tool', 'Re*'], [3]],
    [['--session', 'session-2'], []],
    [
      ['--since', '2023-11-14T22:13:20.003Z', '--until', '2023-11-14T22:13:20.005Z'],
      [3, 4],
    ],
    [['--since', '2h'], []],
  ])('%j', (args, expected) => {
    const { code, out } = run(['audit', 'show', 'log.jsonl', '--json', ...args], cwd)
    expect(code).toBe(0)
    expect(out).toBe(text(expected.map(at => LOG[at] ?? '')))
  })

  describe('a log put in the order of its chains, so that what is shown says what the log says', () => {
    const last = JSON.parse(SIGNED[6] ?? '')
    const again = resealed(SIGNED[6] ?? '', { reason: 'clear' })
    const spaced = (LOG[3] ?? '').replace('"chain":', '"chain":\n ')
    const twice = (LOG[3] ?? '').replace('"event":', '"event":"x","event":')
    const at = (lines: readonly string[], ...order: number[]) => order.map(one => lines[one] ?? '')
    const place = (lines: readonly string[], index: number, line: string) => lines.map((one, n) => (n === index ? line : one))
    test.each<[string, Record<string, string>]>([
      [
        'spans as they arrived',
        { 'a.json': text([otlpOf(at(LOG, 5, 6)), otlpOf([...at(LOG, 3, 1), ...at(SIGNED, 2, 0, 1)]), otlpOf(at(LOG, 4, 2, 0))]) },
      ],
      ['every other span, and then the rest', { 'a.json': text([otlpOf(at(LOG, 1, 3, 5)), otlpOf(at(LOG, 0, 2, 4, 6))]) }],
      [
        'the files of a chain in another order',
        { 'a.jsonl': text(LOG.slice(4)), 'b.jsonl': text(LOG.slice(2, 4)), 'c.jsonl': text(LOG.slice(0, 2)) },
      ],
      ['lines that stand in the wrong order', { 'a.jsonl': text(at(LOG, 0, 3, 1, 2)), 'b.jsonl': text(LOG.slice(4)) }],
      ['a gap, and a chain without its start', { 'a.json': text([otlpOf(at(LOG, 6, 5, 3, 4)), otlpOf(at(SIGNED, 1, 0, 4, 3))]) }],
      ['a record edited', { 'a.jsonl': text(edited) }],
      ['a record edited, beside itself as it was', { 'a.jsonl': text(LOG), 'b.jsonl': text(edited.slice(2, 3)) }],
      ['two records of one number', { 'a.jsonl': text(SIGNED), 'b.jsonl': text([again]) }],
      ['a record written otherwise', { 'a.json': text([otlpOf(place(LOG, 3, spaced))]) }],
      ['a key that stands twice', { 'a.jsonl': text(place(LOG, 3, twice)) }],
    ])('%s', (name, files) => {
      expect(last.kind).toBe('end')
      const folder = `order/${name.replaceAll(/\W/g, '-')}`
      putFiles(join(cwd, folder), files)
      const all = Object.keys(files).map(file => `${folder}/${file}`)
      const told = (code: number, out: string) => {
        const { findings, chains, records } = JSON.parse(out) as Verification
        const kinds = findings.filter(({ kind }) => kind !== 'attribute').map(({ kind, chain, seq }) => `${kind} ${chain} ${seq}`)
        return { code, records, kinds: kinds.toSorted(), chains: chains.toSorted((a, b) => a.chain.localeCompare(b.chain)) }
      }
      const given = run(['audit', 'verify', ...all, '--json'], cwd)
      const shown = run(['audit', 'show', ...all, '--json'], cwd)
      const piped = run(['audit', 'verify', '-', '--json'], cwd, {}, shown.out)
      expect(told(piped.code, piped.out)).toEqual(told(given.code, given.out))
    })

    test('what is in order is shown as it comes, chains among each other too', () => {
      const mixed = LOG.flatMap((line, n) => [line, SIGNED[n] ?? ''])
      expect(run(['audit', 'show', '-', '--json'], cwd, {}, text(mixed)).out).toBe(text(mixed))
      const { out } = run(['audit', 'show', '-', '--json', '--decision', 'allow'], cwd, {}, text([otlpOf(LOG.toReversed())]))
      expect(out).toBe(text([LOG[3] ?? '']))
    })
  })

  test('each record once; lines that are none are told', () => {
    expect(run(['audit', 'show', 'folder', 'log.jsonl', '--json'], cwd).out.split('\n')).toHaveLength(8)
    expect(run(['audit', 'show', '-'], cwd, {}, `oops\n${text(LOG)}`)).toMatchObject({ code: 0, err: '-:1: this is no JSON\n' })
  })

  test('bad input', () => {
    expect(run(['audit', 'show', 'log.jsonl', '--since', 'yesterday'], cwd)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--since'),
    })
    expect(run(['audit', 'show', 'log.jsonl', '--decision', 'denied'], cwd)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining("'denied' is invalid. Allowed choices are allow, deny, ask, none."),
    })
    expect(run(['audit', 'show', 'nothing.jsonl'], cwd).code).toBe(2)
    expect(run(['audit', 'show', '-', '--follow'], cwd).code).toBe(2)
  })

  test('what records hold is shown as text, whatever it is', () => {
    const odd = { event: '\u001b[31m', tool: 7, rules: 'x', redactions: 5, caller: null, effects: [], time: 1e300 } as never
    const { code, out } = run(['audit', 'show', '-'], cwd, {}, text(logOf({ records: [odd] })))
    expect(code).toBe(0)
    expect(out).not.toContain('\u001b')
  })

  test('follow: what is there, what comes, new files, files written anew, half lines when they are whole', () => {
    const folder = join(cwd, 'grows')
    mkdirSync(folder)
    const [first, second] = [join(folder, 'a.jsonl'), join(folder, 'b.jsonl')]
    writeFileSync(first, text(LOG.slice(0, 2)))
    const half = (LOG[2] ?? '').slice(0, 50)
    const steps = [
      () => writeFileSync(first, text(LOG.slice(0, 2)) + half),
      () => writeFileSync(first, text(LOG.slice(0, 3))),
      () => writeFileSync(second, text(SIGNED.slice(0, 1))),
      () => writeFileSync(first, ''),
      () => writeFileSync(first, text(LOG.slice(2, 4))),
      // Emptied, and longer than before, between two looks.
      () => writeFileSync(first, text([...LOG.slice(4), ...SIGNED.slice(1, 4)])),
    ]
    let out = ''
    const after: number[] = []
    const code = auditShow(
      ['grows'],
      { json: true, follow: true },
      {
        out: shown => {
          out += shown
        },
        err: shown => {
          throw new Error(shown)
        },
        cwd,
        env: {},
        wait: () => {
          after.push(out.split('\n').length - 1)
          const step = steps.shift()
          step?.()
          return step !== undefined
        },
      },
    )
    expect(code).toBe(0)
    expect(after).toEqual([2, 2, 3, 4, 4, 5, 11])
    expect(out).toBe(text([...LOG.slice(0, 3), SIGNED[0] ?? '', ...LOG.slice(3), ...SIGNED.slice(1, 4)]))
  })
})

describe('audit report', () => {
  test('writes a page, and says what is in it', () => {
    const { code, out } = run(['audit', 'report', 'log.jsonl', 'folder', '--out', 'page.html'], cwd)
    expect({ code, out }).toEqual({ code: 0, out: 'page.html: 7 records, whole\n' })
    const page = readFileSync(join(cwd, 'page.html'), 'utf8')
    for (const shown of ['The log is whole', 'git.force-push', 'GITHUB_TOKEN', 'session-1']) expect(page).toContain(shown)
  })

  test('a log that is not whole: the page says so, and where', () => {
    expect(run(['audit', 'report', 'edited.jsonl', '--out', 'edited.html'], cwd)).toMatchObject({
      code: 0,
      out: 'edited.html: 7 records, 1 finding\n',
    })
    expect(readFileSync(join(cwd, 'edited.html'), 'utf8')).toContain('edited.jsonl:3')
  })

  test('never over a log; bad input', () => {
    expect(run(['audit', 'report', 'log.jsonl', '--out', './log.jsonl'], cwd).code).toBe(2)
    expect(readFileSync(join(cwd, 'log.jsonl'), 'utf8')).toBe(text(LOG))
    expect(run(['audit', 'report', 'nothing.jsonl', '--out', 'x.html'], cwd).code).toBe(2)
    expect(run(['audit', 'report', 'log.jsonl', '--out', 'no/such/folder.html'], cwd).code).toBe(2)
  })
})

test('a line is canonical as it is read', () => {
  expect(LOG.map(line => canonical(JSON.parse(line)))).toEqual(LOG)
})
