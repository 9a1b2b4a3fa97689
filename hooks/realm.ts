/** What the engine's realm gives besides `$`, captured once: a look-up through the global costs some thirty times as much there. */
declare const setTimeout: (fn: () => void, ms: number) => unknown

const now = Date.now
const later = setTimeout
const random = crypto.getRandomValues.bind(crypto)
const fraction = Math.random

/** Milliseconds since the epoch. */
export const clock = (): number => now()

export const sleep = (ms: number): Promise<void> => new Promise(done => void later(done, ms))

/** `bytes` random bytes in lower-case hexadecimal. */
export function randomHex(bytes: number): string {
  let hex = ''
  for (const byte of random(new Uint8Array(bytes))) hex += byte.toString(16).padStart(2, '0')
  return hex
}

/** From 0 to 1, for spreading retries: nothing depends on its being hard to guess. */
export const jitter = (): number => fraction()
