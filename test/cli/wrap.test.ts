import { expect, test } from 'vitest'
import { COLUMNS, column, wrapped } from '../../cli/wrap.ts'

test('breaks at spaces, and inside a word only when it must', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrapped('a bcdefghij k', 4)).toEqual(['a', 'bcde', 'fghi', 'j k'])
  expect(wrapped('', 4)).toEqual([''])
})

test('no line is wider than the terminal, nothing is lost, and nothing is obeyed', () => {
  const text = `${'word '.repeat(60)}${'x'.repeat(250)}\u001b[2J`
  const lines = column('head', `  ${text}`).trimEnd().split('\n')
  expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(COLUMNS)
  expect(lines.join('').replace(/\s/g, '')).toBe(`head${text}`.replace(/\s/g, '').replace('\u001b', '\\u001b'))
})
