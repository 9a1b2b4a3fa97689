/** What a YAML parser complains of, said so that somebody who does not know YAML can mend it. */
import type { YAMLParseError } from 'yaml'
import { cut } from './show.ts'

export const MAX_DEPTH = 64
export const TOO_DEEP = `it nests too deep: at most ${MAX_DEPTH} levels`

export type SyntaxError = { readonly offset: number; readonly message: string }

const DEEPER =
  'this line is indented deeper than the one above it, which has its value already: begin both in the same column, or put a text of several lines in quotes'
const NO_DASH = 'this line stands among the items of a list and does not begin with "- ": indent it as far as the lines around it'

/** By the parser's code, and how its message begins. The first that fits; none: the parser's own words. */
const WORDS: readonly (readonly [code: YAMLParseError['code'], start: string, words: string])[] = [
  ['MULTIPLE_DOCS', '', 'a second document starts here: a policy file holds one, so drop the ---'],
  ['DUPLICATE_KEY', '', 'this key is there twice: keep one'],
  ['TAB_AS_INDENT', '', 'a tab indents this line: YAML takes spaces alone'],
  ['RESOURCE_EXHAUSTION', '', TOO_DEEP],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    '',
    'a map starts inside a one-line value: put the text in quotes if it holds ": ", or the map on lines of its own',
  ],
  ['MULTILINE_IMPLICIT_KEY', '', 'a key needs a colon and a space after it, on its own line: key: value'],
  ['MISSING_CHAR', 'Implicit map keys', 'a key needs a colon and a space after it, on its own line: key: value'],
  ['MISSING_CHAR', 'Sequence item', NO_DASH],
  ['MISSING_CHAR', 'Missing closing', 'a quote before this is not closed: end the text with the sign it began with'],
  ['BAD_INDENT', 'Flow', 'a bracket before this is not closed: add the ] or }, or indent the lines inside it'],
  [
    'BAD_INDENT',
    'All',
    'what belongs together begins in the same column, the items of a list and the keys of a map: indent this line like its neighbours',
  ],
  ['BAD_SCALAR_START', '', 'text that begins with this sign goes in quotes'],
  ['BAD_DQ_ESCAPE', '', 'in double quotes a backslash begins an escape, and this is none: put the text in single quotes'],
  [
    'UNEXPECTED_TOKEN',
    'Unexpected',
    'this does not belong here, what stands before it has ended: put the whole text in quotes if it is one, drop a bracket too many, or indent the line like its neighbours',
  ],
]

/**
 * The parser's errors, each once and in the order it found them. One slip of indentation makes it complain of every line that follows: these echoes, which
 * are a pair of errors at one place, are left out.
 */
export const syntaxErrors = (text: string, errors: readonly YAMLParseError[]): readonly SyntaxError[] => {
  const multiline = new Set(errors.filter(({ code }) => code === 'MULTILINE_IMPLICIT_KEY').map(({ pos }) => pos[0]))
  const told: SyntaxError[] = []
  const unexpected = new Set<number>()
  let isSlipped = false
  for (const { code, message, pos } of errors) {
    const [offset] = pos
    if (code === 'BLOCK_AS_IMPLICIT_KEY' && multiline.delete(offset)) {
      if (!isSlipped) told.push({ offset: nextLine(text, offset), message: DEEPER })
      isSlipped = true
      continue
    }
    if (code === 'MULTILINE_IMPLICIT_KEY' && !multiline.delete(offset)) continue
    const words = WORDS.find(([known, start]) => known === code && message.startsWith(start))?.[2] ?? cut(message)
    if (code === 'TAB_AS_INDENT' || words === NO_DASH) isSlipped = true
    if (code === 'UNEXPECTED_TOKEN') {
      const line = text.lastIndexOf('\n', offset - 1)
      if (unexpected.has(line)) continue
      unexpected.add(line)
    }
    told.push({ offset, message: words })
  }
  return told
}

/** Where the text goes on after the line of `offset`, past blank lines and indentation. */
const nextLine = (text: string, offset: number): number => {
  const end = text.indexOf('\n', offset)
  return end < 0 ? offset : end + text.slice(end).search(/\S|$/)
}
