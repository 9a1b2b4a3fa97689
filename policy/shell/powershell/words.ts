/** PowerShell text -> statements of pipelines of words. Quotes, escapes, here-strings, comments, groups and blocks; no more grammar than that. */
import { type Part, UNKNOWN } from '../arg.ts'
import { MAX_WORDS } from './budget.ts'

/** A variable's name as `env:x` or `x`, lower case -> what it holds; undefined: nobody knows. */
export type Lookup = (name: string) => readonly Part[] | undefined

/**
 * - `bare`: unquoted from its first character, so that it may be a command, a keyword or a parameter.
 * - `block`: `{...}`. `inner`: text of groups and subexpressions inside the word, which runs.
 * - `variable`: the word is this variable and nothing else.
 * - `methods`: what was called on it (`::Delete('x')`), as the name and the text of the arguments.
 */
export type PsWord = {
  readonly parts: readonly Part[]
  readonly isBare: boolean
  readonly source: string
  readonly block?: string
  readonly inner: readonly string[]
  readonly variable?: string
  readonly methods: readonly { readonly name: string; readonly args: string }[]
  /** A comma stood before it: it belongs to the same list as the word before. */
  readonly isListed: boolean
}

export type PsRedirect = { readonly target: PsWord }
export type PsCommand = { readonly words: readonly PsWord[]; readonly redirects: readonly PsRedirect[]; readonly invoke: '' | '&' | '.' }
export type PsPipeline = readonly PsCommand[]
export type PsScript = { readonly pipelines: readonly PsPipeline[]; readonly isBroken: boolean; readonly isTooMuch: boolean }

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0', a: '\x07', b: '\b', f: '\f', v: '\v', e: '\x1b' }
const VARIABLE = /\$(?:\{([^}]*)\}|((?:\w+:)?[A-Za-z_]\w*|[?$^]))/y
/** Properties read, of a value; a method that is called is none. */
const PROPERTY = /(?:\.[A-Za-z_]\w*)+(?![\w(])/y
/** Characters that mean nothing but themselves inside a word. */
const ORDINARY = /[^\s;|,)}&`'"@({$+[\u2018-\u201e]+/y
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }
const SMART_QUOTES: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201b': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
}
/** Dashes that PowerShell takes for `-`. */
const DASH = /^[\u2013\u2014\u2015]/

/** Never throws; takes time in proportion to the text. */
export function readScript(text: string, lookup: Lookup): PsScript {
  const reader = new PsReader(text, lookup)
  const pipelines: PsPipeline[] = []
  for (let next = reader.next(); next !== undefined; next = reader.next()) pipelines.push(next)
  return { pipelines, isBroken: reader.isBroken, isTooMuch: reader.isTooMuch }
}

/** Reads one pipeline after the other, so that a variable is looked up after what stands before it was run. */
export class PsReader {
  readonly #text: string
  readonly #lookup: Lookup
  #i = 0
  #words = 0
  #isBroken = false

  constructor(text: string, lookup: Lookup) {
    this.#text = text
    this.#lookup = lookup
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  get isTooMuch(): boolean {
    return this.#words > MAX_WORDS
  }

  /** The next pipeline that holds anything; undefined: none is left, or there are too many words. */
  next(): PsPipeline | undefined {
    while (this.#i < this.#text.length && !this.isTooMuch) {
      const from = this.#i
      const pipeline = this.#pipeline()
      if (this.#i === from) this.#i++
      if (pipeline.length > 0) return pipeline
    }
    return undefined
  }

  #pipeline(): PsPipeline {
    const commands: PsCommand[] = []
    while (this.#i < this.#text.length) {
      const command = this.#command()
      if (command.words.length > 0 || command.redirects.length > 0) commands.push(command)
      this.#skipBlank(false)
      const isPipe = this.#text[this.#i] === '|' && this.#text[this.#i + 1] !== '|'
      if (!isPipe) break
      this.#i++
      this.#skipBlank(true)
    }
    this.#endOfStatement()
    return commands
  }

  #endOfStatement(): void {
    while (/[;&|\s)}]/.test(this.#text[this.#i] ?? '')) {
      if (/[)}]/.test(this.#text[this.#i] as string)) this.#isBroken = true
      const isInvoke = this.#text[this.#i] === '&' && this.#text[this.#i + 1] !== '&' && /\s/.test(this.#text[this.#i - 1] ?? '\n')
      if (isInvoke && !/[&|;]/.test(this.#lastSolid())) return
      this.#i++
    }
  }

  /** The last character before here that is no blank. */
  #lastSolid(): string {
    let i = this.#i - 1
    while (i >= 0 && i > this.#i - 64 && (this.#text[i] === ' ' || this.#text[i] === '\t')) i--
    // At the start of a line a `&` begins a statement.
    return i < 0 || this.#text[i] === '\n' ? '' : this.#isFresh(i) ? '' : '&'
  }

  #isFresh(at: number): boolean {
    return /[;|&{(]/.test(this.#text[at] ?? ';')
  }

  #command(): PsCommand {
    this.#skipBlank(true)
    let invoke: PsCommand['invoke'] = ''
    const first = this.#text[this.#i]
    const isCalled = first === '&' || (first === '.' && /[\s'"$(&{]/.test(this.#text[this.#i + 1] ?? ''))
    if (isCalled) {
      invoke = first as '&' | '.'
      this.#i++
    }
    const words: PsWord[] = []
    const redirects: PsRedirect[] = []
    let isListed = false
    while (this.#i < this.#text.length) {
      this.#skipBlank(false)
      const char = this.#text[this.#i]
      if (char === undefined || /[\n;|)}]/.test(char)) break
      if (char === '&') break
      if (char === ',') {
        this.#i++
        this.#skipBlank(true)
        isListed = words.length > 0
        continue
      }
      const redirect = this.#redirect()
      if (redirect === undefined) {
        if (++this.#words > MAX_WORDS) break
        words.push(this.#word(isListed, invoke === '' && words[0] !== undefined ? !words[0].isBare : invoke === '' && this.#isValueNext()))
      } else if (redirect !== null) redirects.push(redirect)
      isListed = false
    }
    return { words, redirects, invoke }
  }

  /** undefined: none stands here. null: one that goes to no file. */
  #redirect(): PsRedirect | null | undefined {
    const operator = this.#match(/(?:[\d*]?>>?|<)(&\d)?/y)
    if (operator === undefined) return undefined
    this.#i += operator[0].length
    if (operator[1] !== undefined || operator[0] === '<') return null
    this.#skipBlank(false)
    return { target: this.#word(false, false) }
  }

  /** A statement that begins with a quote, a variable or a group is an expression: `+` joins there, and is text elsewhere. */
  #isValueNext(): boolean {
    return /["'$(\u2018-\u201e]/.test(this.#text[this.#i] ?? '')
  }

  #word(isListed: boolean, isExpression: boolean): PsWord {
    const from = this.#i
    const parts: Part[] = []
    const inner: string[] = []
    const methods: { name: string; args: string }[] = []
    let block: string | undefined
    let variable: string | undefined
    const first = this.#text[from] ?? ''
    const isBare = !/["'@({$\u2018-\u201e]/.test(first)
    let plain = ''
    const push = (...made: readonly Part[]): void => {
      if (plain !== '') parts.push({ kind: 'text', text: plain })
      plain = ''
      parts.push(...made)
    }
    for (; this.#i < this.#text.length; ) {
      const char = SMART_QUOTES[this.#text[this.#i] as string] ?? (this.#text[this.#i] as string)
      if (/[\s;|,)}&]/.test(char)) break
      const isJoining = isExpression && char === '+' && /["')\u2018-\u201e]/.test(this.#text[this.#i - 1] ?? '')
      if (isJoining && this.#i > from) break
      if (isExpression && char === '+' && this.#i === from) {
        plain = '+'
        this.#i++
        break
      }
      if (char === '`') {
        if (this.#text[this.#i + 1] === '\n') break
        plain += this.#text[this.#i + 1] ?? ''
        this.#i += 2
      } else if (char === "'") {
        this.#i++
        plain += this.#single()
      } else if (char === '"') {
        this.#i++
        push(...this.#double('"', inner))
      } else if (char === '@' && /^@["']\s*\n/.test(this.#text.slice(this.#i, this.#i + 16))) push(...this.#hereString(inner))
      else if (char === '@' && /[({]/.test(this.#text[this.#i + 1] ?? '')) {
        this.#i++
        inner.push(this.#balanced())
        push(UNKNOWN)
      } else if (char === '(') {
        const call = plain.match(/(?:^|[.:])([A-Za-z_]\w*)$/)
        const isCall = call !== null && (parts.length > 0 || plain.includes('::') || inner.length > 0)
        const body = this.#balanced()
        if (isCall) methods.push({ name: call[1] ?? '', args: body })
        inner.push(body)
        if (isCall) plain = ''
        push(UNKNOWN)
        this.#i += this.#match(PROPERTY)?.[0].length ?? 0
      } else if (char === '{') {
        const body = this.#balanced()
        if (this.#i > from && parts.length === 0 && plain === '') block = body
        else {
          inner.push(body)
          push(UNKNOWN)
        }
        if (block !== undefined) break
      } else if (char === '$' && this.#text[this.#i + 1] === '(') {
        this.#i++
        inner.push(this.#balanced())
        push(UNKNOWN)
      } else if (char === '$') {
        const found = this.#match(VARIABLE)
        if (found === undefined) {
          plain += char
          this.#i++
        } else {
          this.#i += found[0].length
          const name = (found[1] ?? found[2] ?? '').toLowerCase()
          if (from + found[0].length === this.#i) variable = name
          const property = this.#match(PROPERTY)
          this.#i += property?.[0].length ?? 0
          push(...(property === undefined ? (this.#lookup(name) ?? [UNKNOWN]) : [UNKNOWN]))
        }
      } else if (char === '[' && from === this.#i) plain += this.#type()
      else {
        const text = this.#match(ORDINARY)?.[0] ?? char
        plain += text
        this.#i += text.length
      }
    }
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    const source = this.#text.slice(from, this.#i)
    const isOnlyVariable = variable !== undefined && /^\$(?:\{[^}]*\}|[\w:?^$]+)$/.test(source)
    const dashed =
      isBare && DASH.test(source) && parts[0]?.kind === 'text'
        ? [{ kind: 'text' as const, text: parts[0].text.replace(DASH, '-') }, ...parts.slice(1)]
        : parts
    return {
      parts: dashed,
      isBare,
      source,
      ...(block !== undefined && { block }),
      inner,
      ...(isOnlyVariable && { variable }),
      methods,
      isListed,
    }
  }

  /** `[System.IO.File]`, up to and with the bracket. */
  #type(): string {
    const end = this.#text.indexOf(']', this.#i)
    const isType = end > 0 && end - this.#i < 128 && !/[\s]/.test(this.#text.slice(this.#i, end))
    const text = isType ? this.#text.slice(this.#i, end + 1) : '['
    this.#i += text.length
    return text
  }

  #single(): string {
    let text = ''
    for (; this.#i < this.#text.length; this.#i++) {
      const char = this.#text[this.#i] as string
      if (!/['\u2018-\u201b]/.test(char)) text += char
      else if (/['\u2018-\u201b]/.test(this.#text[this.#i + 1] ?? '')) {
        text += "'"
        this.#i++
      } else {
        this.#i++
        return text
      }
    }
    this.#isBroken = true
    return text
  }

  #double(close: string, inner: string[]): Part[] {
    const parts: Part[] = []
    let plain = ''
    const push = (...made: readonly Part[]): void => {
      if (plain !== '') parts.push({ kind: 'text', text: plain })
      plain = ''
      parts.push(...made)
    }
    while (this.#i < this.#text.length) {
      const char = this.#text[this.#i] as string
      const isQuote = close === '"' && /["\u201c-\u201e]/.test(char)
      if (close !== '"' && this.#text.startsWith(close, this.#i)) {
        this.#i += close.length
        push()
        return parts
      }
      if (isQuote && /["\u201c-\u201e]/.test(this.#text[this.#i + 1] ?? '')) {
        plain += '"'
        this.#i += 2
      } else if (isQuote) {
        this.#i++
        push()
        return parts
      } else if (char === '`') {
        const next = this.#text[this.#i + 1] ?? ''
        plain += ESCAPES[next] ?? next
        this.#i += 2
      } else if (char === '$' && this.#text[this.#i + 1] === '(') {
        this.#i++
        inner.push(this.#balanced())
        push(UNKNOWN)
      } else if (char === '$') {
        const found = this.#match(VARIABLE)
        if (found === undefined) plain += char
        else push(...(this.#lookup((found[1] ?? found[2] ?? '').toLowerCase()) ?? [UNKNOWN]))
        this.#i += found?.[0].length ?? 1
      } else {
        plain += char
        this.#i++
      }
    }
    this.#isBroken = true
    push()
    return parts
  }

  #hereString(inner: string[]): readonly Part[] {
    const quote = this.#text[this.#i + 1] as string
    const start = this.#text.indexOf('\n', this.#i) + 1
    this.#i = start
    if (quote === '"') return this.#double('\n"@', inner)
    const end = this.#text.indexOf("\n'@", start - 1)
    const isOpen = end < 0
    this.#isBroken ||= isOpen
    this.#i = isOpen ? this.#text.length : end + 3
    return [{ kind: 'text', text: this.#text.slice(start, isOpen ? undefined : Math.max(end, start)) }]
  }

  /** What stands between the bracket here and the one that closes it. */
  #balanced(): string {
    const open = this.#text[this.#i] as string
    const close = CLOSING[open] as string
    const from = this.#i + 1
    let depth = 0
    for (; this.#i < this.#text.length; this.#i++) {
      const char = this.#text[this.#i] as string
      if (char === '`') this.#i++
      else if (char === open) depth++
      else if (char === close && --depth === 0) {
        this.#i++
        return this.#text.slice(from, this.#i - 1)
      } else if (char === "'" || char === '"') this.#skipQuoted(char)
      else if (char === '#' && /[\s;{(]/.test(this.#text[this.#i - 1] ?? '\n')) {
        const end = this.#text.indexOf('\n', this.#i)
        this.#i = end < 0 ? this.#text.length : end
      }
    }
    this.#isBroken = true
    return this.#text.slice(from)
  }

  #skipQuoted(quote: string): void {
    for (this.#i++; this.#i < this.#text.length && this.#text[this.#i] !== quote; this.#i++) {
      if (quote === '"' && this.#text[this.#i] === '`') this.#i++
    }
  }

  #skipBlank(isNewlineToo: boolean): void {
    for (;;) {
      const char = this.#text[this.#i]
      const next = this.#text[this.#i + 1]
      if (char === ' ' || char === '\t' || char === '\r' || char === '\u00a0') this.#i++
      else if (char === '`' && (next === '\n' || next === '\r')) this.#i += next === '\r' ? 3 : 2
      else if (char === '\n' && isNewlineToo) this.#i++
      else if (char === '<' && next === '#') {
        const end = this.#text.indexOf('#>', this.#i)
        this.#i = end < 0 ? this.#text.length : end + 2
      } else if (char === '#' && (this.#i === 0 || /[\s;|&(){}]/.test(this.#text[this.#i - 1] ?? ' '))) {
        const end = this.#text.indexOf('\n', this.#i)
        this.#i = end < 0 ? this.#text.length : end
      } else return
    }
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#i
    return pattern.exec(this.#text) ?? undefined
  }
}
