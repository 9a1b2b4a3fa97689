/** Transcripts through a policy: what it would have said of every call in them. */
import type { CompiledPolicy, Mode } from '../../policy/compile/compiled.ts'
import { indexPolicy } from '../../policy/decide/decide.ts'
import type { Evaluate } from '../../policy/facts/command-facts.ts'
import { problemOf } from '../read-file.ts'
import { exampleOf } from './example.ts'
import type { Transcript } from './find-transcripts.ts'
import { homeOf, judgeCall, type Where } from './judge-call.ts'
import { type Line, lineAt, linesOf } from './lines.ts'
import type { Progress } from './progress.ts'
import { Reservoir, seeded } from './reservoir.ts'
import { rowOf, type TranscriptCall } from './transcript.ts'

export type Example = { readonly file: string; readonly line: number; readonly call: string }
export type RuleCount = {
  readonly rule: string
  readonly mode: Mode
  deny: number
  ask: number
  /** Of these, those where castellan cannot tell whether the rule applies. */
  unsure: number
  examples: Example[]
}
/** What the policy answered to the calls that would run a program, or of a tool that runs none. */
export type ProgramCount = { readonly program: string; calls: number; deny: number; ask: number }

export type Replay = {
  files: number
  /** Lines that are no row, or too long to be held. */
  brokenLines: number
  unreadable: { readonly file: string; readonly problem: string }[]
  /** Calls found; a call that several transcripts hold counts once. */
  calls: number
  /** Calls judged: all of them, or a sample. */
  judged: number
  denied: number
  asked: number
  /** Calls about which only observed rules speak. */
  observed: number
  /** Every rule that spoke, most calls first. */
  rules: RuleCount[]
  /** Every program, most denied and asked calls first. */
  programs: ProgramCount[]
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
const MAX_PROGRAMS = 10_000

/** A call by where it stands, to be read again. */
type Found = { readonly file: string; readonly line: number; readonly at: Line; readonly block: number; readonly where: Where }

/** Reads the files one line at a time. A broken line and a file that cannot be read are counted, never fatal. Never throws. */
export function replay(
  policy: CompiledPolicy,
  files: readonly Transcript[],
  evaluate: Evaluate,
  progress: Progress,
  options: ReplayOptions,
): Replay {
  const indexed = indexPolicy(policy)
  const rules = new Map<string, RuleCount>()
  const programs = new Map<string, ProgramCount>()
  const kept = options.sample === undefined ? undefined : new Reservoir<Found>(options.sample, seeded(options.seed))
  const ids = new Set<string>()
  const told: Replay = {
    files: files.length,
    brokenLines: 0,
    unreadable: [],
    calls: 0,
    judged: 0,
    denied: 0,
    asked: 0,
    observed: 0,
    rules: [],
    programs: [],
  }

  const judge = (call: TranscriptCall, { file, line, where }: Pick<Found, 'file' | 'line' | 'where'>): void => {
    const { decision, programs: names, about } = judgeCall(indexed, call, where, evaluate)
    const { verdict, spoken } = decision
    told.judged += 1
    if (verdict === 'deny') told.denied += 1
    else if (verdict === 'ask') told.asked += 1
    else if (spoken.length > 0) told.observed += 1
    for (const one of spoken) {
      const count = rules.get(one.rule) ?? { rule: one.rule, mode: one.mode, deny: 0, ask: 0, unsure: 0, examples: [] }
      rules.set(one.rule, count)
      count[one.verdict] += 1
      if (one.certainty !== 'certain') count.unsure += 1
      const isKept = count.examples.length < options.examples
      if (isKept) count.examples.push({ file, line, call: exampleOf(call) })
    }
    const blamed = new Map(
      spoken.filter(one => one.mode === 'enforce' && one.verdict === verdict).map(one => [about.get(one.rule) ?? call.tool, verdict]),
    )
    for (const program of new Set([...names, ...blamed.keys()])) {
      const isFull = programs.size >= MAX_PROGRAMS && !programs.has(program)
      if (isFull) continue
      const count = programs.get(program) ?? { program, calls: 0, deny: 0, ask: 0 }
      programs.set(program, count)
      count.calls += 1
      if (blamed.get(program) === 'deny') count.deny += 1
      if (blamed.get(program) === 'ask') count.ask += 1
    }
  }

  let before = 0
  for (const { path, bytes } of files) {
    try {
      let project: string | undefined
      let line = 0
      for (const at of linesOf(path)) {
        line += 1
        if (at.text?.trim() === '') continue
        const row = at.text === undefined ? undefined : rowOf(at.text)
        if (!row?.ok) {
          told.brokenLines += 1
          continue
        }
        project ??= row.cwd
        for (const call of row.calls) {
          if (call.id !== undefined && ids.has(call.id)) continue
          if (call.id !== undefined && ids.size < MAX_IDS) ids.add(call.id)
          told.calls += 1
          const start = project ?? '/'
          const found = {
            file: path,
            line,
            block: call.block,
            where: { cwd: row.cwd ?? start, project: start, home: homeOf(start) ?? options.home },
          }
          if (kept === undefined) judge(call, found)
          else kept.add({ ...found, at: { ...at, text: undefined } })
        }
        progress.step(before + at.offset, `${told.calls} calls`)
      }
    } catch (error) {
      told.unreadable.push({ file: path, problem: problemOf(error) })
    }
    before += bytes
  }
  for (const found of kept?.items.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)) ?? []) {
    const call = callAgain(found)
    if (call !== undefined) judge(call, found)
  }
  progress.end()
  told.rules = [...rules.values()].sort((a, b) => b.deny + b.ask - a.deny - a.ask || (a.rule < b.rule ? -1 : 1))
  told.programs = [...programs.values()].sort(
    (a, b) => b.deny + b.ask - a.deny - a.ask || b.calls - a.calls || (a.program < b.program ? -1 : 1),
  )
  return told
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
