/** What programs start through options, subcommands and configuration: every table asked in turn. */
import { containerLaunches } from './container-launches.ts'
import { gitLaunches } from './git-launches.ts'
import type { Launch } from './launch.ts'
import type { Launching } from './launching.ts'
import { optionLaunches } from './option-launches.ts'
import { queuedLaunches } from './queued-launches.ts'
import { runnerLaunches } from './runner-launches.ts'
import { sedLaunches } from './sed-launches.ts'

const TABLES: readonly ((program: Launching) => readonly Launch[])[] = [
  gitLaunches,
  containerLaunches,
  runnerLaunches,
  optionLaunches,
  queuedLaunches,
  sedLaunches,
]

/** In no order; nothing for a program that starts nothing. */
export function launchesOf(program: Launching): readonly Launch[] {
  return TABLES.flatMap(table => table(program))
}
