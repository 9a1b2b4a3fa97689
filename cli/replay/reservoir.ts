/** A fair choice of so many out of a stream of unknown length, the same each time for the same seed. */
export class Reservoir<Item> {
  readonly items: Item[] = []
  #seen = 0
  readonly #size: number
  readonly #random: () => number

  constructor(size: number, random: () => number) {
    this.#size = size
    this.#random = random
  }

  add(item: Item): void {
    this.#seen += 1
    if (this.items.length < this.#size) {
      this.items.push(item)
      return
    }
    const at = Math.floor(this.#random() * this.#seen)
    if (at < this.#size) this.items[at] = item
  }
}

/** Numbers from 0 up to 1, by mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
