import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ScrubOptions, scrub } from '../../../cli/commands/scrub.ts'
import { scrubFile } from '../../../cli/scrub/scrub-file.ts'
import { createRedactor } from '../../../redact/redactor.ts'

const VALUE = 'zq5-value "of" the\\tests'
const redactor = createRedactor([{ name: 'TOKEN', value: VALUE }])
const LONG_AGO = new Date('2020-01-01T00:00:00Z')

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'castellan-scrub-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const put = (path: string, text: string, time: Date = LONG_AGO): string => {
  const file = join(dir, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  utimesSync(file, time, time)
  return file
}
const read = (path: string) => readFileSync(join(dir, path), 'utf8')
const run = (options: ScrubOptions = {}, ...paths: string[]) => {
  const said = { out: [] as string[], err: [] as string[] }
  const io = { out: (text: string) => void said.out.push(text), err: (text: string) => void said.err.push(text), cwd: dir, env: {} }
  const code = scrub(paths.length > 0 ? paths : ['.'], options, redactor, io)
  const [out, err] = [said.out.join(''), said.err.join('')]
  expect(out + err).not.toContain(VALUE)
  return { code, out, err }
}

const row = (text: string) => JSON.stringify({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } })
const TRANSCRIPT = `${row('hello')}\n${row(`it is ${VALUE}`)}\n${row(JSON.stringify({ inner: VALUE }))}\n`

describe('scrub', () => {
  test('takes the values out of transcripts and spilled output, however they are escaped, and changes nothing else', () => {
    put('p/a.jsonl', TRANSCRIPT)
    put('p/s/tool-results/x.txt', `out ${VALUE}\n`)
    put('p/notes.md', VALUE)
    const { code, out } = run()
    expect(code).toBe(0)
    expect(read('p/a.jsonl')).toBe(`${row('hello')}\n${row('it is ‹secret:TOKEN›')}\n${row(JSON.stringify({ inner: '‹secret:TOKEN›' }))}\n`)
    expect(read('p/s/tool-results/x.txt')).toBe('out ‹secret:TOKEN›\n')
    expect(read('p/notes.md')).toBe(VALUE)
    expect(out).toContain('2 files, 2 scrubbed, 0 left')
  })

  test('keeps each file as it was, readable by its owner alone, until told to remove that', () => {
    put('a.jsonl', TRANSCRIPT)
    run()
    expect(read('a.jsonl.before-scrub')).toBe(TRANSCRIPT)
    expect(statSync(join(dir, 'a.jsonl.before-scrub')).mode & 0o777).toBe(0o600)
    expect(run({ removeBackups: true }).out).toContain('1 backup removed')
    expect(existsSync(join(dir, 'a.jsonl.before-scrub'))).toBe(false)
  })

  test('a second run keeps the backup of the first, and leaves clean files alone', () => {
    put('a.jsonl', TRANSCRIPT)
    run()
    const { ino } = statSync(join(dir, 'a.jsonl'))
    expect(run().out).toContain('1 file, 0 scrubbed')
    expect(statSync(join(dir, 'a.jsonl')).ino).toBe(ino)
    expect(read('a.jsonl.before-scrub')).toBe(TRANSCRIPT)
  })

  test('goes on after a run that was ended midway', () => {
    put('a.jsonl', TRANSCRIPT)
    put('a.jsonl.castellan-scrub', 'half')
    put('b.jsonl', TRANSCRIPT)
    run({}, 'b.jsonl')
    expect(run().out).toContain('1 scrubbed')
    expect(existsSync(join(dir, 'a.jsonl.castellan-scrub'))).toBe(false)
    expect(read('a.jsonl')).not.toContain('zq5-value')
  })

  test('leaves rights and times as they were: the engine goes on with the newest session', () => {
    chmodSync(put('a.jsonl', TRANSCRIPT), 0o640)
    run()
    const { mode, mtimeMs } = statSync(join(dir, 'a.jsonl'))
    expect([mode & 0o777, mtimeMs]).toEqual([0o640, LONG_AGO.getTime()])
  })

  test('a transcript that a session may be writing to is left, told, and the exit code says so', () => {
    put('a.jsonl', TRANSCRIPT, new Date())
    const { code, err } = run()
    expect([code, read('a.jsonl')]).toEqual([1, TRANSCRIPT])
    expect(err).toContain('a.jsonl: left as it is: it changed within the last two minutes')
  })

  test('one that grows while it is read is left', () => {
    const file = put('a.jsonl', TRANSCRIPT)
    const growing = {
      ...redactor,
      deep(value: unknown) {
        put('a.jsonl', `${TRANSCRIPT}${row('more')}\n`, new Date())
        return redactor.deep(value)
      },
    }
    const answer = scrubFile(file, growing as typeof redactor, { backup: true, now: Date.now() })
    expect(answer).toEqual({ is: 'left', why: 'it changed while it was read: a session is writing to it' })
    expect(read('a.jsonl')).toContain('more')
  })

  test('thinking that held a value is a text, since its signature is right for the whole alone', () => {
    const said = (block: object) => `${JSON.stringify({ type: 'assistant', message: { role: 'assistant', content: [block] } })}\n`
    const clean = said({ type: 'thinking', thinking: 'hm', signature: 'c2ln' })
    put('a.jsonl', clean + said({ type: 'thinking', thinking: `is it ${VALUE}`, signature: 'c2ln' }))
    run()
    expect(read('a.jsonl')).toBe(clean + said({ type: 'text', text: 'is it ‹secret:TOKEN›' }))
  })

  test('a broken line is cleaned as text', () => {
    put('a.jsonl', `{"cut": "it is ${VALUE}\n`)
    run()
    expect(read('a.jsonl')).toBe('{"cut": "it is ‹secret:TOKEN›\n')
  })

  test('a path that is not there is bad input', () => {
    expect(run({}, 'nowhere').code).toBe(2)
  })
})
