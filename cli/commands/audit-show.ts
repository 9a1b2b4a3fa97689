/** `castellan audit show`: the records of logs, one a line. */
import { type Found, readLine } from '../../audit/sealed-lines.ts'
import type { SealedRecord } from '../../audit/sealed-record.ts'
import { createSeen, type Seen } from '../../audit/seen.ts'
import type { PlacedLine } from '../../audit/verify.ts'
import { type FilterOptions, filterOf } from '../audit/filter.ts'
import { createTail, type Tail } from '../audit/follow.ts'
import { createInOrder } from '../audit/in-order.ts'
import { LOG_ENDINGS, NO_RECORD, openLogs, readingLogs, STDIN, shownPath } from '../audit/logs.ts'
import { remarksOf, toldOf } from '../audit/told.ts'
import { sha256 } from '../digests.ts'
import { EXIT } from '../exit.ts'
import { findFiles } from '../find-files.ts'
import type { Io } from '../io.ts'
import { plural, printable } from '../messages.ts'

export type ShowOptions = FilterOptions & { readonly json?: boolean; readonly follow?: boolean }

const LOOK_MS = 500

/** `now`: milliseconds since the epoch. */
export function auditShow(files: readonly string[], options: ShowOptions, io: Io, now: number = Date.now()): number {
  const filter = filterOf(options, now)
  if (!filter.ok) io.err(`${filter.problem}\n`)
  const isFollowingStdin = options.follow === true && files.includes(STDIN)
  if (isFollowingStdin) io.err('--follow is for files and folders; stdin is read to its end without it.\n')
  if (!filter.ok || isFollowingStdin) return EXIT.badInput
  const isJson = options.json === true
  const out = createOut(isJson, io)
  let shown = 0
  const show = (row: string | undefined): void => {
    if (row !== undefined) shown++
    out(row)
  }
  const textOf = ({ record, text }: Found): string | undefined =>
    !filter.isShown(record) ? undefined : isJson ? `${text.replace(/[\n\r\t]/g, ' ')}\n` : rowOf(record)
  if (options.follow === true)
    return follow(
      files,
      createShowing(found => show(textOf(found)), io),
      io,
    )
  const inOrder = createInOrder(show)
  const shows = createShowing((found, file) => inOrder.take({ ...found.record, file: found.carrier ? undefined : file }, textOf(found)), io)
  const logs = openLogs(files, io)
  if (!logs.ok) return EXIT.badInput
  return readingLogs(io, () => {
    for (const line of logs.lines) {
      if (io.isRead?.() === false) return EXIT.well
      shows.take(line)
    }
    inOrder.finish()
    if (shows.records() === 0) {
      io.err(NO_RECORD)
      return EXIT.badInput
    }
    if (shown === 0 && !isJson) io.err(`None of ${plural(shows.records(), 'record')} fits.\n`)
    return EXIT.well
  })
}

type Showing = { readonly take: (line: PlacedLine) => void; readonly records: () => number }

/** Passes every record on once, however often it was delivered; two that differ and have one number both. */
function createShowing(pass: (found: Found, file: string) => void, io: Io): Showing {
  const seen = new Map<string, Seen>()
  let records = 0
  return {
    take({ file, line, text }) {
      const { found, problems } = readLine(text)
      for (const problem of problems) io.err(`${printable(`${file}:${line}: ${problem}`)}\n`)
      for (const one of found) {
        const { chain, seq } = one.record
        records++
        const known = seen.get(chain) ?? createSeen()
        seen.set(chain, known)
        // By what is read, not by the hash in it: of two that claim the same, one was edited.
        const isKnown = known.add(seq, sha256(one.text), { file: 0, line })?.isSame === true
        if (!isKnown) pass(one, file)
      }
    },
    records: () => records,
  }
}

/** Writes rows, the head of a table before the first; undefined is none. */
function createOut(isJson: boolean, io: Io): (row: string | undefined) => void {
  let isHeadShown = isJson
  return row => {
    if (row === undefined || io.isRead?.() === false) return
    if (!isHeadShown) io.out(rowText('time', 'session', 'decision', 'event', 'what', 'who', 'why'))
    isHeadShown = true
    io.out(row)
  }
}

const rowText = (time: string, session: string, decision: string, event: string, what: string, who: string, why: string): string =>
  `${[time.padEnd(23), session.padEnd(8), decision.padEnd(8), event.padEnd(20), what.padEnd(20), who.padEnd(18), why].join('  ').trimEnd()}\n`

const cut = (text: string, most: number): string => {
  const shown = printable(text)
  return shown.length <= most ? shown : `${shown.slice(0, most - 1)}…`
}

function rowOf(record: SealedRecord): string {
  const told = toldOf(record)
  const time = new Date(told.time).toISOString().slice(0, 23).replace('T', ' ')
  const who = told.isSubAgent ? `${told.caller} (sub)` : told.caller
  const decision = told.decision === 'none' ? '·' : told.decision
  return rowText(
    time,
    printable(told.sessionId.slice(0, 8)).slice(0, 8),
    cut(decision, 8),
    cut(told.event, 20),
    cut(told.tool, 20),
    cut(who, 18),
    cut(remarksOf(told).join('; '), 400),
  )
}

/** Shows what is there and what comes, until it is stopped. Files that appear in a folder are followed from their start. */
function follow(named: readonly string[], shows: Showing, io: Io): number {
  const tails = new Map<string, Tail>()
  do {
    const found = findFiles(named, io.cwd, LOG_ENDINGS, '')
    // An empty folder is one in which nothing has happened yet.
    const problems = found.ok ? [] : found.problems.filter(problem => problem !== '')
    if (tails.size === 0 && problems.length > 0) {
      for (const problem of problems) io.err(`${printable(problem)}\n`)
      return EXIT.badInput
    }
    for (const { path } of found.ok ? found.files : []) if (!tails.has(path)) tails.set(path, createTail(path, shownPath(path, io.cwd)))
    for (const tail of tails.values()) for (const line of tail.next()) shows.take(line)
  } while (io.isRead?.() !== false && (io.wait?.(LOOK_MS) ?? false))
  return EXIT.well
}
