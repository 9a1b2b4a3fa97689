import { folded, isNoText, type Leaf, type Leaves, lineAt, readAt, readBrackets, scalarText } from './json-values.ts'

/** What is open at a line: a key, or a place in a list, and the column it stands at. */
type Open = { readonly column: number; readonly key: string; readonly isPlace?: boolean }

const DASH = /-(?:\s+|$)/y
const KEY = /(?:"(?:[^"\\\n]|\\.)*"\s*|'(?:[^'\n]|'')*'\s*|[^\s"'#{[&*!|>%@`].*?):(?:\s+|$)/y
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'/y
const TAGS = /(?:[&!]\S*(?:\s+|$))*/y
const BLANK = /^\s*(?:#.*)?$/
/** Lines that hold nothing, and those that part documents. */
const EMPTY = /^(?:\s*(?:#.*)?|(?:---|\.\.\.|%).*)$/

const columnOf = (line: string): number => line.search(/\S|$/)

/**
 * Every scalar of a YAML file of maps and lists: plain and quoted, over several lines, in blocks (`|`, and `>` both as lines and as one), in brackets, of
 * several documents. Tags and anchors are passed over. Read line by line, so that a line which is no YAML costs the others nothing. Not read: keys that
 * are no plain text (`? key`). Never throws.
 */
export function yamlValues(source: string): Leaves {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const lines = text.split('\n')
  const leaves: Leaf[] = []
  const open: Open[] = []
  let badLine: number | undefined
  let start = 0
  let n = 0
  const lineOf = (at: number): string => lines[at] ?? ''
  const next = (): void => {
    start += lineOf(n++).length + 1
  }
  const goTo = (offset: number): void => {
    while (start + lineOf(n).length < offset) next()
  }
  /** The lines after this one that stand deeper than `column` and so belong to its value: up to a comment, unless it is a block. */
  const deeper = (column: number, isBlock: boolean): string[] => {
    const found: string[] = []
    while (n + 1 < lines.length) {
      const line = lineOf(n + 1)
      const isBlank = isBlock ? line.trim() === '' : BLANK.test(line)
      if (isBlank ? !isBlock : columnOf(line) <= column) break
      found.push(line)
      next()
    }
    return found
  }
  /** The value that begins at this place of the line; `column` is that of the key or dash it belongs to. */
  const readValue = (place: number, column: number): void => {
    const keys = open.map(({ key }) => key)
    const add = (value: string): void => void leaves.push({ keys, value })
    const at = place + readAt(TAGS, lineOf(n), place).length
    const written = lineOf(n).slice(at)
    const from = start + at
    if (BLANK.test(written)) return
    if (/^[|>][-+\d]*\s*(?:#.*)?$/.test(written)) {
      const body = deeper(column, true)
      const indent = body.reduce((least, line) => (line.trim() === '' ? least : Math.min(least, columnOf(line))), Number.POSITIVE_INFINITY)
      const whole = body.map(line => line.slice(indent)).join('\n')
      add(whole)
      if (written[0] === '>') add(folded(whole.trim()))
    } else if (/^[[{]/.test(written)) {
      const read = readBrackets(text, from, keys)
      leaves.push(...read.leaves)
      if (read.badAt !== undefined) badLine ??= lineAt(text, read.badAt)
      goTo(read.end)
    } else if (/^["']/.test(written)) {
      const quoted = readAt(QUOTED, text, from)
      if (quoted === '') badLine ??= n + 1
      add(scalarText(quoted === '' ? written : folded(quoted)))
      goTo(from + quoted.length)
    } else {
      const plain = written.replace(/\s#.*/, '')
      const all = [plain, ...(plain === written ? deeper(column, false) : [])].map(line => line.trim()).join(' ')
      if (!isNoText(all)) add(all)
    }
  }

  for (; n < lines.length; next()) {
    const line = lineOf(n)
    if (EMPTY.test(line)) continue
    if (/^\s*\t/.test(line)) badLine ??= n + 1
    let column = columnOf(line)
    let holder = -1
    for (let dash = readAt(DASH, line, column); dash !== ''; dash = readAt(DASH, line, column)) {
      let last: Open | undefined
      for (let top = open.at(-1); top && (top.column > column || (top.column === column && top.isPlace)); top = open.at(-1))
        last = open.pop()
      open.push({ column, key: `${last?.column === column ? Number(last.key) + 1 : 0}`, isPlace: true })
      holder = column
      column += dash.length
    }
    const key = readAt(KEY, line, column)
    if (key !== '') {
      while ((open.at(-1)?.column ?? -1) >= column) open.pop()
      open.push({ column, key: scalarText(key.trimEnd().slice(0, -1).trim()) })
      readValue(column + key.length, column)
      continue
    }
    // A value on a line of its own: of the dash before it, or deeper than its key.
    if (holder < 0) holder = open.at(-1)?.column ?? column
    if (holder >= column && !/^\s*[[{]/.test(line)) badLine ??= n + 1
    readValue(column, holder)
  }
  return badLine === undefined ? { leaves } : { leaves, badLine }
}
