const FIRST_WAIT_MS = 500
export const MAX_WAIT_MS = 30_000
/** A receiver that asks for more is asked again all the same. */
export const MAX_RETRY_AFTER_MS = 300_000
/** The wait is between 0.8 and 1.2 times the nominal one. */
const JITTER = 0.4

const parseDate = Date.parse
const max = Math.max
const min = Math.min

/** What a Retry-After header asks for: seconds, or a date. undefined: nothing that can be read. */
function toldMs(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined || retryAfter.trim() === '') return undefined
  const seconds = Number(retryAfter)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : parseDate(retryAfter) - now
  if (Number.isNaN(ms)) return undefined
  return max(0, min(ms, MAX_RETRY_AFTER_MS))
}

/** How long to wait after attempt number `attempts` (from 1) failed. `jitter` is from 0 to 1. */
export function waitAfter(attempts: number, retryAfter: string | undefined, now: number, jitter: number): number {
  const nominal = min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_WAIT_MS)
  return toldMs(retryAfter, now) ?? nominal * (1 - JITTER / 2 + JITTER * jitter)
}
