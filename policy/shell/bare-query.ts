/** What a query says once its literals and comments are gone: `DROP` in a comment, a text or a name drops nothing. */

/** `sql`: `$tag$` begins a literal; `mysql`: backslashes escape, `#` begins a comment; `plain`: neither; the others as named. */
export type Dialect = 'sql' | 'mysql' | 'plain' | 'javascript' | 'redis'

/** Text after these is run as a statement of its own. */
const RUNS_TEXT = /\b(?:execute|immediate|exec|sp_executesql|prepare \w+ from) ?\(? ?n?$/i
/** Lines that end a command of the client's own, or a batch: they need no semicolon. */
const OWN_LINE = /^ ?(?:[\\.]|delimiter )/i
const BATCH_END = /(?:^|\s)go ?$/i
const PLAIN = /[^\s;'"`$#/*-]+/y
const TAG = /\$\w{0,64}\$/y
const VERSIONED = /\/\*M?!\d*/y
const WORD = /^\w{1,64}$/
const MAX_NESTED = 3
const MAX_TAIL = 96

/**
 * One statement a line, white space as single spaces, `''` for each literal. Text handed to `EXECUTE`, the body of a `DO` block and MySQL's
 * versioned comments do run, and stay; so do one-word literals of JavaScript, which name members. One pass.
 */
export function bareQuery(text: string, dialect: Dialect, depth = 0): string {
  const isScript = dialect === 'javascript'
  const hasEscapes = isScript || dialect === 'mysql' || dialect === 'redis'
  // psql runs what such a query answers: `SELECT format('DROP TABLE %I', name) FROM t \gexec`.
  const isRunLater = dialect === 'sql' && text.includes('\\gexec')
  const unclosed = new Set<string>()
  const parts: string[] = []
  let tail = ''
  let line = ''
  const add = (more: string): void => {
    parts.push(more)
    tail = (tail + more).slice(-MAX_TAIL)
    const end = more.lastIndexOf('\n')
    if (end >= 0) line = more.slice(end + 1)
    else if (line.length < MAX_TAIL) line += more
  }
  const addSpace = (): void => {
    if (tail !== '' && !/\s$/.test(tail)) add(' ')
  }
  const addLiteral = (content: string, isRun: boolean): void => {
    if ((isRun || isRunLater) && depth < MAX_NESTED) add(`\n${bareQuery(content, dialect, depth + 1)}\n`)
    else add(isScript && WORD.test(content) ? content : "''")
  }
  let at = 0
  while (at < text.length) {
    const plain = taken(PLAIN, text, at)
    if (plain !== '') {
      add(plain)
      at += plain.length
      continue
    }
    const char = text[at] as string
    const pair = text.slice(at, at + 2)
    const versioned = dialect === 'mysql' && pair === '/*' ? taken(VERSIONED, text, at) : ''
    const tag = dialect === 'sql' && char === '$' ? taken(TAG, text, at) : ''
    if (versioned !== '' || pair === '*/') {
      addSpace()
      at += versioned.length || 2
    } else if (isLineComment(text, at, dialect)) at = endOf(text, '\n', at)
    else if (pair === '/*' && dialect !== 'redis') {
      addSpace()
      at = endOf(text, '*/', at + 2) + 2
    } else if (tag !== '') {
      const end = endOf(text, tag, at + tag.length)
      addLiteral(text.slice(at + tag.length, end), /^ ?do\b/i.test(line) || RUNS_TEXT.test(tail))
      at = end + tag.length
    } else if (/["'`]/.test(char) && !unclosed.has(char)) {
      const end = closing(text, at, hasEscapes || (dialect === 'sql' && /\be$/i.test(tail)))
      if (end < 0) unclosed.add(char)
      else {
        addLiteral(text.slice(at + 1, end), RUNS_TEXT.test(tail))
        at = end + 1
      }
    } else {
      const isEnd =
        char === ';' || (char === '\n' && (dialect === 'redis' || OWN_LINE.test(line) || (dialect === 'plain' && BATCH_END.test(tail))))
      if (isEnd) add('\n')
      else if (char.trim() === '') addSpace()
      else add(char)
      at++
    }
  }
  return parts.join('').trim()
}

/** What the sticky expression takes there. */
function taken(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0] ?? ''
}

function endOf(text: string, wanted: string, from: number): number {
  const end = text.indexOf(wanted, from)
  return end < 0 ? text.length : end
}

function isLineComment(text: string, at: number, dialect: Dialect): boolean {
  const pair = text.slice(at, at + 2)
  if (text[at] === '#') return dialect === 'mysql'
  if (pair === '//') return dialect === 'javascript'
  if (pair !== '--') return false
  // MySQL wants a space behind it.
  return dialect === 'sql' || dialect === 'plain' || (dialect === 'mysql' && (text[at + 2] ?? '').trim() === '')
}

/** Where the literal that begins there ends; -1: nowhere. */
function closing(text: string, at: number, hasEscapes: boolean): number {
  const quote = text[at]
  for (let i = at + 1; i < text.length; i++) {
    if (hasEscapes && text[i] === '\\') i++
    else if (text[i] === quote) return i
  }
  return -1
}
