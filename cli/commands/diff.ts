/** `castellan diff`: which recorded calls come out otherwise under another policy. */
import { type Changed, diffPolicies, type Said } from '../../policy/check/diff.ts'
import { evaluateOnce } from '../../policy/check/evaluate-once.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadPolicy } from '../load-policy.ts'
import { json, place, plural, printable } from '../messages.ts'
import { readCases } from './cases.ts'

export type DiffOptions = { readonly cases: string /** False with `--no-widen`. */; readonly widen?: boolean; readonly json?: boolean }

const saidText = ({ verdict, rules }: Said): string => (rules.length === 0 ? verdict : `${verdict} (${rules.join(', ')})`)

function lineOf({ row, old, new: now, widens }: Changed): string {
  return `${printable(`${widens ? 'wider   ' : 'tighter '}  ${row.id}: ${saidText(old)} -> ${saidText(now)}`)}\n`
}

export function diff(oldFolder: string, newFolder: string, options: DiffOptions, io: Io): number {
  const [before, after] = [loadPolicy(oldFolder, io.cwd), loadPolicy(newFolder, io.cwd)]
  const cases = readCases(options.cases, io.cwd)
  const errors = [before, after, cases].flatMap(read => (read.ok ? [] : read.errors))
  for (const error of errors) io.err(place(error))
  if (!before.ok || !after.ok || !cases.ok) return EXIT.badInput
  const changed = diffPolicies({ old: before.policy, new: after.policy }, cases.rows, evaluateOnce(evaluateCommand))
  const wider = changed.filter(one => one.widens).length
  if (options.json) {
    io.out(
      json({
        old: { name: before.policy.name, digest: before.policy.digest },
        new: { name: after.policy.name, digest: after.policy.digest },
        cases: cases.rows.length,
        changed: changed.map(({ row, old, new: now, widens }) => ({ id: row.id, line: row.line, old, new: now, widens })),
        wider,
        tighter: changed.length - wider,
      }),
    )
  } else {
    for (const one of changed) io.out(lineOf(one))
    io.out(`${plural(cases.rows.length, 'case')}: ${changed.length} changed, ${wider} wider, ${changed.length - wider} tighter\n`)
  }
  return options.widen === false && wider > 0 ? EXIT.fails : EXIT.well
}
