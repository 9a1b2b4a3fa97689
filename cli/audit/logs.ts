/** The lines of logs: files, folders of them, or stdin. */
import { isAbsolute, relative } from 'node:path'
import type { PlacedLine } from '../../audit/verify.ts'
import { EXIT } from '../exit.ts'
import { findFiles } from '../find-files.ts'
import type { Io } from '../io.ts'
import { linesOf } from '../lines.ts'
import { printable } from '../messages.ts'
import { problemOf } from '../read-file.ts'

export const STDIN = '-'

/** How the files that hold logs end. */
export const LOG_ENDINGS = ['.jsonl', '.json']

export type Logs = { readonly ok: true; readonly lines: Iterable<PlacedLine>; readonly paths: readonly string[] } | { readonly ok: false }

/** How a path is shown: from here, where it lies beneath. */
export function shownPath(path: string, cwd: string): string {
  const near = relative(cwd, path)
  return near.startsWith('..') || isAbsolute(near) ? path : near
}

/** A folder stands for every *.jsonl and *.json beneath it. What cannot be found is told on stderr. */
export function openLogs(named: readonly string[], io: Io): Logs {
  const hasStdin = named.includes(STDIN)
  const rest = named.filter(path => path !== STDIN)
  const found =
    rest.length === 0 ? { ok: true as const, files: [] } : findFiles(rest, io.cwd, LOG_ENDINGS, 'No log (*.jsonl, *.json) lies there.')
  if (!found.ok) {
    for (const problem of found.problems) io.err(`${printable(problem)}\n`)
    return { ok: false }
  }
  const paths = found.files.map(file => file.path)
  return { ok: true, paths, lines: placed(paths, hasStdin, io) }
}

function* placed(paths: readonly string[], hasStdin: boolean, io: Io): Generator<PlacedLine> {
  if (hasStdin) {
    let line = 0
    for (const text of stdinLines(io)) yield { file: STDIN, line: ++line, text: unmarked(text, line) }
  }
  for (const path of paths) {
    const file = shownPath(path, io.cwd)
    let line = 0
    for (const { text } of linesOf(path)) yield { file, line: ++line, text: unmarked(text, line) }
  }
}

/** Without the byte order mark that some editors and shells put before the first line. */
const unmarked = (text: string | undefined, line: number): string | undefined => (line === 1 ? text?.replace(/^\ufeff/, '') : text)

function* stdinLines(io: Io): Generator<string | undefined> {
  if (io.inputLines !== undefined) for (const { text } of io.inputLines()) yield text
  else yield* (io.input?.() ?? '').replace(/\n$/, '').split('\n')
}

/** Runs `read` over logs; a file that goes away or cannot be read is bad input. */
export function readingLogs(io: Io, read: () => number): number {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const path = 'path' in error ? shownPath(String(error.path), io.cwd) : 'stdin'
    io.err(`${printable(path)} cannot be read: ${printable(problemOf(error))}.\n`)
    return EXIT.badInput
  }
}

export const NO_RECORD = 'No sealed record was found: name the files of castellan’s spool, or what the collector wrote of its spans.\n'
