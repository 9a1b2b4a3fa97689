/** Globals and methods that hot code uses, taken once: a look-up of a global costs thirty times as much in the engine. */

export const imul = Math.imul
export const max = Math.max
export const min = Math.min
export const Integers = Int32Array
export const Doubles = Float64Array
export const Bytes = Uint8Array
export const textFrom = String.fromCharCode

/** The UTF-16 code unit at a place; NaN outside the text. */
export const unitAt = (text: string, at: number): number => text.charCodeAt(at)
