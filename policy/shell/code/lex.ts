/** Source text of other languages -> tokens: what is a string, a comment, a name. Never more than that, and never by a pattern over raw text. */
import type { Part } from '../arg.ts'
import { type Family, LEXICAL, type Lexical } from './families.ts'

/** A string's piece: certain text, a gap, or an expression put into it (`"#{x}"`). */
export type StringPiece = Part | { readonly kind: 'code'; readonly text: string }

/**
 * - `text`: a string. `isCommand`: a shell runs it (backquotes).
 * - `list`: words in one literal (`%w[a b]`).
 * - `code`: code inside a literal (`s/x/code/e`).
 * - `gap`: text that only running the shell line would tell.
 * - `end`: a line or a statement ends; `isSoft`: a line, which may go on.
 */
export type Token =
  | { readonly kind: 'text'; readonly pieces: readonly StringPiece[]; readonly isCommand: boolean }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'name' | 'op'; readonly text: string; readonly isSpaced: boolean }
  | { readonly kind: 'gap' }
  | { readonly kind: 'end'; readonly isSoft: boolean }

/** Stands in source text for what the shell line does not tell. */
export const GAP = '\uE000'
/** Tokens of one text; past it the rest is cut off and the answer says so. */
const MAX_TOKENS = 12_000
const MAX_HEREDOCS = 32

const OPERATORS =
  '=== !== **= ||= &&= ??= <=> ... => -> :: ?. &. := == != <= >= =~ !~ += -= *= /= .= %= |= || && ?? .. << >> ** ++ <-'.split(' ')
const OPERATORS_BY_START = new Map<string, string[]>()
for (const operator of OPERATORS) {
  const start = operator[0] ?? ''
  OPERATORS_BY_START.set(start, [...(OPERATORS_BY_START.get(start) ?? []), operator])
}
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
const NUMBER = /(?:0[xX][\da-fA-F_]+|0[oObB]?[0-7_]+|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)n?/y
const PYTHON_STRING = /([rbfuRBFU]{0,2})("""|'''|"|')/y
const PERL_QUOTE = /(qq|qw|qx|qr|q|m|s|tr|y)(?=[^\w\s,;)=]|\s+[{[(<])/y
const RUBY_QUOTE = /%([wWiIqQxrs]?)([{[(<|!/])/y
const RUBY_SYMBOL = /:([A-Za-z_]\w*[?!]?)/y
const HEREDOC: Partial<Record<Family, RegExp>> = {
  ruby: /<<([~-]?)(['"`]?)([A-Z_]\w*)\2/y,
  perl: /<<(~?)(['"]?)([A-Z_]\w*)\2/y,
  php: /<<<[ ]?()(['"]?)([A-Za-z_]\w*)\2/y,
}
const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  0: '\0',
  e: '\x1b',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
}
/** Keywords after which a `/` begins a regular expression. */
const BEFORE_REGEX = new Set('return typeof case in of if unless while and or not split grep map when elsif print'.split(' '))
const LUA_LONG = /\[(=*)\[/y

export type Lexed = { readonly tokens: readonly Token[]; readonly isCut: boolean }

/** Never throws; takes time in proportion to the text. What is never closed runs to the end. */
export function lex(text: string, family: Family): Lexed {
  const lexer = new Lexer(text, family, LEXICAL[family])
  return { tokens: lexer.tokens, isCut: lexer.run() }
}

class Lexer {
  readonly tokens: Token[] = []
  readonly #text: string
  readonly #family: Family
  readonly #rules: Lexical
  #i = 0
  #heredocs = 0
  /** No regular expression before this place: one was looked for, and the line has no end of it. */
  #noRegexBefore = 0
  /** Bodies of heredocs that begin on the next line. */
  #waiting: { readonly end: string; readonly isRaw: boolean; readonly isCommand: boolean; readonly at: number }[] = []

  constructor(text: string, family: Family, rules: Lexical) {
    this.#text = text
    this.#family = family
    this.#rules = rules
  }

  /** Whether the text was cut off. */
  run(): boolean {
    while (this.#i < this.#text.length) {
      if (this.tokens.length >= MAX_TOKENS) return true
      this.#step()
    }
    return false
  }

  #step(): void {
    const text = this.#text
    const char = text[this.#i] as string
    if (char === '\n') {
      this.#i++
      if (this.#waiting.length > 0) this.#takeBodies()
      this.tokens.push({ kind: 'end', isSoft: true })
    } else if (char === ' ' || char === '\t' || char === '\r') this.#i++
    else if (char === '\\' && text[this.#i + 1] === '\n') this.#i += 2
    else if (char === GAP) {
      this.#i++
      this.tokens.push({ kind: 'gap' })
    } else if (this.#skipComment() || this.#takeSpecial(char) || this.#takeString(char) || this.#takeRegex(char)) return
    else this.#takeWord(char)
  }

  #skipComment(): boolean {
    const text = this.#text
    const { lineComments, blockComments } = this.#rules
    const isLuaBlock = this.#family === 'lua' && text.startsWith('--[', this.#i)
    if (isLuaBlock) {
      const open = this.#match(LUA_LONG, this.#i + 2)
      if (open !== undefined) {
        this.#jumpAfter(`]${open[1]}]`, this.#i + 2 + open[0].length)
        return true
      }
    }
    for (const [open, close] of blockComments) {
      if (!text.startsWith(open, this.#i)) continue
      this.#jumpAfter(close, this.#i + open.length)
      return true
    }
    const isLineStart = this.#i === 0 || text[this.#i - 1] === '\n'
    const isPod = isLineStart && (this.#family === 'perl' || this.#family === 'ruby') && /^=[a-z]/.test(text.slice(this.#i, this.#i + 2))
    if (isPod) {
      const isRuby = this.#family === 'ruby'
      const end = text.indexOf(isRuby ? '\n=end' : '\n=cut', this.#i)
      this.#i = end < 0 ? text.length : end + 5
      return true
    }
    // `$#array` and `${#x}` are no comments.
    const before = text[this.#i - 1]
    const isSigil = before === '$' && this.#family === 'perl'
    if (isSigil || !lineComments.some(comment => text.startsWith(comment, this.#i))) return false
    const end = text.indexOf('\n', this.#i)
    this.#i = end < 0 ? text.length : end
    return true
  }

  #takeSpecial(char: string): boolean {
    switch (this.#family) {
      case 'python':
        return this.#takePython(char)
      case 'perl':
        return this.#takeHeredoc(char) || this.#takePerlQuote()
      case 'ruby':
        return this.#takeHeredoc(char) || this.#takeRubyLiteral(char)
      case 'php':
        if (this.#text.startsWith('?>', this.#i)) {
          const next = this.#text.indexOf('<?', this.#i)
          this.#i = next < 0 ? this.#text.length : next
          return true
        }
        if (this.#text.startsWith('<?', this.#i)) {
          this.#i += this.#text.startsWith('<?php', this.#i) ? 5 : this.#text.startsWith('<?=', this.#i) ? 3 : 2
          return true
        }
        return this.#takeHeredoc(char)
      case 'lua': {
        const open = char === '[' ? this.#match(LUA_LONG, this.#i) : undefined
        if (open === undefined) return false
        const from = this.#i + open[0].length
        this.#jumpAfter(`]${open[1]}]`, from)
        this.#pushText(this.#text.slice(from, this.#i - open[0].length))
        return true
      }
      default:
        return false
    }
  }

  #takePython(char: string): boolean {
    const isPossible = char === '"' || char === "'" || /[rbfuRBFU]/.test(char)
    const isInName = /\w/.test(this.#text[this.#i - 1] ?? '')
    const open = isPossible && !isInName ? this.#match(PYTHON_STRING, this.#i) : undefined
    if (open === undefined) return false
    const [whole, prefix = '', quote = ''] = open
    this.#i += whole.length
    const isRaw = /r/i.test(prefix)
    this.#readString(quote, { escapes: isRaw ? 'raw' : 'all', into: /f/i.test(prefix) ? '{' : '', isCommand: false })
    return true
  }

  #takeHeredoc(char: string): boolean {
    const pattern = HEREDOC[this.#family]
    if (char !== '<' || pattern === undefined || this.#heredocs >= MAX_HEREDOCS) return false
    const open = this.#match(pattern, this.#i)
    if (open === undefined) return false
    this.#heredocs++
    this.#i += open[0].length
    this.tokens.push({ kind: 'text', pieces: [], isCommand: false })
    this.#waiting.push({ end: open[3] ?? '', isRaw: open[2] === "'", isCommand: open[2] === '`', at: this.tokens.length - 1 })
    return true
  }

  #takeBodies(): void {
    for (const { end, isRaw, isCommand, at } of this.#waiting) {
      const from = this.#i
      let lineStart = from
      let next = this.#text.length
      while (lineStart < this.#text.length) {
        const lineEnd = this.#text.indexOf('\n', lineStart)
        const stop = lineEnd < 0 ? this.#text.length : lineEnd
        const line = this.#text.slice(lineStart, stop).trim()
        if (line === end || line.startsWith(`${end};`) || line.startsWith(`${end})`)) {
          next = this.#family === 'php' ? lineStart + this.#text.slice(lineStart, stop).indexOf(end) + end.length : stop
          break
        }
        lineStart = stop + 1
      }
      const body = this.#text.slice(from, Math.min(lineStart, this.#text.length))
      const into = this.#rules.quotes['"']?.into ?? ''
      this.tokens[at] = { kind: 'text', pieces: piecesOf(body, { escapes: isRaw ? 'raw' : 'all', into: isRaw ? '' : into }), isCommand }
      this.#i = next
    }
    this.#waiting = []
  }

  #takePerlQuote(): boolean {
    const last = this.tokens.at(-1)
    const isMember =
      last?.kind === 'op' && (last.text === '->' || (last.text === '{' && /^\w+\s*}/.test(this.#text.slice(this.#i, this.#i + 8))))
    const before = this.#text[this.#i - 1] ?? ''
    if (isMember || /[\w$@%&]/.test(before)) return false
    const open = this.#match(PERL_QUOTE, this.#i)
    if (open === undefined || this.#text.startsWith('=>', this.#i + open[0].length)) return false
    const kind = open[1] ?? ''
    this.#i += open[0].length
    this.#skipSpace()
    const delimiter = this.#text[this.#i++] ?? ''
    const first = this.#takeDelimited(delimiter)
    if (kind === 'qw') this.tokens.push({ kind: 'list', items: first.split(/\s+/).filter(item => item !== '') })
    else if (kind === 'q' || kind === 'qq' || kind === 'qx') {
      const isRaw = kind === 'q' || delimiter === "'"
      const pieces = piecesOf(first, { escapes: isRaw ? 'quote' : 'all', into: isRaw ? '' : '$' })
      this.tokens.push({ kind: 'text', pieces, isCommand: kind === 'qx' })
    } else {
      const hasSecond = kind === 's' || kind === 'tr' || kind === 'y'
      if (hasSecond && CLOSING[delimiter] !== undefined) {
        this.#skipSpace()
        this.#i++
      }
      const second = hasSecond ? this.#takeDelimited(this.#text[this.#i - 1] ?? '') : ''
      const flags = this.#match(/[a-z]*/y, this.#i)?.[0] ?? ''
      this.#i += flags.length
      const isCode = kind === 's' && flags.includes('e')
      this.tokens.push(isCode ? { kind: 'code', text: second } : { kind: 'number', text: '' })
      // Code in a pattern.
      const embedded = /\(\?\??\{([^}]*)\}/.exec(kind === 'm' || kind === 's' ? first : '')
      if (embedded !== null) this.tokens.push({ kind: 'code', text: embedded[1] ?? '' })
    }
    return true
  }

  #takeRubyLiteral(char: string): boolean {
    if (char === ':') {
      const symbol = this.#text[this.#i - 1] === ':' ? undefined : this.#match(RUBY_SYMBOL, this.#i)
      if (symbol === undefined) return false
      this.#i += symbol[0].length
      this.#pushText(symbol[1] ?? '')
      return true
    }
    if (char !== '%') return false
    const open = this.#match(RUBY_QUOTE, this.#i)
    const isPossible = open !== undefined && (!this.#isAfterValue() || (open[1] !== '' && this.#text[this.#i - 1] === ' '))
    if (!isPossible) return false
    this.#i += open[0].length
    const body = this.#takeDelimited(open[2] ?? '')
    const kind = open[1] ?? ''
    if (/^[wWiI]$/.test(kind)) this.tokens.push({ kind: 'list', items: body.split(/\s+/).filter(item => item !== '') })
    else if (kind === 'r') this.tokens.push({ kind: 'number', text: '' })
    else {
      const isRaw = kind === 'q' || kind === 's'
      const pieces = piecesOf(body, { escapes: isRaw ? 'quote' : 'all', into: isRaw ? '' : '#{' })
      this.tokens.push({ kind: 'text', pieces, isCommand: kind === 'x' })
    }
    return true
  }

  #takeString(char: string): boolean {
    const rule = this.#rules.quotes[char]
    if (rule === undefined) return false
    this.#i++
    this.#readString(char, { escapes: rule.escapes, into: rule.into, isCommand: rule.isCommand === true })
    return true
  }

  /** From after the opening quote to after the closing one. */
  #readString(quote: string, style: Style & { readonly isCommand: boolean }): void {
    const from = this.#i
    const text = this.#text
    let i = from
    while (i < text.length) {
      const char = text[i]
      if (char === '\\' && style.escapes !== 'none') i += 2
      else if (char === quote[0] && text.startsWith(quote, i)) break
      else if ((style.into === '${' || style.into === '#{') && char === style.into[0] && text[i + 1] === '{') i = afterBraces(text, i + 1)
      else i++
    }
    const end = Math.min(i, text.length)
    this.#i = Math.min(end + quote.length, text.length)
    this.tokens.push({ kind: 'text', pieces: piecesOf(text.slice(from, end), style), isCommand: style.isCommand })
  }

  #takeRegex(char: string): boolean {
    const isPossible = char === '/' && this.#rules.hasRegex && this.#i >= this.#noRegexBefore && !this.#isAfterValue()
    if (!isPossible) return false
    const text = this.#text
    let isInClass = false
    let i = this.#i + 1
    for (; i < text.length && text[i] !== '\n'; i++) {
      const one = text[i]
      if (one === '\\') i++
      else if (one === '[') isInClass = true
      else if (one === ']') isInClass = false
      else if (one === '/' && !isInClass) break
    }
    if (text[i] !== '/') {
      this.#noRegexBefore = i
      return false
    }
    this.#i = i + 1
    this.#i += this.#match(/[a-z]*/y, this.#i)?.[0].length ?? 0
    this.tokens.push({ kind: 'number', text: '' })
    return true
  }

  #takeWord(char: string): void {
    const isDigit = char >= '0' && char <= '9'
    const isSpaced = /\s/.test(this.#text[this.#i - 1] ?? ' ')
    const number = isDigit ? this.#match(NUMBER, this.#i) : undefined
    if (number !== undefined && number[0] !== '') {
      this.#i += number[0].length
      this.tokens.push({ kind: 'number', text: number[0] })
      return
    }
    const name = this.#match(this.#rules.name, this.#i)
    if (name !== undefined && name[0] !== '') {
      this.#i += name[0].length
      this.tokens.push({ kind: 'name', text: name[0], isSpaced })
      return
    }
    if (char === ';') {
      this.#i++
      this.tokens.push({ kind: 'end', isSoft: false })
      return
    }
    const operator = OPERATORS_BY_START.get(char)?.find(one => this.#text.startsWith(one, this.#i)) ?? char
    this.#i += operator.length
    this.tokens.push({ kind: 'op', text: operator, isSpaced })
  }

  /** Whether what came last is a value, so that `/` divides and `%` is a remainder. */
  #isAfterValue(): boolean {
    const last = this.tokens.at(-1)
    if (last === undefined || last.kind === 'end') return false
    if (last.kind === 'name') return !BEFORE_REGEX.has(last.text)
    return last.kind !== 'op' || last.text === ')' || last.text === ']' || last.text === '}'
  }

  #takeDelimited(delimiter: string): string {
    const close = CLOSING[delimiter]
    const from = this.#i
    let depth = 1
    for (; this.#i < this.#text.length; this.#i++) {
      const char = this.#text[this.#i]
      if (char === '\\') this.#i++
      else if (char === (close ?? delimiter)) depth--
      else if (close !== undefined && char === delimiter) depth++
      if (depth === 0) break
    }
    const body = this.#text.slice(from, this.#i)
    this.#i = Math.min(this.#i + 1, this.#text.length)
    return body
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#i] ?? '')) this.#i++
  }

  #pushText(text: string): void {
    this.tokens.push({ kind: 'text', pieces: text === '' ? [] : [{ kind: 'text', text }], isCommand: false })
  }

  #jumpAfter(close: string, from: number): void {
    const end = this.#text.indexOf(close, from)
    this.#i = end < 0 ? this.#text.length : end + close.length
  }

  #match(pattern: RegExp, at: number): RegExpExecArray | undefined {
    pattern.lastIndex = at
    return pattern.exec(this.#text) ?? undefined
  }
}

/**
 * `escapes`: all that are usual; only those of the quote itself; `raw`: a backslash stays, but keeps the quote; none at all.
 * `into`: how an expression is put in: `#{x}`, `${x}`, `{x}` or `$x`.
 */
type Style = { readonly escapes: 'all' | 'quote' | 'raw' | 'none'; readonly into: '' | '#{' | '${' | '{' | '$' }

function piecesOf(body: string, { escapes, into }: Style): readonly StringPiece[] {
  const isPlain = !body.includes('\\') && !body.includes(GAP) && (into === '' || !body.includes(into[0] as string))
  if (isPlain && into !== '$') return body === '' ? [] : [{ kind: 'text', text: body }]
  const pieces: StringPiece[] = []
  let text = ''
  const push = (piece: StringPiece): void => {
    if (text !== '') pieces.push({ kind: 'text', text })
    text = ''
    pieces.push(piece)
  }
  for (let i = 0; i < body.length; ) {
    const char = body[i] as string
    if (char === GAP) {
      push({ kind: 'unknown' })
      i++
    } else if (char === '\\' && escapes !== 'none' && escapes !== 'raw') {
      const meant = escaped(body, i, escapes)
      text += meant.text
      i += meant.length
    } else if (into === '{' && char === '{') {
      if (body[i + 1] === '{') {
        text += '{'
        i += 2
      } else {
        const end = afterBraces(body, i)
        push({ kind: 'code', text: withoutFormat(body.slice(i + 1, end - 1)) })
        i = end
      }
    } else if (into === '{' && char === '}' && body[i + 1] === '}') {
      text += '}'
      i += 2
    } else if ((into === '#{' || into === '${') && char === into[0] && body[i + 1] === '{') {
      const end = afterBraces(body, i + 1)
      push({ kind: 'code', text: body.slice(i + 2, end - 1) })
      i = end
    } else if (into === '$' && (char === '$' || char === '@' || (char === '{' && body[i + 1] === '$'))) {
      const variable = variableAt(body, i)
      if (variable === undefined) {
        text += char
        i++
      } else {
        push({ kind: 'code', text: variable.code })
        i += variable.length
      }
    } else {
      text += char
      i++
    }
  }
  if (text !== '') pieces.push({ kind: 'text', text })
  return pieces
}

/** `{x!r:>10}` is `x`. */
function withoutFormat(code: string): string {
  return code.length > 256 ? code : code.replace(/[!:][^'")\]]*$/, '')
}

const HEX = /x\{?([\da-fA-F]{1,6})\}?|u\{?([\da-fA-F]{4,6})\}?|([0-7]{1,3})/y

function escaped(body: string, i: number, escapes: 'all' | 'quote'): { readonly text: string; readonly length: number } {
  const next = body[i + 1] ?? ''
  if (escapes === 'quote') return /[\\'"`]/.test(next) ? { text: next, length: 2 } : { text: `\\${next}`, length: 2 }
  if (next === '\n') return { text: '', length: 2 }
  HEX.lastIndex = i + 1
  const code = HEX.exec(body)
  if (code !== null) {
    const value = code[3] === undefined ? Number.parseInt(code[1] ?? code[2] ?? '0', 16) : Number.parseInt(code[3], 8)
    return { text: value <= 0x10ffff ? String.fromCodePoint(value) : '', length: 1 + code[0].length }
  }
  return { text: SIMPLE_ESCAPES[next] ?? next, length: 2 }
}

const VARIABLE = /\{?\$\{?(\w+)(?:\}|((?:->)?[[{][^\]}]{0,64}[\]}]))?\}?|@\{?\w+\}?|@\{\[(.{0,4096}?)\]\}/sy

/** `$x`, `${x}`, `$h{x}`, `{$x->y}`, `@{[ code ]}`. */
function variableAt(body: string, i: number): { readonly code: string; readonly length: number } | undefined {
  VARIABLE.lastIndex = i
  const found = VARIABLE.exec(body)
  if (found === null) return undefined
  const code = found[3] ?? (found[1] === undefined ? '@_' : `$${found[1]}${found[2] ?? ''}`)
  return { code, length: found[0].length }
}

/** The index after the bracket that closes the one at `i`, quotes inside it skipped. */
function afterBraces(text: string, i: number): number {
  let depth = 0
  let quote = ''
  for (let at = i; at < text.length; at++) {
    const char = text[at] as string
    if (char === '\\') at++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'" || char === '`') quote = char
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at + 1
  }
  return text.length + 1
}
