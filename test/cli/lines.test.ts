import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lineAt, linesOf } from '../../cli/lines.ts'
import { temporaryFolder } from './support.ts'

let work: string
beforeEach(() => {
  work = temporaryFolder()
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

const put = (data: string | Buffer): string => {
  const path = join(work, 'f')
  writeFileSync(path, data)
  return path
}

test('every line whole, across chunks, with or without an end, and each found again', () => {
  for (const text of ['', 'a', 'a\n', '\n\na', `${'é'.repeat(200_000)}\nb\n${'x'.repeat(600_000)}\nlast`]) {
    const path = put(text)
    const lines = [...linesOf(path)]
    const expected = text === '' ? [] : text.replace(/\n$/, '').split('\n')
    expect(lines.map(line => line.text)).toEqual(expected)
    expect(lines.map(line => lineAt(path, line))).toEqual(expected)
  }
})

test('a line too long to be held is told, and the next one is whole', () => {
  const path = put(`${'x'.repeat(300_000)}\n${'y'.repeat(299_999)}\nnext\n${'z'.repeat(300_001)}`)
  expect([...linesOf(path, 299_999)].map(line => line.text?.length)).toEqual([undefined, 299_999, 4, undefined])
})
