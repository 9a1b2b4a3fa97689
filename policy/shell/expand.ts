/** Words of the syntax tree -> arguments, as far as they can be known. Runs nothing: substitutions inside are walked by `substitutions.ts`. */
import { type DoubleQuotedChild, type ParameterExpansionPart, parse, type Word, type WordPart } from 'unbash'
import type { Arg, Part } from './arg.ts'
import { UNKNOWN } from './arg.ts'
import { braceExpanded } from './braces.ts'
import { wordCost } from './budget.ts'
import type { Context } from './context.ts'
import type { Scope, Value } from './scope.ts'

const NEVER_DASH: Part = { kind: 'unknown', neverDash: true }
const FROM_ENVIRONMENT: Part = { kind: 'unknown', isEnvironment: true }
const GLOB_CHARACTERS = /[*?[]/
const IDENTIFIER = /^[A-Za-z_]\w*$/
/** `$?`, `$#`, `$$`, `$!`: digits. */
const NUMERIC = new Set(['?', '#', '$', '!'])

/** The arguments that a command's words become. */
export function expandWords(words: readonly Word[], scope: Scope, ctx: Context): Arg[] {
  return words.flatMap(word => expandWord(word, scope, ctx))
}

/** None, one or several arguments. A brace expansion past its limit gives up on the line. */
export function expandWord(word: Word, scope: Scope, ctx: Context): Arg[] {
  if (!ctx.spend(wordCost(word.text))) return []
  const hasBraces = word.parts?.some(part => part.type === 'BraceExpansion') === true
  if (!hasBraces) return expandPlain(word, word.text, scope, ctx)
  const texts = braceExpanded(word.text)
  if (texts === undefined) {
    ctx.giveUp()
    return []
  }
  return texts.flatMap(text => {
    if (!ctx.spend(2 + text.length / 16)) return []
    const again = text === word.text ? word : parsedWord(text)
    return again === undefined ? [] : expandPlain(again, word.text, scope, ctx)
  })
}

/** One word read again from its text; undefined when nothing is left of it. */
function parsedWord(text: string): Word | undefined {
  // A `#` that a brace expansion left in front is not a comment.
  const command = parse(`: ${text.startsWith('#') ? `\\${text}` : text}`).commands[0]?.command
  const word = command?.type === 'Command' ? command.suffix[0] : undefined
  return word?.type === 'Word' ? word : undefined
}

/** What a word is as a value to assign, a redirect's target or a here-string: no splitting, no file names. */
export function expandValue(word: Word, scope: Scope, ctx: Context): readonly Part[] {
  if (!ctx.spend(wordCost(word.text))) return [UNKNOWN]
  const builder = new FieldBuilder(word.text, false, ctx)
  addWord(word, builder, scope)
  const parts = builder.parts.map(part => (part.kind === 'glob' ? ({ kind: 'text', text: part.text } as const) : part))
  const home = parts[0]
  // An assigned `~` is the directory itself from here on.
  const isHome = home?.kind === 'place' && home.place === 'home'
  return isHome ? [{ kind: 'place', place: 'home' }, ...parts.slice(1)] : parts
}

function expandPlain(word: Word, source: string, scope: Scope, ctx: Context): Arg[] {
  const builder = new FieldBuilder(source, true, ctx)
  addWord(word, builder, scope)
  return builder.finish()
}

function addWord(word: Word, builder: FieldBuilder, scope: Scope): void {
  const parts = word.parts
  if (parts === undefined) addLiteral(word.text, word.value, true, builder)
  else parts.forEach((part, index) => void addPart(part, index === 0, builder, scope))
}

function addLiteral(source: string, value: string, isFirst: boolean, builder: FieldBuilder): void {
  const tilde = isFirst && source.startsWith('~') ? (/^~[\w.+-]*(?=\/|$)/.exec(value)?.[0] ?? '') : ''
  if (tilde !== '') builder.add({ kind: 'place', place: tilde === '~' ? 'home' : 'other', written: tilde })
  const rest = value.slice(tilde.length)
  if (rest !== '') builder.add({ kind: 'text', text: rest })
}

function addPart(part: WordPart, isFirst: boolean, builder: FieldBuilder, scope: Scope): void {
  switch (part.type) {
    case 'Literal':
      addLiteral(part.text, part.value, isFirst, builder)
      return
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      builder.addQuoted([{ kind: 'text', text: part.value }])
      return
    case 'DoubleQuoted':
    case 'LocaleString':
      builder.addQuoted([])
      part.parts.forEach(child => void addQuotedChild(child, builder, scope))
      return
    case 'Glob':
    case 'ExtendedGlob':
      builder.addGlob(part.text)
      return
    case 'BraceExpansion':
      // Reached only where braces do not expand (an assigned value), and there they are themselves, save what is inside.
      builder.add(part.parts === undefined ? { kind: 'text', text: part.text } : UNKNOWN)
      return
    case 'ProcessSubstitution':
      builder.add({ kind: 'text', text: '/dev/fd/' })
      builder.add(NEVER_DASH)
      return
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      builder.addExpansion(expansionOf(part, scope))
      return
    case 'CommandExpansion':
      builder.addExpansion([UNKNOWN])
      return
    case 'ArithmeticExpansion':
      builder.add(UNKNOWN)
      return
  }
}

function addQuotedChild(part: DoubleQuotedChild, builder: FieldBuilder, scope: Scope): void {
  if (part.type === 'Literal') {
    builder.addQuoted([{ kind: 'text', text: part.value }])
    return
  }
  const isParameter = part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion'
  if (!isParameter) {
    builder.addQuoted([UNKNOWN])
    return
  }
  const isList = part.type === 'SimpleExpansion' ? part.text === '$@' : part.parameter === '@' || part.index?.text === '@'
  if (isList) {
    builder.addExpansion([UNKNOWN])
    return
  }
  builder.addQuoted(expansionOf(part, scope))
}

function expansionOf(
  part: ParameterExpansionPart | { readonly type: 'SimpleExpansion'; readonly text: string },
  scope: Scope,
): readonly Part[] {
  if (part.type === 'SimpleExpansion') return variable(part.text.slice(1), scope)
  const isOther = part.prefix !== undefined || part.index !== undefined
  if (isOther) return part.prefix === '#' ? [NEVER_DASH] : [UNKNOWN]
  const value = variable(part.parameter, scope)
  if (part.operation === undefined) return value
  const isDefault = part.operation.type === 'Default' && /^:?[-=?]$/.test(part.operation.operator)
  const isSet = value.some(piece => piece.kind === 'text' && piece.text !== '')
  return isDefault && isSet ? value : [UNKNOWN]
}

function variable(name: string, scope: Scope): readonly Part[] {
  if (NUMERIC.has(name)) return [NEVER_DASH]
  if (!IDENTIFIER.test(name)) return [UNKNOWN]
  const value: Value | undefined = scope.get(name)
  if (value === null) return [UNKNOWN]
  if (value !== undefined) return value
  if (name === 'HOME') return [{ kind: 'place', place: 'home' }]
  if (name === 'PWD' && scope.directory !== null) return [{ kind: 'place', place: 'cwd' }]
  return [FROM_ENVIRONMENT]
}

/** Collects parts into arguments, splitting unquoted values as the shell does. */
class FieldBuilder {
  readonly #source: string
  readonly #isSplitting: boolean
  readonly #ctx: Context
  readonly #fields: Arg[] = []
  #parts: Part[] = []
  #isMany = false
  #isQuoted = false

  constructor(source: string, isSplitting: boolean, ctx: Context) {
    this.#source = source
    this.#isSplitting = isSplitting
    this.#ctx = ctx
  }

  get parts(): readonly Part[] {
    return this.#parts
  }

  /** Neighbours of one kind are joined, so that a value that doubles stays one part. */
  add(part: Part): void {
    const last = this.#parts.at(-1)
    if (last?.kind === 'text' && part.kind === 'text') this.#parts[this.#parts.length - 1] = { kind: 'text', text: last.text + part.text }
    else if (last?.kind === 'unknown' && part.kind === 'unknown') {
      this.#parts[this.#parts.length - 1] = { ...last, isEnvironment: last.isEnvironment === true && part.isEnvironment === true }
    } else this.#parts.push(part)
  }

  addQuoted(parts: readonly Part[]): void {
    this.#isQuoted = true
    for (const part of parts) this.add(part)
  }

  addGlob(text: string): void {
    this.#isMany ||= this.#isSplitting
    this.add({ kind: 'glob', text })
  }

  addExpansion(parts: readonly Part[]): void {
    if (!this.#isSplitting) {
      this.addQuoted(parts)
      return
    }
    for (const part of parts) {
      if (part.kind === 'text') this.#addSplit(part.text)
      else {
        this.add(part)
        this.#isMany ||= part.kind === 'glob' || (part.kind === 'unknown' && (part.neverDash !== true || part.splits === true))
      }
    }
  }

  finish(): Arg[] {
    this.#endField()
    return this.#fields
  }

  #addSplit(text: string): void {
    if (this.#ctx.isIfsSet) {
      this.add(UNKNOWN)
      this.#isMany = true
      return
    }
    text.split(/[ \t\n]+/).forEach((field, index) => {
      if (index > 0) this.#endField()
      if (field === '') return
      if (GLOB_CHARACTERS.test(field)) this.addGlob(field)
      else this.add({ kind: 'text', text: field })
      this.#ctx.spend(1)
    })
  }

  #endField(): void {
    const isThere = this.#parts.length > 0 || this.#isQuoted
    if (isThere) this.#fields.push({ parts: this.#parts, isMany: this.#isMany, source: this.#source })
    this.#parts = []
    this.#isMany = false
    this.#isQuoted = false
  }
}
