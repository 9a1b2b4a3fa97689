import { type Effort, medianBy } from './median.ts'

/** `--smoke` on the command line: a moment, to see that it runs. */
export const EFFORT: Effort = process.argv.includes('--smoke')
  ? { rounds: 3, milliseconds: 5, warmUp: 5 }
  : { rounds: 11, milliseconds: 60, warmUp: 1000 }

/** Processor time of this process, in microseconds: what else the machine does counts less than in time by the clock. */
export const processorMicros = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Microseconds of processor time that one call of `run` takes: the median of the rounds. */
export const medianMicros = (run: () => void, effort: Effort = EFFORT): number => medianBy(processorMicros, run, effort)
