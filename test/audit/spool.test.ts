import { describe, expect, test } from 'vitest'
import { byteLength, lineOf, readLines } from '../../audit/spool-lines.ts'
import { linesFile, liveFile, ownerOf, readName } from '../../audit/spool-names.ts'
import { isGone, type Owner, readOwner, readStat, SILENT_MS, writeOwner } from '../../audit/spool-owner.ts'

const CHAIN = '5f3c9a7e12b04d68'

describe('names', () => {
  test.each(['e3c72beb-227c-4351-980b-bde5a43584b2', '../../etc', '', 'a/b\0c', 'é'.repeat(200)])(
    'of the session %j stay in the folder, and are read again',
    session => {
      const owner = ownerOf(session, CHAIN)
      expect(owner).toMatch(/^[\w-]+$/)
      expect(owner.length).toBeLessThanOrEqual(97)
      expect(readName(linesFile(owner, 12))).toEqual({ owner, chain: CHAIN, number: 12 })
      expect(readName(liveFile(owner))).toEqual({ owner, chain: CHAIN })
    },
  )

  test.each([
    'x.jsonl',
    `${CHAIN}.live`,
    `s-${CHAIN}-1.json`,
    `s-${CHAIN}-.jsonl`,
    `../s-${CHAIN}-1.jsonl`,
    `s-${CHAIN.toUpperCase()}-1.jsonl`,
    `s-${CHAIN}-1.jsonl.bak`,
  ])('%s is none of ours', name => {
    expect(readName(name)).toBeUndefined()
  })
})

describe('lines', () => {
  const line = (seq: number) => `{"chain":"${CHAIN}","seq":${seq},"sessionId":"s"}`

  test.each([
    '',
    '{}',
    'null',
    '[]',
    '"x"',
    `{"chain":"${CHAIN}","seq":-0.5,"sessionId":"s"}`,
    `{"chain":"short","seq":1,"sessionId":"s"}`,
    `{"chain":"${CHAIN}","seq":1}`,
  ])('%s is no sealed line', text => {
    expect(lineOf(text)).toBeUndefined()
  })

  test('a file is read to its last whole line, each line once', () => {
    const text = `${line(0)}\n${line(1)}\n${line(1)}\n\n${line(2).slice(0, 20)}`
    const { lines, torn } = readLines(text, CHAIN)
    expect([lines.map(({ seq }) => seq), torn]).toEqual([[0, 1], 1])
    // Cut right before its end: the line is whole.
    expect(readLines(`${line(0)}\n${line(1)}`, CHAIN)).toMatchObject({ lines: [{ seq: 0 }, { seq: 1 }], torn: 0 })
  })

  test.each(['', 'plain', 'é', '€uro', '😀 two', '\0\u007f\u0080\u07ff\u0800\uffff'])('bytes of %j', text => {
    expect(byteLength(text)).toBe(Buffer.byteLength(text))
  })
})

describe('owners', () => {
  const self: Owner = { space: 'boot pid:[1]', pid: '7', began: '100', session: 's', load: 'l1' }
  const other = (parts: Partial<Owner>): Owner => ({ ...self, pid: '8', session: 't', load: 'l2', ...parts })
  const seen = { beganNow: '100', silentMs: 0 }
  const long = { beganNow: undefined, silentMs: SILENT_MS + 1 }

  test('are read as they were written; what is no owner is nobody', () => {
    expect(readOwner(writeOwner(self))).toEqual(self)
    expect(readOwner('')).toBe('left')
    for (const text of ['{}', 'null', 'x', '{"space":1}']) expect(readOwner(text)).toBeUndefined()
  })

  test.each([
    ['1 (init) S 0 1 1 0 -1 4 1 2 3 4 1 2 3 4 20 0 1 0 4711 9 9', { pid: '1', began: '4711' }],
    ['17 (a) b) (c) R 0 1 1 0 -1 4 1 2 3 4 1 2 3 4 20 0 1 0 88 9', { pid: '17', began: '88' }],
    ['17 (short) R 0 1', undefined],
    ['', undefined],
  ])('a process: %j', (text, process) => {
    expect(readStat(text)).toEqual(process)
  })

  test.each([
    ['one that said that it goes', 'left', seen, true],
    ['a process that runs', other({}), { ...seen, silentMs: 1e9 }, false],
    ['one that does not', other({}), { beganNow: undefined, silentMs: 0 }, true],
    ['one whose number another has', other({}), { beganNow: '101', silentMs: 0 }, true],
    ['another load of this session’s module', { ...self, load: 'l2' }, seen, true],
    ['this load', self, { ...seen, silentMs: 1e9 }, false],
    ['another session in this process', { ...self, session: 't', load: 'l2' }, seen, false],
    ['the same, long silent', { ...self, session: 't', load: 'l2' }, { ...seen, silentMs: 1e9 }, true],
    ['one elsewhere', other({ space: 'boot pid:[2]' }), { beganNow: undefined, silentMs: SILENT_MS }, false],
    ['one elsewhere, long silent', other({ space: 'boot pid:[2]' }), long, true],
    ['one of which nothing is known', other({ space: '' }), { beganNow: undefined, silentMs: 0 }, false],
    ['nobody that can be read', undefined, { beganNow: undefined, silentMs: 0 }, false],
    ['the same, long silent', undefined, long, true],
  ] as const)('%s', (_, owner, known, gone) => {
    expect(isGone(owner, self, known)).toBe(gone)
  })

  test('where this session does not know itself, only silence tells', () => {
    const blind = { ...self, space: '' }
    expect([isGone(other({ space: '' }), blind, seen), isGone(other({ space: '' }), blind, long)]).toEqual([false, true])
  })
})
