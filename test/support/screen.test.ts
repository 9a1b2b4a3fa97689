import { expect, test } from 'vitest'
import { createScreen } from './screen.ts'

const shown = (...output: string[]) => {
  const screen = createScreen(5, 20)
  for (const piece of output) screen.write(piece)
  return screen.text()
}

test.each([
  ['lines', ['one\r\ntwo'], 'one\ntwo'],
  ['colours are passed over', ['\x1b[1;31mred\x1b[0m text'], 'red text'],
  ['a cursor move stands for blanks', ['a\x1b[3Cb'], 'a   b'],
  ['a redraw replaces what stood there', ['first\r\nold line\x1b[1A\rnew'], 'newst\nold line'],
  ['an erased line is gone', ['abc\r\ndef\x1b[2K\x1b[1;1Hx'], 'xbc'],
  ['an erased rest of the screen', ['abc\r\ndef\x1b[1;2H\x1b[J'], 'a'],
  ['a full screen scrolls', ['1\r\n2\r\n3\r\n4\r\n5\r\n6'], '2\n3\n4\n5\n6'],
  ['a long line wraps', ['x'.repeat(22)], `${'x'.repeat(20)}\nxx`],
  ['a title is not shown', ['\x1b]0;a title\x07here'], 'here'],
  ['modes are not shown', ['\x1b[?25l\x1b[?2004hhere\x1b[>1u'], 'here'],
  ['a sequence may come in two pieces', ['a\x1b[', '2Cb', '\x1b]0;ti', 'tle\x07c'], 'a  bc'],
  ['deleted and inserted lines', ['1\r\n2\r\n3\x1b[2;1H\x1b[M\x1b[1;1H\x1b[L'], '\n1\n3'],
  ['deleted and inserted cells', ['abcd\x1b[1G\x1b[2P\x1b[@'], ' cd'],
])('%s', (_what, output, text) => {
  expect(shown(...output)).toBe(text)
})
