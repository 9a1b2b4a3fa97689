/** `castellan replay`: what a policy would have said of sessions that are over. */
import { relative } from 'node:path'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { defaultPolicy, loadPolicy } from '../load-policy.ts'
import { json, place, plural, printable } from '../messages.ts'
import { findTranscripts } from '../replay/find-transcripts.ts'
import { masked } from '../replay/mask.ts'
import { createProgress, NO_PROGRESS } from '../replay/progress.ts'
import { type Replay, replay } from '../replay/replay.ts'
import { column } from '../wrap.ts'

export type ReplayCommandOptions = {
  readonly policy?: string
  readonly sample?: number
  readonly seed?: number
  readonly examples?: number
  readonly home?: string
  readonly json?: boolean
}

const EXAMPLES = 3
/** Programs that are listed; all are in the JSON. */
const MAX_PROGRAMS = 15

export function replayTranscripts(paths: readonly string[], options: ReplayCommandOptions, io: Io): number {
  const folder = options.policy ?? defaultPolicy(io.cwd)
  if (folder === undefined) {
    io.err('Name a policy folder with --policy: this folder holds no castellan.yaml, and neither does policies/reference.\n')
    return EXIT.badInput
  }
  const loaded = loadPolicy(folder, io.cwd)
  const found = findTranscripts(paths, io.cwd)
  for (const error of loaded.ok ? [] : loaded.errors) io.err(place(error))
  for (const problem of found.ok ? [] : found.problems) io.err(`${printable(problem)}\n`)
  if (!loaded.ok || !found.ok) return EXIT.badInput
  const total = found.files.reduce((sum, file) => sum + file.bytes, 0)
  const progress = io.isTerminal === true ? createProgress(total, io.err, Date.now) : NO_PROGRESS
  const { sample, seed = 1, examples = EXAMPLES, home = io.env.HOME } = options
  const told = replay(loaded.policy, found.files, evaluateCommand, progress, { sample, seed, examples, home })
  for (const { file, problem } of told.unreadable) io.err(`${printable(file)}: left out: ${printable(problem)}.\n`)
  const safe = { ...told, programs: told.programs.map(one => ({ ...one, program: masked(one.program, 60) })) }
  if (options.json) io.out(json({ policy: loaded.policy.name, digest: loaded.policy.digest, ...safe }))
  else io.out(replayText(safe, io.cwd))
  return EXIT.well
}

const number = (value: number | string): string => String(value).padStart(8)

function replayText(told: Replay, cwd: string): string {
  const { files, calls, judged, denied, asked, observed, brokenLines, rules, programs } = told
  const part = judged < calls ? `, ${judged} of them judged` : ''
  const broken = brokenLines === 0 ? '' : `; ${plural(brokenLines, 'broken line')} left out`
  const spoken = programs.filter(one => one.deny + one.ask > 0)
  return [
    ruleLines(told, cwd),
    spoken.length === 0 ? '' : `${'program'.padEnd(40)}${number('calls')}${number('denied')}${number('asked')}\n`,
    ...spoken
      .slice(0, MAX_PROGRAMS)
      .map(one => `${printable(one.program).padEnd(40)}${number(one.calls)}${number(one.deny)}${number(one.ask)}\n`),
    spoken.length > MAX_PROGRAMS ? `and ${spoken.length - MAX_PROGRAMS} more (--json lists all)\n` : '',
    rules.length === 0 ? '' : '\n',
    `${plural(files, 'transcript')}, ${plural(calls, 'call')}${part}${broken}\n`,
    `${denied} denied, ${asked} asked, ${observed} only observed, ${judged - denied - asked - observed} untouched\n`,
  ].join('')
}

function ruleLines({ rules }: Replay, cwd: string): string {
  if (rules.length === 0) return ''
  const lines = rules.map(({ rule, mode, deny, ask, unsure, examples }) => {
    const head = `${`${rule}${mode === 'observe' ? ' (observed)' : ''}`.padEnd(40)}${number(deny)}${number(ask)}${number(unsure)}\n`
    return `${head}${examples.map(one => column('', `${one.call}  (${shown(one.file, cwd)}:${one.line})`, 2)).join('')}`
  })
  return `${'rule'.padEnd(40)}${number('deny')}${number('ask')}${number('unsure')}\n${lines.join('')}\n`
}

/** A transcript's own name: its folder is long, and says little. */
function shown(file: string, cwd: string): string {
  const short = relative(cwd, file)
  return short.length < 40 && !short.startsWith('..') ? short : file.slice(file.lastIndexOf('/') + 1)
}
