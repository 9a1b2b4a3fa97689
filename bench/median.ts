/** How long one figure is measured: so many rounds, each of about so many milliseconds, after a while to warm up. */
export type Effort = { readonly rounds: number; readonly milliseconds: number; readonly warmUp: number }

/** Microseconds since whenever. */
export type Clock = () => number

/** Microseconds by `now` that one call of `run` takes: the median of the rounds. */
export function medianBy(now: Clock, run: () => void, { rounds, milliseconds, warmUp }: Effort): number {
  const callsIn = (ms: number): number => {
    const start = now()
    let calls = 0
    for (; calls === 0 || now() - start < ms * 1000; calls++) run()
    return calls
  }
  callsIn(warmUp)
  const calls = callsIn(milliseconds)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = now()
    for (let call = 0; call < calls; call++) run()
    times.push((now() - start) / calls)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}
