/** PowerShell text -> statements of pipelines of words. Quotes, escapes, here-strings, comments, groups and blocks; no more grammar than that. */
import { type Arg, type Part, UNKNOWN } from '../arg.ts'
import { MAX_GROUP, MAX_NESTED } from './budget.ts'
import { foldWords } from './constant.ts'

/** What is known of a value: one word, or the words of a list. */
export type Value = readonly (readonly Part[])[]
/** A variable's name as `env:x` or `x`, lower case -> what it holds; undefined: nobody knows. */
export type Lookup = (name: string) => Value | undefined
/** Text inside a word that runs. `call`: it is the arguments of a method, `io.file.delete`, or `.delete` where it is called on what is no type. */
export type PsInner = { readonly text: string; readonly call: string }

/**
 * - `isBare`: unquoted from its first character, so that it may be a command or a parameter.
 * - `isListed`: a comma stood before it: it belongs to the same list as the word before.
 * - `block`: `{...}`.
 */
export type PsWord = Arg & {
  readonly isBare: boolean
  readonly isListed: boolean
  readonly block: string | undefined
  readonly inner: readonly PsInner[]
}

/**
 * - `targets`: what the value is given to, by `operator` (`$x = ...`, `$x in ...`).
 * - `mode`: `=` an expression, which runs nothing but what is inside its words; `{` groups and blocks behind a keyword; `&`, `.` and '' a command.
 */
export type PsCommand = {
  readonly targets: readonly PsWord[]
  readonly operator: string
  readonly words: readonly PsWord[]
  readonly writes: readonly PsWord[]
  readonly mode: string
}

export type PsReader = {
  /** The next pipeline that holds anything; undefined: none is left. */
  readonly next: () => readonly PsCommand[] | undefined
  readonly isBroken: () => boolean
}

/** Others are of no use in a command. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }
const unknown = (): Part[][] => [[UNKNOWN]]

const VARIABLE = /\$(?:\{([^{}]*)\}|((?:\w+:(?!:))?[A-Za-z_]\w*|[?$^]))/y
const MEMBER = /(?:::|\??\.)([A-Za-z_]\w*)/y
const TYPE = /\[[\w.]+(?:\[\])?\]/y
/** Characters that mean nothing but themselves inside a word. */
const ORDINARY = /[^\s;|,(){}&`'"@$<>+=[]+/y
const BLANK = /[ \t\r\xa0]+|`\r?\n/y
const MAY_QUOTE = /["'@]/
const HERE_STRING = /@(["'])[ \t\r]*\n/y
const REDIRECT = /[\d*]?>>?(&\d)?/y
const INVOKE = /&|\.(?=[\s'"$(&{])/y
/** An expression stands here, and no command. */
const VALUE_NEXT = /(?=["'$(@[!+,-]|\d[\d.]*(?![\w.\\/-]))/y
const GIVES = /[-+*/%?]{0,2}=|\+\+|--|in(?=\s)/iy
const OPERATOR = /-[A-Za-z]+|[-+*/%!]+/y
const KEYWORD =
  /(?::\w+\s+)?(?:if|elseif|else|while|foreach|for|switch|try|catch|finally|do|until|param|trap|begin|process|end|data|(?:function|filter|class|enum)\s+[\w:., -]+)(?=\s*[[({-])(?!-)|(?:return|throw|exit|break|continue)(?![\w-])/iy
const SEPARATOR = /[;=\s]+|[)}]|&&|\|/y

/** Reads one pipeline after the other, so that a variable is looked up after what stands before it was run. Never throws; time grows with the text. */
export function readerOf(given: string, lookup: Lookup, depth = 0): PsReader {
  // PowerShell takes any of these for a quote, or a dash.
  const text = given
    .replace(/[\u2018-\u201b]/g, "'")
    .replace(/[\u201c-\u201e]/g, '"')
    .replace(/(^|\s)[\u2013-\u2015]/g, '$1-')
  let i = 0
  let nested = depth
  let isBroken = false

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = i
    const found = pattern.exec(text)
    if (found) i = pattern.lastIndex
    return found
  }

  /** Moves behind `end`; what lay before it. */
  const upTo = (end: string): string => {
    const from = i
    const at = text.indexOf(end, i)
    isBroken ||= at < 0
    i = at < 0 ? text.length : at + end.length
    return text.slice(from, at < 0 ? i : at)
  }

  const skipBlank = (isNewlineToo: boolean): void => {
    for (;;) {
      if (text[i] === '#') match(/[^\n]+/y)
      else if (text.startsWith('<#', i)) upTo('#>')
      else if (isNewlineToo && text[i] === '\n') i++
      else if (!match(BLANK)) return
    }
  }

  /** The quoted text that begins here; undefined: none does. */
  const quoted = (inner: PsInner[]): readonly Part[] | undefined => {
    const here = match(HERE_STRING)
    const quote = here?.[1] ?? text[i]
    if (quote !== "'" && quote !== '"') return undefined
    // The line end before the text also is the one before a closing mark.
    i += here ? -1 : 1
    const close = here ? `\n${quote}@` : quote
    const parts = quote === '"' ? double(close, inner) : [single(close)]
    const [first, ...rest] = parts
    return here && first?.kind === 'text' ? [textPart(first.text.slice(1)), ...rest] : parts
  }

  const single = (close: string): Part => {
    let plain = upTo(close)
    while (close === "'" && text[i] === "'") {
      i++
      plain += `'${upTo(close)}`
    }
    return textPart(plain)
  }

  const double = (close: string, inner: PsInner[]): readonly Part[] => {
    const parts: Part[] = []
    while (i < text.length) {
      const char = text[i] as string
      if (text.startsWith(close, i)) {
        i += close.length
        // Two of them are one that is meant.
        if (close !== '"' || text[i] !== '"') return parts
        i++
        parts.push(textPart('"'))
      } else if (char === '$') parts.push(...onlyOf(dollar(inner)))
      else {
        i++
        const escaped = char === '`' ? (text[i++] ?? '') : undefined
        parts.push(textPart(escaped === undefined ? char + (match(/[^"`$\n]+/y)?.[0] ?? '') : (ESCAPES[escaped] ?? escaped)))
      }
    }
    isBroken = true
    return parts
  }

  /** `$x`, `${x}` and `$(...)`; a dollar alone is text. */
  const dollar = (inner: PsInner[]): Value => {
    const found = match(VARIABLE)
    if (found) return lookup((found[1] ?? found[2] ?? '').toLowerCase()) ?? unknown()
    i++
    if (text[i] !== '(') return [[textPart('$')]]
    inner.push({ text: balanced(), call: '' })
    return unknown()
  }

  /** What stands between the bracket here and the one that closes it. */
  const balanced = (): string => {
    const open = text[i] as string
    const from = i + 1
    let left = 0
    if (++nested > MAX_NESTED) i = text.length
    while (i < text.length) {
      const char = text[i]
      const isComment = char === '#' ? /[\s;,|&(){}]/.test(text[i - 1] ?? '') : char === '<' && text[i + 1] === '#'
      if (isComment) skipBlank(false)
      else if (char === undefined || !MAY_QUOTE.test(char) || !quoted([])) {
        if (char === '`') i++
        else if (char === open) left++
        else if (char === CLOSING[open] && --left === 0) {
          nested--
          return text.slice(from, i++)
        }
        i++
      }
    }
    isBroken = true
    return text.slice(from)
  }

  /** A group's value, where it is one of constants; else it runs. */
  const group = (inner: PsInner[]): Value => {
    const body = balanced()
    // Each group in it is read once for every group around it.
    const isSmall = body.length <= MAX_GROUP && body.split('(', MAX_NESTED).length < MAX_NESTED
    const value = isSmall ? constantOf(body, lookup, nested + 1) : undefined
    if (!value) inner.push({ text: body, call: '' })
    return value ?? unknown()
  }

  /** One word, or the words of the list that a variable or a group holds. */
  const words = (isListed: boolean, isValue: boolean): readonly PsWord[] => {
    const from = i
    const inner: PsInner[] = []
    const isBare = !/["'@({$]/.test(text[i] ?? '')
    const type = match(TYPE)?.[0] ?? ''
    /** Behind a value, members are read, called and counted. */
    let isMembered = type !== ''
    let list: Part[][] = isMembered ? [[textPart(type)]] : []
    let isMany = false
    let block: string | undefined
    const join = (value: Value, isEnd: boolean): void => {
      const [parts, ...more] = list
      if (!parts) list = value.map(one => [...one])
      else if (more.length > 0) list = unknown()
      else parts.push(...onlyOf(value))
      isMembered = isEnd
    }
    /** What is here, up to the closing bracket, runs; what it is worth nobody knows. */
    const hide = (call = ''): void => {
      // The names of a table are no commands.
      const body = text[i] === '{' ? balanced().replace(/(^|[;\n])[ \t\w.'"-]*=/g, '$1$$_=') : balanced()
      inner.push({ text: body, call })
      list = unknown()
    }
    if (text[i] === '{') block = balanced()
    else if (isValue && !isMembered && match(OPERATOR)) list = [[textPart(text.slice(from, i))]]
    else
      while (i < text.length && !/[\s;|,)}&<>{]/.test(text[i] as string)) {
        const char = text[i]
        const isStart = i === from
        const member = isMembered ? match(MEMBER)?.[1] : undefined
        const quote = member ? undefined : quoted(inner)
        if (member) {
          // A file's path is what it is handed on as.
          if (!/^(?:fullname|pspath)$/i.test(member)) list = unknown()
          if (text[i] === '(') hide(`${inner.length > 0 ? '' : typeName(type)}.${member.toLowerCase()}`)
        } else if (quote) join([quote], true)
        else if (isMembered && char === '[') hide()
        else if (isValue && !isStart && /[-+*/%=]/.test(char ?? '')) break
        else if (char === '$') join(dollar(inner), true)
        else if (char === '(') {
          if (!isStart && !isMembered) break
          join(group(inner), true)
        } else if (char === '@' && isStart) {
          i++
          isMembered = true
          if (text[i] === '{') hide()
          else if (text[i] !== '(') {
            // `@x` hands over all that a variable holds.
            match(ORDINARY)
            isMany = true
            list = unknown()
          }
        } else if (char === '`') {
          if (/[\r\n]/.test(text[i + 1] ?? '')) break
          join([[textPart(text[i + 1] ?? '')]], false)
          i += 2
        } else join([[textPart(match(ORDINARY)?.[0] ?? text[i++] ?? '')]], false)
      }
    const source = text.slice(from, i)
    const found = block === undefined ? list : [[textPart(source)]]
    return found.map((parts, at) => ({
      parts,
      isMany,
      source,
      isBare,
      block,
      isListed: isListed || at > 0,
      inner: at > 0 ? [] : inner,
    }))
  }

  const command = (isFirst: boolean): PsCommand => {
    let found: PsWord[] = []
    const targets: PsWord[] = []
    const writes: PsWord[] = []
    let operator = ''
    let isListed = false
    let mode = ''
    const begin = (): void => {
      skipBlank(true)
      mode = isFirst && match(KEYWORD) ? '{' : match(VALUE_NEXT) ? '=' : (match(INVOKE)?.[0] ?? '')
    }
    begin()
    for (;;) {
      skipBlank(false)
      const from = i
      const char = text[i]
      if (char === undefined || /[\n;|)}&]/.test(char)) break
      if (mode === '{') {
        if (match(KEYWORD)) continue
        // What stands behind the last block is a statement of its own.
        const isOwn = char === '(' || char === '{' || (/[[-]/.test(char) && found.every(word => word.block === undefined))
        if (!isOwn) break
      }
      const given = mode === '=' && found.length > 0 ? match(GIVES)?.[0] : undefined
      const redirect = given ? null : match(REDIRECT)
      if (given) {
        targets.push(...found)
        operator = given
        found = []
        begin()
      } else if (char === ',') {
        i++
        skipBlank(true)
        isListed = true
      } else if (redirect) {
        skipBlank(false)
        if (!redirect[1]) writes.push(...words(false, false))
      } else {
        found.push(...words(isListed, mode === '='))
        isListed = false
      }
      if (i === from) i++
    }
    return { targets, operator, words: mode === '=' ? foldWords(found) : found, writes, mode }
  }

  const next = (): readonly PsCommand[] | undefined => {
    while (i < text.length) {
      const separator = match(SEPARATOR)?.[0]
      isBroken ||= separator === ')' || separator === '}'
      if (separator) continue
      const from = i
      const commands: PsCommand[] = []
      do {
        commands.push(command(commands.length === 0))
      } while (text[i] === '|' && text[++i] !== '|')
      if (i === from) i++
      const found = commands.filter(one => one.words.length + one.writes.length + one.targets.length > 0)
      if (found.length > 0) return found
    }
    return undefined
  }
  return { next, isBroken: () => isBroken }
}

function textPart(text: string): Part {
  return { kind: 'text', text }
}

/** The value as a piece of a longer word. */
function onlyOf(value: Value): readonly Part[] {
  return value.length > 1 ? [UNKNOWN] : (value[0] ?? [])
}

function typeName(type: string): string {
  return type.toLowerCase().replace(/^\[(?:system\.)?|\]$/g, '')
}

/** The value of an expression of constants; undefined: it is none. */
function constantOf(text: string, lookup: Lookup, depth: number): Value | undefined {
  const reader = readerOf(text, lookup, depth)
  const [command, ...more] = reader.next() ?? []
  if (!command) return reader.isBroken() ? undefined : []
  const isPlain = command.mode === '=' && command.targets.length + command.writes.length + more.length === 0
  const isWhole = isPlain && !reader.next() && !reader.isBroken()
  const isConstant = isWhole && command.words.every(word => !word.isBare && word.block === undefined && word.inner.length === 0)
  return isConstant ? command.words.map(word => word.parts) : undefined
}
