/** A text put together from bytes that stand in another, and where each of them stands. */
import { Integers, textFrom } from './realm.ts'

/** Numbers of one byte: itself, from where to where it stands, where it stands again as a character, and where those of its line begin (0: nowhere). */
const SIZE = 5
/** So many units are made text together. */
const TOGETHER = 4096

export function createTape() {
  let list = new Integers(SIZE * 256)
  let size = 0
  let isCut = false

  const put = (byte: number, start: number, end: number, shown = 0, column = 0): void => {
    // A zero stands for nothing: UTF-16 of ASCII reads as ASCII.
    if (byte === 0 && !isCut) return
    if (size === list.length) {
      const longer = new Integers(size * 2)
      longer.set(list)
      list = longer
    }
    list[size] = isCut ? 0 : byte
    list[size + 1] = start
    list[size + 2] = end
    list[size + 3] = shown
    list[size + 4] = column
    size += SIZE
    if (!isCut) return
    isCut = false
    put(byte, start, end, shown, column)
  }
  /** What comes next does not go on with what was put. */
  const cut = (): void => {
    isCut = size > 0
  }
  const text = (): string => {
    const parts: string[] = []
    const units: number[] = []
    for (let at = 0; at < size; ) {
      units.length = 0
      for (; at < size && units.length < TOGETHER; at += SIZE) units.push(list[at] as number)
      parts.push(textFrom.apply(null, units))
    }
    return parts.join('')
  }
  /** Tells where bytes `from` to `to` stand: with all between, over the ends of lines too, and as characters. */
  const each = (from: number, to: number, tell: (start: number, end: number) => void): void => {
    const first = from * SIZE
    const last = to * SIZE - SIZE
    const column = list[last + 4] as number
    tell(list[first + 1] as number, list[last + 2] as number)
    if (column > 0) tell(column === list[first + 4] ? (list[first + 3] as number) : column, (list[last + 3] as number) + 1)
  }
  return { put, cut, text, each }
}
export type Tape = ReturnType<typeof createTape>
