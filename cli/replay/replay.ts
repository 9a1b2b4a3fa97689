/** Transcripts through a policy: what it would have said of every call in them. */
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { indexPolicy } from '../../policy/decide/decide.ts'
import type { Evaluate } from '../../policy/facts/command-facts.ts'
import type { FoundFile } from '../find-files.ts'
import { type Line, lineAt, linesOf } from '../lines.ts'
import { problemOf } from '../read-file.ts'
import { type Counts, createCounting, type ProgramCount, type RuleCount } from './counts.ts'
import { homeOf, judgeCall, type Where } from './judge-call.ts'
import type { Progress } from './progress.ts'
import { Reservoir, seeded } from './reservoir.ts'
import { rowOf, type TranscriptCall } from './transcript.ts'

export type Replay = Counts & {
  readonly files: number
  /** Lines that are no row, or too long to be held. */
  readonly brokenLines: number
  readonly unreadable: readonly { readonly file: string; readonly problem: string }[]
  /** Calls found; a call that several transcripts hold counts once. */
  readonly calls: number
  readonly rules: readonly RuleCount[]
  readonly programs: readonly ProgramCount[]
}

export type ReplayOptions = {
  /** Judge so many calls, chosen by `seed`; undefined: all. */
  readonly sample?: number
  readonly seed: number
  /** Examples kept for each rule. */
  readonly examples: number
  /** The home directory `~` stands for, where the transcript's own directory does not tell. */
  readonly home?: string
}

/** Ids that are remembered to tell a copied call from a new one. */
const MAX_IDS = 500_000

/** A call by where it stands, to be read again. */
type Found = { readonly file: string; readonly line: number; readonly at: Line; readonly block: number; readonly where: Where }

/** Reads the files one line at a time. A broken line and a file that cannot be read are counted, never fatal. Never throws. */
export function replay(
  policy: CompiledPolicy,
  files: readonly FoundFile[],
  evaluate: Evaluate,
  progress: Progress,
  options: ReplayOptions,
): Replay {
  const indexed = indexPolicy(policy)
  const counting = createCounting(options.examples)
  const kept = options.sample === undefined ? undefined : new Reservoir<Found>(options.sample, seeded(options.seed))
  const ids = new Set<string>()
  const unreadable: { file: string; problem: string }[] = []
  let brokenLines = 0
  let calls = 0

  const judge = (call: TranscriptCall, at: Pick<Found, 'file' | 'line' | 'where'>): void =>
    counting.add(call, judgeCall(indexed, call, at.where, evaluate), at)

  /** Whether it is the first of its id. */
  const isNew = ({ id }: TranscriptCall): boolean => {
    if (id === undefined) return true
    if (ids.has(id)) return false
    if (ids.size < MAX_IDS) ids.add(id)
    return true
  }

  /** `before`: bytes of the files before this one. */
  const readTranscript = (file: string, before: number): void => {
    let project: string | undefined
    let line = 0
    for (const at of linesOf(file)) {
      line += 1
      if (at.text?.trim() === '') continue
      const row = at.text === undefined ? undefined : rowOf(at.text)
      if (!row?.ok) {
        brokenLines += 1
        continue
      }
      project ??= row.cwd
      const start = project ?? '/'
      const where = { cwd: row.cwd ?? start, project: start, home: homeOf(start) ?? options.home }
      for (const call of row.calls.filter(isNew)) {
        calls += 1
        if (kept === undefined) judge(call, { file, line, where })
        else kept.add({ file, line, where, block: call.block, at: { ...at, text: undefined } })
      }
      progress.step(before + at.offset, `${calls} calls`)
    }
  }

  let before = 0
  for (const { path, bytes } of files) {
    try {
      readTranscript(path, before)
    } catch (error) {
      unreadable.push({ file: path, problem: problemOf(error) })
    }
    before += bytes
  }
  for (const found of kept?.items.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)) ?? []) {
    const call = callAgain(found)
    if (call !== undefined) judge(call, found)
  }
  progress.end()
  return {
    files: files.length,
    brokenLines,
    unreadable,
    calls,
    ...counting.counts(),
    rules: counting.rules(),
    programs: counting.programs(),
  }
}

/** undefined: the file has changed since. */
function callAgain({ file, at, block }: Found): TranscriptCall | undefined {
  try {
    const row = rowOf(lineAt(file, at))
    return row.ok ? row.calls.find(call => call.block === block) : undefined
  } catch {
    return undefined
  }
}
