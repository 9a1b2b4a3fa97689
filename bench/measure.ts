/** How long one figure is measured: so many rounds, each of about so many milliseconds, after a while to warm up. */
export type Effort = { readonly rounds: number; readonly milliseconds: number; readonly warmUp: number }

/** `--smoke` on the command line: a moment, to see that it runs. */
export const EFFORT: Effort = process.argv.includes('--smoke')
  ? { rounds: 3, milliseconds: 5, warmUp: 5 }
  : { rounds: 11, milliseconds: 60, warmUp: 1000 }

/** Processor time of this process, in microseconds: what else the machine does counts less than in time by the clock. */
const now = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Microseconds that one call of `run` takes: the median of the rounds. */
export function medianMicros(run: () => void, { rounds, milliseconds, warmUp }: Effort = EFFORT): number {
  callsIn(run, warmUp)
  const calls = callsIn(run, milliseconds)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = now()
    for (let call = 0; call < calls; call++) run()
    times.push((now() - start) / calls)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

/** How many calls go into that time. */
function callsIn(run: () => void, milliseconds: number): number {
  const start = now()
  let calls = 0
  for (; calls === 0 || now() - start < milliseconds * 1000; calls++) run()
  return calls
}
