/**
 * Reads code of another language as far as its calls go: names, imports, literals and what is put together of them. Everything else is skipped.
 * It does not know whether or how often a statement runs: what it finds may happen.
 */
import { UNKNOWN } from '../arg.ts'
import { type Family, LEXICAL, type Lexical } from './families.ts'
import { folded } from './folds.ts'
import { lex, type Token } from './lex.ts'
import { type Sink, sinkOf } from './sinks.ts'
import {
  type Args,
  argOf,
  filled,
  joined,
  joinedPath,
  literal,
  MAX_ITEMS,
  NO_ARGS,
  NOTHING,
  ofParts,
  partsOf,
  textValue,
  type Value,
} from './values.ts'

/** Where a reader puts what it finds. */
export type Found = {
  readonly sink: (sink: Sink, args: Args, of: Value | undefined, path: string) => void
  /** Code that the text does not tell may run. */
  readonly dynamic: () => void
  /** Counts work; false: stop here. */
  readonly spend: (steps: number) => boolean
}

/** Code inside code, and brackets inside brackets. */
const MAX_NESTING = 48
const MAX_INNER = 12
const MAX_STARS = 8
const SHELL: Sink = { does: 'shell', at: 0 }
/** Words that may stand before an expression and say nothing of its value. */
const PREFIX_WORDS = new Set(
  'new await not return typeof yield void async local my our const let var static public private global print puts echo p say else then do begin if unless while until elif elsif die warn raise throw defer'.split(
    ' ',
  ),
)
const PREFIX_OPERATORS = new Set(['-', '+', '!', '~', '*', '**', '&', '\\', '@', '...', '$', '%', '++', '|', '||', '<', '^'])
const STOPS = new Set([',', ')', ']', '}', ':', '=>'])
const BLOCK_WORDS = new Set('in of if unless else for foreach then do and or not while until end where is as from import lambda'.split(' '))
const PARAMETER_WORDS = new Set('def function fn sub lambda func fun'.split(' '))
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Names shared by the code and the code inside it. */
type Names = {
  readonly values: Map<string, Value>
  readonly poisoned: Set<string>
  /** Modules all of whose names were imported. */
  readonly everything: string[]
}

/** Reads `text`; everything found goes to `found`, nothing is thrown. */
export function readCode(text: string, family: Family, found: Found): void {
  readInto(text, family, found, { values: new Map(), poisoned: new Set(), everything: [] }, 0)
}

function readInto(text: string, family: Family, found: Found, names: Names, depth: number): Value {
  const isTooMuch = depth > MAX_INNER || !found.spend(1 + text.length / 16)
  if (isTooMuch) {
    found.dynamic()
    return NOTHING
  }
  const { tokens, isCut } = lex(text, family)
  if (isCut) found.dynamic()
  return new Reader(tokens, family, found, names, depth).run()
}

class Reader {
  readonly #tokens: readonly Token[]
  readonly #family: Family
  readonly #rules: Lexical
  readonly #found: Found
  readonly #names: Names
  readonly #depth: number
  #i = 0
  #nesting = 0

  constructor(tokens: readonly Token[], family: Family, found: Found, names: Names, depth: number) {
    this.#tokens = tokens
    this.#family = family
    this.#rules = LEXICAL[family]
    this.#found = found
    this.#names = names
    this.#depth = depth
  }

  /** The value of the only expression, where the text is one. */
  run(): Value {
    this.#poison()
    let value: Value = NOTHING
    let count = 0
    while (this.#i < this.#tokens.length) {
      const from = this.#i
      if (this.#peek()?.kind === 'end') {
        this.#i++
        continue
      }
      if (!this.#import()) value = this.#expression()
      count++
      if (this.#i === from) this.#i++
    }
    return count === 1 ? value : NOTHING
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#i + ahead]
  }

  #isOp(text: string, ahead = 0): boolean {
    const token = this.#peek(ahead)
    return token?.kind === 'op' && token.text === text
  }

  #nameAt(ahead = 0): string | undefined {
    const token = this.#peek(ahead)
    return token?.kind === 'name' ? token.text : undefined
  }

  /** Names that are given a value twice, or by something that is no plain assignment: nobody knows what they hold. */
  #poison(): void {
    const assigned = new Set<string>()
    const poisoned = this.#names.poisoned
    let depth = 0
    for (let i = 0; i < this.#tokens.length; i++) {
      const token = this.#tokens[i] as Token
      const next = this.#tokens[i + 1]
      const nextText = next?.kind === 'op' ? next.text : ''
      if (token.kind === 'op') {
        if (token.text in CLOSERS) depth++
        else if (token.text === ')' || token.text === ']' || token.text === '}') depth--
        const isListTarget = (token.text === ')' || token.text === ']' || token.text === '}') && (nextText === '=' || nextText === '=>')
        const isArrow = token.text === '=>' && this.#family === 'js'
        if (isListTarget) this.#poisonBack(i)
        if (isArrow) this.#poisonOne(this.#tokens[i - 1])
        continue
      }
      if (token.kind !== 'name') continue
      const isParameters = PARAMETER_WORDS.has(token.text)
      const isLoop = token.text === 'for' || token.text === 'foreach'
      if (isParameters || isLoop) this.#poisonAhead(i + 1, isLoop)
      const before = this.#tokens[i - 1]
      const isKeyword = depth > 0 && before?.kind === 'op' && (before.text === '(' || before.text === ',') && this.#family === 'python'
      const isAssignment = (nextText === '=' && !isKeyword) || nextText === ':=' || (nextText === '<-' && this.#family === 'r')
      const isChange = /^(?:[-+*/.%|]|\|\||&&|\?\?|\*\*)=$/.test(nextText) || nextText === '++'
      if (isChange || (isAssignment && assigned.has(token.text))) poisoned.add(token.text)
      if (isAssignment) assigned.add(token.text)
    }
  }

  #poisonOne(token: Token | undefined): void {
    if (token?.kind === 'name') this.#names.poisoned.add(token.text)
  }

  #poisonBack(close: number): void {
    for (let i = close - 1; i >= 0 && close - i < 64; i--) {
      const token = this.#tokens[i] as Token
      if (token.kind === 'op' && token.text in CLOSERS) return
      this.#poisonOne(token)
    }
  }

  #poisonAhead(from: number, isLoop: boolean): void {
    for (let i = from; i < this.#tokens.length && i - from < 64; i++) {
      const token = this.#tokens[i] as Token
      const isEnd =
        (token.kind === 'op' && (token.text === ')' || token.text === '{' || (token.text === ':' && !isLoop))) ||
        (token.kind === 'name' && (token.text === 'in' || token.text === 'of')) ||
        (token.kind === 'end' && isLoop)
      if (isEnd) return
      this.#poisonOne(token)
    }
  }

  /** Whether an import stood here. */
  #import(): boolean {
    const word = this.#nameAt()
    if (this.#family === 'python' && (word === 'import' || word === 'from')) return this.#pythonImport(word)
    if (this.#family === 'js' && word === 'import' && !this.#isOp('(', 1)) return this.#jsImport()
    const isDestructuring = this.#family === 'js' && (word === 'const' || word === 'let' || word === 'var') && this.#isOp('{', 1)
    return isDestructuring && this.#destructure()
  }

  #pythonImport(word: 'import' | 'from'): boolean {
    this.#i++
    const module = word === 'from' ? this.#dotted() : undefined
    if (word === 'from') this.#i++
    if (this.#isOp('(')) this.#i++
    while (this.#nameAt() !== undefined || this.#isOp('*')) {
      if (this.#isOp('*')) {
        if (module !== undefined && this.#names.everything.length < MAX_STARS) this.#names.everything.push(module)
        this.#i++
      } else {
        const name = this.#dotted()
        const isRenamed = this.#nameAt() === 'as'
        if (isRenamed) this.#i++
        const own = isRenamed ? (this.#nameAt() ?? name) : word === 'from' ? name : (name.split('.', 1)[0] ?? name)
        if (isRenamed) this.#i++
        const path = word === 'from' ? `${module}.${name}` : isRenamed ? name : own
        this.#bind(own, path)
      }
      if (!this.#isOp(',')) break
      this.#i++
      while (this.#peek()?.kind === 'end' && word === 'from') this.#i++
    }
    return true
  }

  #bind(name: string, path: string): void {
    this.#names.values.set(name, { kind: 'path', path: plainPath(path), isModule: true })
  }

  #dotted(): string {
    let path = ''
    while (this.#isOp('.') || this.#nameAt() !== undefined) {
      const name = this.#nameAt()
      if (name === 'import' || (name !== undefined && path !== '' && !path.endsWith('.'))) break
      path += name ?? '.'
      this.#i++
    }
    return path.replace(/^\.+/, '')
  }

  /** `import a, { b as c }, * as d from 'm'`, and `import 'm'`. */
  #jsImport(): boolean {
    const bound: [name: string, member: string][] = []
    let i = 1
    for (; i < 256; i++) {
      const token = this.#peek(i)
      if (token === undefined || token.kind === 'text') break
      const name = this.#nameAt(i)
      if (name === undefined || name === 'from' || name === 'as' || name === 'type') continue
      const isRenaming = this.#nameAt(i + 1) === 'as'
      const own = isRenaming ? (this.#nameAt(i + 2) ?? name) : name
      const before = this.#peek(i - 1)
      const isNamed =
        before?.kind === 'op' &&
        (before.text === '{' || before.text === ',') &&
        (this.#isOp(',', i + 1) || this.#isOp('}', i + 1) || isRenaming)
      bound.push([own, isNamed ? name : ''])
      if (isRenaming) i += 2
    }
    const from = this.#peek(i)
    const module = from?.kind === 'text' ? literal(this.#textOf(from)) : undefined
    if (module === undefined) return false
    for (const [own, member] of bound) this.#bind(own, member === '' || member === 'default' ? module : `${module}.${member}`)
    this.#i += i + 1
    return true
  }

  /** `const { a, b: c } = require('m')`. */
  #destructure(): boolean {
    const bound: [name: string, member: string][] = []
    let i = 2
    for (; i < 256 && !this.#isOp('}', i); i++) {
      const member = this.#nameAt(i)
      if (member === undefined) {
        if (!this.#isOp(',', i)) return false
        continue
      }
      const isRenaming = this.#isOp(':', i + 1)
      bound.push([isRenaming ? (this.#nameAt(i + 2) ?? member) : member, member])
      if (isRenaming) i += 2
    }
    if (!this.#isOp('=', i + 1)) return false
    this.#i += i + 2
    const value = this.#expression()
    for (const [own, member] of bound) {
      this.#names.poisoned.delete(own)
      this.#names.values.set(own, this.#memberOf(value, member))
    }
    return true
  }

  #expression(): Value {
    if (++this.#nesting > MAX_NESTING) {
      this.#found.dynamic()
      this.#i = this.#tokens.length
    }
    let left = this.#unary()
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (token.kind === 'end') {
        // A chain of calls may go on in the next line.
        const isGoingOn = token.isSoft && this.#isChainAfterEnds()
        if (!isGoingOn) break
        left = this.#postfix(left)
        continue
      }
      if (token.kind === 'text' && left.kind === 'text' && (this.#family === 'python' || this.#family === 'ruby')) {
        left = joined(left, this.#unary())
        continue
      }
      if (token.kind !== 'op' || STOPS.has(token.text)) break
      this.#i++
      left = this.#binary(left, token.text)
    }
    this.#nesting--
    return left
  }

  #isChainAfterEnds(): boolean {
    let ahead = 0
    while (this.#peek(ahead)?.kind === 'end' && ahead < 8) ahead++
    const token = this.#peek(ahead)
    const isChain = token?.kind === 'op' && this.#rules.members.has(token.text) && this.#peek(ahead + 1)?.kind === 'name'
    if (isChain) this.#i += ahead
    return isChain
  }

  #binary(left: Value, operator: string): Value {
    const isAssignment = operator === '=' || operator === ':=' || (operator === '<-' && this.#family === 'r')
    if (isAssignment) return this.#assign(left, this.#expression())
    const right = this.#unary()
    if (this.#rules.concats.has(operator)) {
      const isList = left.kind === 'list' && right.kind === 'list'
      return isList ? { kind: 'list', items: [...left.items, ...right.items].slice(0, MAX_ITEMS) } : joined(left, right)
    }
    const isFormat = operator === '%' && left.kind === 'text'
    if (isFormat) return filled(left, right.kind === 'list' ? right.items : [right], /%[sdr]/)
    const isPath = operator === '/' && (isPathObject(left) || isPathObject(right))
    if (isPath) return { kind: 'path', path: 'pathlib.Path()', args: { values: [joinedPath([left, right])], named: new Map() } }
    const isDollar = this.#family === 'haskell' && operator === '$' && left.kind === 'path'
    return isDollar ? this.#call(left, { values: [right], named: new Map() }) : NOTHING
  }

  #assign(left: Value, value: Value): Value {
    if (left.kind !== 'path') return value
    const isFollowed = !this.#names.poisoned.has(left.path) && !left.path.includes('.')
    if (isFollowed && value.kind !== 'unknown') this.#names.values.set(left.path, value)
    else if (!left.path.includes('.')) this.#names.values.set(left.path, NOTHING)
    return value
  }

  #unary(): Value {
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      const next = this.#peek(1)
      const isReached = next?.kind === 'op' && (next.text === '=' || next.text === '(' || this.#rules.members.has(next.text))
      const isWord = token.kind === 'name' && PREFIX_WORDS.has(token.text) && !isReached
      const isOperator = token.kind === 'op' && PREFIX_OPERATORS.has(token.text)
      if (!isWord && !isOperator) break
      this.#i++
    }
    return this.#postfix(this.#primary())
  }

  #primary(): Value {
    const token = this.#peek()
    if (token === undefined || token.kind === 'end') return NOTHING
    if (token.kind === 'op') {
      const close = CLOSERS[token.text]
      if (close === undefined) {
        if (!STOPS.has(token.text)) this.#i++
        return NOTHING
      }
      return this.#bracketed(token.text, close)
    }
    this.#i++
    switch (token.kind) {
      case 'text':
        return this.#textOf(token)
      case 'list':
        return { kind: 'list', items: token.items.map(textValue) }
      case 'number':
        return { kind: 'number', text: token.text.replace(/^0o/, '0') }
      case 'gap':
        this.#found.dynamic()
        return NOTHING
      case 'code':
        readInto(token.text, this.#family, this.#found, this.#names, this.#depth + 1)
        return NOTHING
      case 'name':
        return this.#named(token.text)
    }
  }

  #textOf(token: Extract<Token, { kind: 'text' }>): Value {
    const parts = token.pieces.flatMap(piece => {
      if (piece.kind !== 'code') return [piece]
      const inner = readInto(piece.text, this.#family, this.#found, this.#names, this.#depth + 1)
      return partsOf(inner) ?? [UNKNOWN]
    })
    const value = ofParts(parts)
    if (!token.isCommand) return value
    this.#found.sink(SHELL, { values: [value], named: new Map() }, undefined, '`')
    return NOTHING
  }

  #named(written: string): Value {
    const name = this.#family === 'perl' ? written.replace(/^&+/, '') : this.#family === 'php' ? written.replace(/^\\/, '') : written
    const isKnown = !this.#names.poisoned.has(name)
    const value = isKnown ? this.#names.values.get(name) : undefined
    if (value !== undefined && value.kind !== 'unknown') return value
    if (this.#names.poisoned.has(name) || value !== undefined) return { kind: 'path', path: name }
    const module = this.#names.everything.find(one => sinkOf(this.#family, `${one}.${name}`) !== undefined)
    if (module !== undefined) return { kind: 'path', path: `${module}.${name}` }
    return folded(this.#family, plainPath(name), NO_ARGS, undefined, false) ?? { kind: 'path', path: plainPath(name) }
  }

  /** `(a)` is `a`; `[a, b]` a list; `{a: b}` a record. Whatever stands in it is read. */
  #bracketed(open: string, close: string): Value {
    this.#i++
    const { values, named } = this.#items(close)
    if (named.size > 0) return { kind: 'record', named }
    if (open === '(' && values.length === 1) return values[0] ?? NOTHING
    return open === '{' ? NOTHING : { kind: 'list', items: values }
  }

  /** Up to and with the closing bracket. */
  #items(close: string): { values: Value[]; named: Map<string, Value> } {
    const values: Value[] = []
    const named = new Map<string, Value>()
    let key: string | undefined
    let isFresh = true
    if (++this.#nesting > MAX_NESTING) {
      this.#found.dynamic()
      this.#i = this.#tokens.length
    }
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (token.kind === 'op' && token.text === close) {
        this.#i++
        break
      }
      if (token.kind === 'end' || (token.kind === 'op' && token.text === ',')) {
        isFresh ||= token.kind !== 'end' || !token.isSoft
        this.#i++
        continue
      }
      const isKeyNext =
        this.#isOp(':', 1) || this.#isOp('=>', 1) || (this.#isOp('=', 1) && this.#family !== 'js' && this.#family !== 'perl')
      const isKey = isFresh && isKeyNext && (token.kind === 'name' || token.kind === 'text')
      if (isKey) {
        key = token.kind === 'name' ? token.text : literal(this.#textOf(token as Extract<Token, { kind: 'text' }>))
        this.#i += 2
      }
      const from = this.#i
      const value = this.#expression()
      if (key !== undefined) named.set(key, value)
      else if (isFresh) values.push(value)
      else if (values.length > 0) values[values.length - 1] = NOTHING
      key = undefined
      isFresh = false
      const isStuck = this.#i === from && !this.#isOp(close)
      if (isStuck) this.#i++
    }
    this.#nesting--
    return { values, named }
  }

  #postfix(start: Value): Value {
    let value = start
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (token.kind === 'op' && this.#rules.members.has(token.text)) {
        const name = this.#nameAt(1)
        if (name !== undefined) {
          this.#i += 2
          value = this.#memberOf(value, name)
          continue
        }
        // `f.(x)` of Ruby, `x?.(y)` and `x->{y}`: what comes next says what it is.
        const isSkipped = this.#isOp('(', 1) || this.#isOp('[', 1) || this.#isOp('{', 1)
        if (!isSkipped) break
        this.#i++
        continue
      }
      if (token.kind === 'op' && token.text === '(') {
        const isCallable = value.kind === 'path' || value.kind === 'unknown' || value.kind === 'text'
        if (!isCallable) break
        this.#i++
        const args = this.#items(')')
        value = this.#call(value, args)
        continue
      }
      if (token.kind === 'op' && this.#isIndex(token, value)) {
        const isSpacedBare = token.isSpaced && this.#rules.bareCalls !== 'none'
        if (isSpacedBare) {
          const called = this.#bareCall(value)
          if (called === undefined) break
          value = called
          continue
        }
        this.#i++
        const word = this.#nameAt()
        const isBareWord = token.text === '{' && word !== undefined && this.#isOp('}', 1)
        const { values } = isBareWord ? { values: [textValue(word)] } : this.#items(CLOSERS[token.text] ?? ']')
        if (isBareWord) this.#i += 2
        const key = literal(values[0])
        value =
          key === undefined
            ? { kind: 'path', path: `${value.kind === 'path' ? value.path : ''}.[]`, of: value }
            : this.#memberOf(value, key)
        continue
      }
      if (token.kind === 'text' && this.#family === 'js' && value.kind === 'path') {
        const isShell = /(^|\.)\$$/.test(value.path) || value.path === 'execa.$'
        if (!isShell) break
        this.#i++
        this.#found.sink(SHELL, { values: [this.#textOf(token)], named: new Map() }, undefined, value.path)
        value = NOTHING
        continue
      }
      const called = this.#bareCall(value)
      if (called === undefined) break
      value = called
    }
    return value
  }

  #isIndex(token: { readonly text: string; readonly isSpaced: boolean }, value: Value): boolean {
    const isHash = token.text === '{' && this.#family === 'perl' && value.kind === 'path' && !token.isSpaced
    return token.text === '[' || isHash
  }

  /** `system "x", "y"`: only names whose calls do something are looked for. */
  #bareCall(value: Value): Value | undefined {
    const { bareCalls } = this.#rules
    const isWords = bareCalls === 'words'
    const isKnown = bareCalls !== 'none' && value.kind === 'path' && value.args === undefined && this.#isCallable(value.path)
    const token = this.#peek()
    const isBegin =
      token !== undefined &&
      (token.kind === 'text' ||
        token.kind === 'list' ||
        token.kind === 'gap' ||
        (token.kind === 'name' && !BLOCK_WORDS.has(token.text)) ||
        (token.kind === 'op' &&
          (token.text === '[' ||
            (token.text === '(' && isWords) ||
            (token.text === ':' && this.#family === 'ruby') ||
            token.text === '\\')))
    if (!isKnown || !isBegin) return undefined
    const values: Value[] = []
    const named = new Map<string, Value>()
    for (let next = this.#peek(); next !== undefined && next.kind !== 'end'; next = this.#peek()) {
      const from = this.#i
      const isNamed = next.kind === 'name' && (this.#isOp(':', 1) || this.#isOp('=>', 1))
      if (isNamed) this.#i += 2
      const item = isWords ? this.#primary() : this.#expression()
      if (isNamed) named.set((next as { text: string }).text, item)
      else values.push(item)
      const isMore = isWords ? this.#i > from && !this.#isStop() : this.#isOp(',')
      if (!isMore) break
      if (!isWords) this.#i++
      while (!isWords && this.#peek()?.kind === 'end' && values.length > 0) this.#i++
    }
    return this.#call(value, { values, named })
  }

  #isStop(): boolean {
    const token = this.#peek()
    return token === undefined || token.kind === 'end' || (token.kind === 'op' && token.text !== '(' && token.text !== '[')
  }

  #isCallable(path: string): boolean {
    return sinkOf(this.#family, path) !== undefined || /(^|\.)(send|public_send|__send__|require|new)$/.test(path)
  }

  #memberOf(value: Value, name: string): Value {
    if (value.kind === 'record') {
      const own = value.named.get(name)
      if (own !== undefined) return own
    }
    const base = value.kind === 'path' ? value.path : value.kind === 'text' ? "''" : value.kind === 'list' ? '[]' : '?'
    const path = plainPath(`${base}.${name}`)
    const isModule = value.kind === 'path' && value.isModule === true
    const member: Value = { kind: 'path', path, of: value, ...(isModule && { isModule: true as const }) }
    return folded(this.#family, path, NO_ARGS, value, false) ?? member
  }

  #call(callee: Value, args: Args): Value {
    if (callee.kind === 'text') return this.#callText(callee, args)
    if (callee.kind !== 'path') return NOTHING
    const { of } = callee
    const path = callee.path.slice(0, 240)
    const isComputed = path.endsWith('.[]')
    // `globals()[x](...)`, `child_process[x](...)`.
    if (isComputed && isAnyFunction(callee)) this.#found.dynamic()
    const value = folded(this.#family, path, args, of, true)
    if (value !== undefined) return value
    const reached = this.#reached(path, args, of)
    if (reached !== undefined) return reached
    const sink = sinkOf(this.#family, path)
    if (sink?.does === 'eval') return this.#evaluate(args)
    if (sink?.does === 'load') return this.#load(args, path)
    if (sink?.does === 'dynamic') this.#found.dynamic()
    else if (sink !== undefined) this.#found.sink(sink, args, of, path)
    else this.#maybeFetch(path, args, of)
    return { kind: 'path', path: `${path}()`, args, ...(of !== undefined && { of }) }
  }

  /** PHP calls a function by the text of its name. */
  #callText(callee: Value, args: Args): Value {
    const name = literal(callee)
    // `os.homedir()`: the name alone was taken for the directory.
    if (callee.kind === 'text' && callee.parts[0]?.kind === 'place') return callee
    return this.#family === 'php' && name !== undefined ? this.#call({ kind: 'path', path: name.toLowerCase() }, args) : NOTHING
  }

  /** `getattr(os, 'system')`, `Kernel.send(:system, ...)`: a function by the text of its name; undefined: no such call. */
  #reached(path: string, args: Args, of: Value | undefined): Value | undefined {
    const [first, second] = args.values
    if (this.#family === 'python' && (path === 'getattr' || path === 'builtins.getattr')) {
      const name = literal(second)
      if (name !== undefined && first !== undefined) return this.#memberOf(first, name)
      if (first?.kind === 'path' && first.isModule === true) this.#found.dynamic()
      return NOTHING
    }
    const isSend = this.#family === 'ruby' && /(^|\.)(send|public_send|__send__|method)$/.test(path)
    if (isSend && first !== undefined) {
      const name = literal(first)
      if (name === undefined) {
        this.#found.dynamic()
        return NOTHING
      }
      const target = of === undefined ? ({ kind: 'path', path: name } as const) : this.#memberOf(of, name)
      return path.endsWith('method') ? target : this.#call(target, { values: args.values.slice(1), named: args.named })
    }
    // `f.call(this, x)`, `f.apply(this, [x])`.
    const isApplied =
      this.#family === 'js' && of?.kind === 'path' && /\.(call|apply|bind)$/.test(path) && sinkOf('js', of.path) !== undefined
    if (!isApplied || of === undefined) return undefined
    const rest = args.values.slice(1)
    const [list] = rest
    if (path.endsWith('.bind')) return of
    return this.#call(of, { values: path.endsWith('.apply') && list?.kind === 'list' ? list.items : rest, named: args.named })
  }

  #evaluate(args: Args): Value {
    const [given] = args.values
    // A block (`eval { ... }`) was read in its place.
    if (given === undefined && args.named.size === 0) return NOTHING
    const inner =
      given?.kind === 'path' && /(^|\.)(parse|compile)\(\)$/.test(given.path)
        ? (given.args?.values[0] ?? given.args?.named.get('text'))
        : given
    const texts = this.#family === 'js' ? args.values.slice(-1) : [inner]
    for (const one of texts) {
      const text = literal(one)
      if (text !== undefined) readInto(text, this.#family, this.#found, this.#names, this.#depth + 1)
      else if (one?.kind !== 'list' && one?.kind !== 'number') this.#found.dynamic()
    }
    return NOTHING
  }

  /** A module, or a function by its name. */
  #load(args: Args, path: string): Value {
    const name = literal(args.values[0])
    if (this.#family === 'php') {
      const isCalling = path.startsWith('call_user_func')
      if (!isCalling) return NOTHING
      const rest = args.values.slice(1)
      const [list] = rest
      const isArray = path.endsWith('_array') && list?.kind === 'list'
      if (name === undefined) this.#found.dynamic()
      else this.#call({ kind: 'path', path: name }, { values: isArray ? list.items : rest, named: args.named })
      return NOTHING
    }
    if (name === undefined) {
      const isKnownPlace = args.values[0] === undefined || hasFileStart(args.values[0])
      if (!isKnownPlace) this.#found.dynamic()
      return NOTHING
    }
    const isFile = this.#family === 'js' && /^[./]/.test(name)
    if (isFile) this.#found.sink({ does: 'read', at: 0 }, args, undefined, path)
    return isFile ? NOTHING : { kind: 'path', path: plainPath(name), isModule: true }
  }

  /** A method named as HTTP libraries name theirs, given an address. */
  #maybeFetch(path: string, args: Args, of: Value | undefined): void {
    const isVerb = /(^|\.)(get|post|put|patch|delete|head|request|open|fetch|download|connect|navigate|goto|send|stream)$/i.test(path)
    if (!isVerb) return
    const at = args.values.findIndex(value => {
      const [first] = argOf(value).parts
      return first?.kind === 'text' && /^(https?|ftp|wss?):\/\//i.test(first.text)
    })
    if (at >= 0) this.#found.sink({ does: 'fetch', at }, args, of, path)
  }
}

function isPathObject(value: Value): boolean {
  return value.kind === 'path' && value.path.endsWith('Path()')
}

/** `__dirname + '/x'`, `'./' + name`: a file of the project. */
function hasFileStart(value: Value): boolean {
  const [first, second] = partsOf(value) ?? []
  return (
    (first?.kind === 'text' && /^[./]/.test(first.text)) ||
    (first?.kind === 'unknown' && second?.kind === 'text' && second.text.startsWith('/'))
  )
}

function isAnyFunction(callee: Extract<Value, { kind: 'path' }>): boolean {
  const { of } = callee
  return (
    of?.kind === 'path' &&
    (of.isModule === true ||
      /^(globals|locals|vars|__builtins__|builtins|globalThis|window|global|_G|os|child_process)(\(\))?$/.test(of.path))
  )
}

/** One name for what goes by several: `node:fs`, `fs/promises` and `fs.promises` are `fs`. */
function plainPath(path: string): string {
  if (path.length > 200) return path.slice(-200)
  return path
    .replace(/^(?:node:|globalThis\.|window\.|global\.|builtins\.|__builtins__\.|CORE(?:\.GLOBAL)?\.|sys\.modules\.)/, '')
    .replace(/^fs(?:\/promises|\.promises|\.default)/, 'fs')
    .replace(/^posix\./, 'os.')
    .replace(/\.default(?=\.|$)/, '')
}
