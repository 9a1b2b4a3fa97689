/** `castellan redact check --cases f.jsonl`: texts, the secrets in them, and what should be left. Says which are missed, never a value. */
import { resolve } from 'node:path'
import { withBytes } from '../../redact/bytes-layer.ts'
import { createRedactor, type Secret } from '../../redact/redactor.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { place } from '../messages.ts'
import { readText } from '../read-file.ts'
import { report } from './tally.ts'

type Row = {
  readonly id: string
  readonly secrets: readonly Secret[]
  readonly input: string
  readonly expected: string
  readonly chunks?: readonly string[]
  readonly cut?: readonly ('start' | 'end')[]
  readonly skipped?: readonly string[]
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.every(isText))
const isSecret = (value: unknown): boolean => {
  const { name, value: held, force } = (value ?? {}) as Partial<Record<keyof Secret, unknown>>
  return isText(name) && isText(held) && (force === undefined || typeof force === 'boolean')
}

/** The row, or what is wrong with it: never anything of what it holds. */
function rowOf(line: string): Row | string {
  let row: Partial<Row> | null
  try {
    row = JSON.parse(line)
  } catch {
    return 'This is not JSON.'
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'A case is an object.'
  const { id, input, expected } = row
  const wrong = Object.entries({ id, input, expected }).find(([, value]) => !isText(value))
  if (wrong !== undefined) return `A case has an id, an input and an expected, each a text: ${wrong[0]} is none, or not there.`
  if (!Array.isArray(row.secrets) || !row.secrets.every(isSecret))
    return 'A case has secrets, a list of { name, value } with an optional force.'
  if (![row.chunks, row.cut, row.skipped].every(isTexts)) return 'chunks, cut and skipped are lists of text.'
  if (row.cut?.some(edge => edge !== 'start' && edge !== 'end')) return 'cut holds start or end.'
  if (row.chunks !== undefined && row.chunks.join('') !== row.input) return 'The chunks joined are not the input.'
  return row as Row
}

/** What does not come out as the row expects. */
function missesOf({ secrets, input, expected, chunks, cut, skipped = [] }: Row): readonly string[] {
  const redactor = withBytes(createRedactor(secrets))
  const misses: string[] = []
  if (redactor.text(input, { cut }).text !== expected) misses.push('the text is not redacted as expected')
  const stream = redactor.stream()
  const streamed = chunks === undefined ? expected : chunks.map(stream.push).join('') + stream.end()
  if (streamed !== expected) misses.push('the stream is not redacted as expected')
  const refused = new Set(redactor.refused.map(({ name }) => name))
  const isRefused = refused.size === new Set(skipped).size && skipped.every(name => refused.has(name))
  if (!isRefused) misses.push(`refused: ${[...refused].join(', ') || 'none'}, expected: ${skipped.join(', ') || 'none'}`)
  return misses
}

export function checkRedaction({ cases: file, json }: { readonly cases: string; readonly json?: boolean }, io: Io): number {
  const read = readText(resolve(io.cwd, file))
  if (!read.ok) {
    io.err(place({ file, line: 1, column: 1, message: `The cases cannot be read: ${read.problem}.` }))
    return EXIT.badInput
  }
  const lines = read.text.split('\n').flatMap((text, at) => (text.trim() === '' ? [] : [{ line: at + 1, row: rowOf(text) }]))
  if (lines.length === 0) {
    io.err(place({ file, line: 1, column: 1, message: 'The file holds no case.' }))
    return EXIT.badInput
  }
  const broken = lines.flatMap(({ line, row }) => (isText(row) ? [place({ file, line, column: 1, message: row })] : []))
  for (const message of broken) io.err(message)
  if (broken.length > 0) return EXIT.badInput
  const failed = lines.flatMap(({ line, row }) => {
    const { id } = row as Row
    const misses = missesOf(row as Row)
    const message = `${id}: ${misses.join('; ')}.`
    return misses.length === 0 ? [] : [{ line: place({ file, line, column: 1, message }), data: { file, line, id, misses } }]
  })
  return report({ passed: lines.length - failed.length, failed }, { json }, io)
}
