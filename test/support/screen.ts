/** A terminal's screen as text, fed with what a program writes to its terminal. */
export type Screen = {
  write: (output: string) => void
  /** What stands on the screen now, a line a row, without trailing blanks. */
  text: () => string
}

/**
 * A screen of fixed size that understands what a drawing program sends: text, line moves, cursor moves, erasing, inserting and deleting.
 * Colours, titles and modes are passed over. Every character is one cell wide, so that columns may be off behind a wide one.
 */
export function createScreen(rows: number, columns: number): Screen {
  let cells = blank(rows, columns)
  let row = 0
  let column = 0
  let saved = { row: 0, column: 0 }
  let pending = ''

  const move = (toRow: number, toColumn: number) => {
    row = Math.max(0, Math.min(rows - 1, toRow))
    column = Math.max(0, Math.min(columns - 1, toColumn))
  }
  const lineFeed = () => {
    if (row < rows - 1) row++
    else cells = [...cells.slice(1), blankRow(columns)]
  }
  const print = (character: string) => {
    if (column >= columns) {
      column = 0
      lineFeed()
    }
    const line = cells[row] as string[]
    line[column++] = character
  }
  const eraseRow = (at: number, from: number, to: number) => {
    cells[at]?.fill(' ', from, to)
  }
  const eraseScreen = (mode: number) => {
    const [from, to] = mode === 0 ? [row + 1, rows] : mode === 1 ? [0, row] : [0, rows]
    for (let at = from; at < to; at++) eraseRow(at, 0, columns)
    if (mode === 0) eraseRow(row, column, columns)
    if (mode === 1) eraseRow(row, 0, column + 1)
  }
  const shiftRows = (remove: number, insert: number) => {
    const below = cells.slice(row + remove, rows)
    const added = Array.from({ length: Math.max(remove, insert) }, () => blankRow(columns))
    const tail = remove > 0 ? [...below, ...added] : [...added, ...below]
    cells = [...cells.slice(0, row), ...tail].slice(0, rows)
  }
  const shiftCells = (remove: number, insert: number) => {
    const line = cells[row] as string[]
    line.splice(column, remove, ...Array<string>(insert).fill(' '))
    cells[row] = [...line, ...blankRow(columns)].slice(0, columns)
  }

  const control = (final: string, given: number[]) => {
    const first = given[0] ?? 0
    const n = Math.max(1, first)
    if (final === 'A') move(row - n, column)
    else if (final === 'B' || final === 'e') move(row + n, column)
    else if (final === 'C' || final === 'a') move(row, column + n)
    else if (final === 'D') move(row, column - n)
    else if (final === 'E') move(row + n, 0)
    else if (final === 'F') move(row - n, 0)
    else if (final === 'G' || final === '`') move(row, n - 1)
    else if (final === 'd') move(n - 1, column)
    else if (final === 'H' || final === 'f') move(n - 1, Math.max(1, given[1] ?? 1) - 1)
    else if (final === 'J') eraseScreen(first)
    else if (final === 'K') eraseRow(row, first === 0 ? column : 0, first === 1 ? column + 1 : columns)
    else if (final === 'X') eraseRow(row, column, column + n)
    else if (final === 'L') shiftRows(0, n)
    else if (final === 'M') shiftRows(n, 0)
    else if (final === 'P') shiftCells(n, 0)
    else if (final === '@') shiftCells(0, n)
    else if (final === 's') saved = { row, column }
    else if (final === 'u') move(saved.row, saved.column)
  }

  const take = (sequence: string) => {
    const csi = CSI.exec(sequence)
    if (csi !== null) {
      const [, parameters = '', final = ''] = csi
      const isPrivate = /^[<=>?]/.test(parameters)
      if (!isPrivate) control(final, parameters.split(';').map(Number))
    } else if (sequence === '\n') lineFeed()
    else if (sequence === '\r') column = 0
    else if (sequence === '\b') move(row, column - 1)
    else if (sequence === '\t') move(row, (Math.floor(column / 8) + 1) * 8)
    else if (sequence === '\x1b7') saved = { row, column }
    else if (sequence === '\x1b8') move(saved.row, saved.column)
    else if (sequence === '\x1bM') move(row - 1, column)
    else if (sequence >= ' ' && sequence[0] !== '\x1b') print(sequence)
  }

  return {
    write(output) {
      const input = pending + output
      pending = ''
      for (const [sequence] of input.matchAll(SEQUENCE)) {
        if (UNFINISHED.test(sequence)) pending = sequence
        else take(sequence)
      }
    },
    text: () =>
      cells
        .map(line => line.join('').trimEnd())
        .join('\n')
        .trimEnd(),
  }
}

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are what a terminal is about
const CSI = /^\x1b\[([0-9;:<=>?]*)[ -/]*([@-~])$/
const SEQUENCE = /\x1b\[[0-9;:<=>?]*[ -/]*(?:[@-~]|$)|\x1b[\]PX^_].*?(?:\x07|\x1b\\|$)|\x1b[ -/]*(?:[0-~]|$)|./gsu
const UNFINISHED = /^\x1b(?:\[[0-9;:<=>?]*[ -/]*|[\]PX^_](?!.*(?:\x07|\x1b\\)$).*|[ -/]*)$/su
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above

function blank(rows: number, columns: number): string[][] {
  return Array.from({ length: rows }, () => blankRow(columns))
}

function blankRow(columns: number): string[] {
  return Array<string>(columns).fill(' ')
}
