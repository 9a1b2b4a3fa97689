/** One saved file without the secrets in it: a transcript line by line, any other text as it stands. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { addHits, type Hits, hasHits, NO_HITS } from '../../redact/hits.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { unsigned } from '../../redact/unsigned.ts'
import { linesOf } from '../lines.ts'

export type Scrubbed =
  | { readonly is: 'clean' }
  /** `backup`: where the file is kept as it was; undefined where none was asked for. */
  | { readonly is: 'scrubbed'; readonly hits: Hits; readonly backup: string | undefined }
  /** Nothing was changed. */
  | { readonly is: 'left'; readonly why: string }

export const BACKUP = '.before-scrub'
/** What a run that was ended midway may leave; the next one writes over it. */
const ASIDE = '.castellan-scrub'

/** A session appends to its transcript while it lives: a file that changed so lately is left alone. */
const LIVE_MS = 2 * 60 * 1000
const CHUNK = 1024 * 1024

type Part = { readonly text: string; readonly hits: Hits }

type Row = { readonly message?: { readonly content?: unknown } } | null

function cleanRow(row: Row, redactor: Redactor) {
  const { value, hits, isCut } = redactor.deep(row)
  const content = unsigned(value?.message?.content, row?.message?.content)
  return { value: content === value?.message?.content ? value : { ...value, message: { ...value?.message, content } }, hits, isCut }
}

/** A line of a transcript. One that is no JSON is cleaned as text. */
function cleanLine(line: string, redactor: Redactor): Part {
  if (line === '') return { text: line, hits: NO_HITS }
  try {
    const { value, hits, isCut } = cleanRow(JSON.parse(line) as Row, redactor)
    if (!isCut) return { text: hasHits(hits) ? JSON.stringify(value) : line, hits }
  } catch {
    // cleaned as text
  }
  return redactor.text(line)
}

function* cleanLines(path: string, redactor: Redactor): Generator<Part> {
  for (const { text } of linesOf(path)) {
    if (text === undefined) throw new TooLong()
    const { text: clean, hits } = cleanLine(text, redactor)
    yield { text: `${clean}\n`, hits }
  }
}

function* cleanText(path: string, redactor: Redactor): Generator<Part> {
  const file = openSync(path, 'r')
  try {
    const chunk = Buffer.alloc(CHUNK)
    const decoder = new StringDecoder('utf8')
    const stream = redactor.stream()
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
      yield { text: stream.push(decoder.write(chunk.subarray(0, length))), hits: NO_HITS }
    }
    const text = stream.push(decoder.end()) + stream.end()
    yield { text, hits: stream.hits }
  } finally {
    closeSync(file)
  }
}

class TooLong extends Error {}

/**
 * Cleans a file in place: the clean text is written beside it and takes its name in one step, so that a run which is ended midway leaves it as it was;
 * the next run goes on, since a clean file is left alone. Its rights and times stay. `now`: milliseconds since the epoch. Throws what the disk throws.
 */
export function scrubFile(path: string, redactor: Redactor, options: { readonly backup: boolean; readonly now: number }): Scrubbed {
  const before = statSync(path)
  if (options.now - before.mtimeMs < LIVE_MS)
    return { is: 'left', why: 'it changed within the last two minutes: a session may be writing to it' }
  const aside = path + ASIDE
  const file = openSync(aside, 'w', 0o600)
  let hits: Hits = NO_HITS
  try {
    try {
      for (const part of path.endsWith('.jsonl') ? cleanLines(path, redactor) : cleanText(path, redactor)) {
        hits = addHits(hits, part.hits)
        writeSync(file, part.text)
      }
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    if (!hasHits(hits)) return { is: 'clean' }
    const now = statSync(path)
    if (now.size !== before.size || now.mtimeMs !== before.mtimeMs)
      return { is: 'left', why: 'it changed while it was read: a session is writing to it' }
    const backup = path + BACKUP
    // The earliest copy is the one that holds everything as it was.
    if (options.backup && !existsSync(backup)) copyWhole(path, backup)
    chmodSync(aside, before.mode & 0o777)
    utimesSync(aside, before.atime, before.mtime)
    renameSync(aside, path)
    return { is: 'scrubbed', hits, backup: options.backup ? backup : undefined }
  } catch (error) {
    if (error instanceof TooLong) return { is: 'left', why: 'a line in it is longer than can be read' }
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** In one step as well: a half copy must not pass for a backup. */
function copyWhole(from: string, to: string): void {
  const aside = `${to}${ASIDE}`
  copyFileSync(from, aside)
  chmodSync(aside, 0o600)
  renameSync(aside, to)
}
