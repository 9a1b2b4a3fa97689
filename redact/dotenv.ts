/** One assignment of a dotenv file, as a program that loads the file would see it. */
export type Assignment = { readonly name: string; readonly value: string }

const HEAD = /[^\S\n]*(?:export\s+)?([\w.-]+)(?:\s*=|:[^\S\n])/y
/** A quoted value may begin on a later line than its name. */
const BLANKS_TO_QUOTE = /\s*(?=['"`])/y
const REST_OF_LINE = /[^\n]*/y
const QUOTES = '\'"`'

/** Nothing but blanks and a comment stand between `at` and the end of its line. */
function endsLine(text: string, at: number): boolean {
  let next = at
  while (text[next] === ' ' || text[next] === '\t') next++
  return next >= text.length || text[next] === '\n' || text[next] === '#'
}

/** Where the quote that opens at `open` is closed; -1 if it is not. A quote after a backslash closes only when no other one can. */
function closingOf(text: string, open: number): number {
  const quote = text[open] as string
  const escaped: number[] = []
  for (let at = text.indexOf(quote, open + 1); at >= 0; at = text.indexOf(quote, at + 1)) {
    const isEscaped = text[at - 1] === '\\' && at - 1 > open
    if (!isEscaped) {
      if (endsLine(text, at + 1)) return at
      break
    }
    escaped.push(at)
  }
  return escaped.findLast(at => endsLine(text, at + 1)) ?? -1
}

const withNewlines = (value: string) => value.replaceAll('\\n', '\n').replaceAll('\\r', '\r')

/** The value of a line without closed quotes: quotes around all of it are dropped all the same. */
function bareValue(written: string): string {
  const value = written.trim()
  const quote = value.charAt(0)
  const isQuote = quote !== '' && QUOTES.includes(quote)
  const isWrapped = isQuote && value.length > 1 && value.endsWith(quote)
  const inner = isWrapped ? value.slice(1, -1) : value
  return quote === '"' ? withNewlines(inner) : inner
}

/** `#` begins a comment wherever it stands, says dotenv; for a shell or docker only after a blank. Where they differ, the longer reading comes first. */
function bareReadings(rest: string): readonly string[] {
  const hash = rest.indexOf('#')
  const comment = rest.search(/\s#/)
  const short = bareValue(hash < 0 ? rest : rest.slice(0, hash))
  const long = bareValue(comment < 0 ? rest : rest.slice(0, comment))
  return long === short ? [short] : [long, short]
}

/**
 * Every assignment of a dotenv file, in order, by the rules the `dotenv` package documents: `export`, quotes of three kinds, values over several
 * lines, `\n` and `\r` in double quotes, comments, any line ending. Names may repeat: all their values count, and the last is the one that
 * dotenv would take. Lines that assign nothing are passed over. Never throws; what is not text has no assignments.
 */
export function parseDotenv(source: string): readonly Assignment[] {
  if (typeof source !== 'string') return []
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const found: Assignment[] = []
  let at = 0
  while (at < text.length) {
    HEAD.lastIndex = at
    const head = HEAD.exec(text)
    const from = head === null ? at : HEAD.lastIndex
    BLANKS_TO_QUOTE.lastIndex = from
    const isQuoted = head !== null && BLANKS_TO_QUOTE.test(text)
    const open = BLANKS_TO_QUOTE.lastIndex
    const closing = isQuoted ? closingOf(text, open) : -1
    REST_OF_LINE.lastIndex = closing < 0 ? from : closing + 1
    const rest = REST_OF_LINE.exec(text)?.[0] ?? ''
    const name = head?.[1]
    if (name !== undefined && closing >= 0) {
      const inner = text.slice(open + 1, closing)
      found.push({ name, value: text[open] === '"' ? withNewlines(inner) : inner })
    } else if (name !== undefined) {
      for (const value of bareReadings(rest)) found.push({ name, value })
    }
    at = REST_OF_LINE.lastIndex + 1
  }
  return found
}
