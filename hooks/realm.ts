/** What the engine's realm gives besides `$`, captured once: a look-up through the global costs some thirty times as much there. */
import { hexOf } from '../audit/hex.ts'

declare const setTimeout: (fn: () => void, ms: number) => unknown

const now = Date.now
const later = setTimeout
const random = crypto.getRandomValues.bind(crypto)
const Bytes = Uint8Array
const fraction = Math.random

/** Milliseconds since the epoch. */
export const clock = (): number => now()

export const sleep = (ms: number): Promise<void> => new Promise(done => void later(done, ms))

/** What the first of them to settle comes to. */
export const race = <T>(promises: readonly Promise<T>[]): Promise<T> => Promise.race(promises)

/** `bytes` random bytes in lower-case hexadecimal. */
export const randomHex = (bytes: number): string => hexOf(random(new Bytes(bytes)))

/** From 0 to 1, for spreading retries: nothing depends on its being hard to guess. */
export const jitter = (): number => fraction()
