const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** One line of text without anything a terminal would obey. */
export const plain = (text: string): string => text.replace(CONTROL, ' ')

/** A text in lines of at most `width` characters, broken at blanks; a longer word is cut. Its own line breaks are kept. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap(line => wrapLine(plain(line), width))
}

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap(one => cut(one, width))) {
    const isFull = line !== '' && line.length + 1 + word.length > width
    if (isFull) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

function cut(word: string, width: number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < word.length; at += width) pieces.push(word.slice(at, at + width))
  return pieces.length === 0 ? [''] : pieces
}
