import { expect, test } from 'vitest'
import { createProgress } from '../../../cli/replay/progress.ts'
import { Reservoir, seeded } from '../../../cli/replay/reservoir.ts'

const chosen = (size: number, of: number, seed: number): number[] => {
  const kept = new Reservoir<number>(size, seeded(seed))
  for (let i = 0; i < of; i++) kept.add(i)
  return [...kept.items].sort((a, b) => a - b)
}

test('all of a short stream, so many of a long one, the same for the same seed', () => {
  expect(chosen(5, 3, 1)).toEqual([0, 1, 2])
  expect(chosen(5, 1000, 1)).toHaveLength(5)
  expect(chosen(5, 1000, 1)).toEqual(chosen(5, 1000, 1))
  expect(chosen(5, 1000, 2)).not.toEqual(chosen(5, 1000, 1))
  expect(chosen(0, 10, 1)).toEqual([])
})

test('each item has the same chance', () => {
  const hits = Array.from({ length: 20 }, () => 0)
  for (let seed = 0; seed < 2000; seed++) for (const item of chosen(5, 20, seed)) hits[item] = (hits[item] ?? 0) + 1
  for (const count of hits) expect(count).toBeGreaterThan(400)
  for (const count of hits) expect(count).toBeLessThan(600)
})

test('a bar is drawn after a while, not too often, and wiped', () => {
  let now = 0
  const drawn: string[] = []
  const progress = createProgress(
    100,
    text => void drawn.push(text),
    () => now,
  )
  progress.step(10, 'a')
  expect(drawn).toEqual([])
  now = 1500
  progress.step(50, 'b')
  progress.step(51, 'c')
  expect(drawn).toHaveLength(1)
  expect(drawn[0]).toMatch(/^\r\[#{15}\.{15}\] {2}50% b/)
  progress.end()
  expect(drawn.at(-1)).toBe('\r\u001b[K')
})
