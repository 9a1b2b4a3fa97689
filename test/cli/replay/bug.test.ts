/** What is no file's fault is not told as one. */
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replay } from '../../../cli/replay/replay.ts'
import { policy } from '../../policy/rules.ts'
import { temporaryFolder } from '../support.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a bug in judging is thrown on; a file that is gone is left out', () => {
  const path = join(folder, 'one.jsonl')
  const message = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'ls' } }] }
  writeFileSync(path, `${JSON.stringify({ type: 'assistant', cwd: '/p', message })}\n`)
  const files = [{ path, bytes: statSync(path).size }]
  const broken = () => {
    throw new TypeError('a bug')
  }
  const silent = { step: () => undefined, end: () => undefined }
  const told = () => replay(policy([]), files, broken, silent, { seed: 1, examples: 1 })
  expect(told).toThrow('a bug')
  rmSync(path)
  expect(told().unreadable).toEqual([{ file: path, problem: 'there is no such file or folder' }])
})
