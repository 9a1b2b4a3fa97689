/** `castellan scrub`: saved transcripts without the secret values in them, in place. */
import { rmSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { addHits, type Hits, NO_HITS } from '../../redact/hits.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { json, plural, printable } from '../messages.ts'
import { problemOf } from '../read-file.ts'
import { createProgress, NO_PROGRESS } from '../replay/progress.ts'
import { findSaved } from '../scrub/find-saved.ts'
import { scrubFile } from '../scrub/scrub-file.ts'
import { redactorOf, type ValueOptions } from '../secret-values.ts'

export type ScrubOptions = { readonly backup?: boolean; readonly removeBackups?: boolean; readonly json?: boolean }

/** `castellan scrub`, with the values that the options name. */
export function scrubSaved(paths: readonly string[], options: ScrubOptions & ValueOptions, io: Io): number {
  const redactor = redactorOf(options, io)
  return redactor === undefined ? EXIT.badInput : scrub(paths, options, redactor, io)
}

/** `redactor`: of the values to take out. `now`: milliseconds since the epoch. */
export function scrub(paths: readonly string[], options: ScrubOptions, redactor: Redactor, io: Io, now: number = Date.now()): number {
  const found = findSaved(paths, io.cwd)
  if (!found.ok) {
    for (const problem of found.problems) io.err(`${printable(problem)}\n`)
    return EXIT.badInput
  }
  const total = found.files.reduce((sum, file) => sum + statSync(file).size, 0)
  const progress = io.isTerminal === true ? createProgress(total, io.err, Date.now) : NO_PROGRESS
  const scrubbed: { file: string; backup: string | undefined }[] = []
  const left: { file: string; why: string }[] = []
  let hits: Hits = NO_HITS
  let done = 0
  for (const file of found.files) {
    try {
      const size = statSync(file).size
      const answer = scrubFile(file, redactor, { backup: options.backup !== false, now })
      if (answer.is === 'left') left.push({ file, why: answer.why })
      if (answer.is === 'scrubbed') {
        hits = addHits(hits, answer.hits)
        scrubbed.push({ file, backup: answer.backup })
      }
      done += size
      progress.step(done, `${scrubbed.length} of ${plural(found.files.length, 'file')} scrubbed`)
    } catch (error) {
      left.push({ file, why: problemOf(error) })
    }
  }
  progress.end()
  const removed = options.removeBackups === true ? removeBackups(paths, io, left) : []
  report({ files: found.files.length, scrubbed, left, hits, removed }, options, io)
  return left.length > 0 ? EXIT.fails : EXIT.well
}

function removeBackups(paths: readonly string[], io: Io, left: { file: string; why: string }[]): readonly string[] {
  const found = findSaved(paths, io.cwd)
  return (found.ok ? found.backups : []).filter(backup => {
    try {
      rmSync(backup)
      return true
    } catch (error) {
      left.push({ file: backup, why: problemOf(error) })
      return false
    }
  })
}

type Told = {
  readonly files: number
  readonly scrubbed: readonly { readonly file: string; readonly backup: string | undefined }[]
  readonly left: readonly { readonly file: string; readonly why: string }[]
  readonly hits: Hits
  readonly removed: readonly string[]
}

function report(told: Told, { json: isJson }: ScrubOptions, io: Io): void {
  const { files, scrubbed, left, hits, removed } = told
  if (isJson === true) {
    io.out(json({ ...told, hits: { ...hits } }))
    return
  }
  for (const { file, why } of left) io.err(`${printable(relative(io.cwd, file))}: left as it is: ${printable(why)}.\n`)
  for (const [name, count] of Object.entries(hits)) io.out(`${printable(name).padEnd(40)}${String(count).padStart(8)}\n`)
  io.out(`${plural(files, 'file')}, ${scrubbed.length} scrubbed, ${left.length} left as ${left.length === 1 ? 'it is' : 'they are'}\n`)
  const kept = scrubbed.filter(one => one.backup !== undefined).length - removed.length
  if (removed.length > 0) io.out(`${plural(removed.length, 'backup')} removed\n`)
  else if (kept > 0) io.out('Each is kept as it was beside it, *.before-scrub, values and all: remove these with --remove-backups.\n')
}
