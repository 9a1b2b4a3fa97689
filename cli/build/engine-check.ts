/** Asks a real engine about a plugin before it is written anywhere it could be used: its report against the plan, then the canary. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseReport, reportDifferences } from './engine-report.ts'
import type { SeatPlan } from './plan.ts'
import { type EngineRun, runEngine } from './run-engine.ts'
import type { BuildFile } from './write-build.ts'

export type EngineVerdict =
  | { readonly is: 'well' }
  /** The engine does not read, load or obey the plugin as planned: one line each. */
  | { readonly is: 'wrong'; readonly lines: readonly string[] }
  /** The engine could not be run at all. */
  | { readonly is: 'no-engine'; readonly why: string }

/** The engine's own words, without empty lines. */
const linesOf = (run: Extract<EngineRun, { ran: true }>): string[] =>
  `${run.stdout}\n${run.stderr}`.split('\n').filter(line => line.trim() !== '')

function reportVerdict(run: EngineRun, plan: SeatPlan): EngineVerdict {
  if (!run.ran) return { is: 'no-engine', why: run.why }
  const report = parseReport(run.stdout)
  if (report === undefined)
    return { is: 'wrong', lines: ['plugin validate gave no report that this castellan can read', ...linesOf(run).slice(0, 5)] }
  const lines = reportDifferences(report, plan)
  if (lines.length > 0) return { is: 'wrong', lines }
  return run.code === 0
    ? { is: 'well' }
    : { is: 'wrong', lines: [`plugin validate exits ${run.code} though its report names nothing wrong`] }
}

function canaryVerdict(run: EngineRun): EngineVerdict {
  if (!run.ran) return { is: 'no-engine', why: run.why }
  const isTested = run.code === 0 && /^\s*[1-9]\d* pass$/m.test(`${run.stdout}\n${run.stderr}`)
  return isTested ? { is: 'well' } : { is: 'wrong', lines: ['the canary fails:', ...linesOf(run)] }
}

/** Writes the plugin into a temporary folder that is removed again. `canary` joins it there only after the report is right. */
export function checkWithEngine(engine: string, plugin: readonly BuildFile[], plan: SeatPlan, canary: string): EngineVerdict {
  const work = mkdtempSync(join(tmpdir(), 'castellan-check-'))
  const folder = join(work, 'plugin')
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  try {
    for (const file of plugin) put(file.path, file.text)
    const report = reportVerdict(runEngine(engine, ['plugin', 'validate', '--strict', '--json', folder], work), plan)
    if (report.is !== 'well') return report
    put('hooks/canary.test.ts', canary)
    return canaryVerdict(runEngine(engine, ['plugin', 'test', folder], work))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
