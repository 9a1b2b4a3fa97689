import type { HrTime } from '@opentelemetry/api'

const floor = Math.floor
const round = Math.round
const isFiniteNumber = Number.isFinite

/**
 * Milliseconds since the epoch as the SDK's pair of seconds and nanoseconds. What is no time is the epoch: a single NaN would lose the whole batch.
 */
export function hrTimeOf(ms: number): HrTime {
  if (!isFiniteNumber(ms) || ms < 0) return [0, 0]
  const seconds = floor(ms / 1000)
  const nanoseconds = round((ms - seconds * 1000) * 1e6)
  return nanoseconds < 1e9 ? [seconds, nanoseconds] : [seconds + 1, 0]
}

/** A duration that can be added to a time: what is none is 0. */
export function durationOf(ms: number): number {
  return isFiniteNumber(ms) && ms > 0 ? ms : 0
}
