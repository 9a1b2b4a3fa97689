import { expect, test } from 'vitest'
import { createNotes, type Note } from '../../hooks/notes.ts'

const LEAK: Note = { leaks: ['system'] }

test('a note is found by the very object of its dispatch', () => {
  const notes = createNotes()
  const e = {}
  Object.assign(notes.of(e), LEAK)
  expect(notes.peek(e)).toEqual(LEAK)
  expect(notes.peek({})).toBeUndefined()
})

test('the note of a streamed call is found by what the call says, the oldest first, and once', () => {
  const notes = createNotes()
  Object.assign(notes.ofStream('process.spawn', { argv: ['a'] }), LEAK)
  notes.ofStream('process.spawn', { argv: ['a'] })
  expect(notes.takeStream('process.spawn', { argv: ['b'] })).toBeUndefined()
  expect(notes.takeStream('process.run', { argv: ['a'] })).toBeUndefined()
  expect([1, 2, 3].map(() => notes.takeStream('process.spawn', { argv: ['a'] }))).toEqual([LEAK, {}, undefined])
})

test('notes of streamed calls that nobody takes do not pile up', () => {
  const notes = createNotes()
  for (let n = 0; n < 100; n++) notes.ofStream('process.spawn', { argv: [`${n}`] })
  const kept = Array.from({ length: 100 }, (_, n) => notes.takeStream('process.spawn', { argv: [`${n}`] }) !== undefined)
  expect(kept.indexOf(true)).toBe(36)
  expect(kept.lastIndexOf(true)).toBe(99)
})
