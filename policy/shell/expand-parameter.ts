/** `$x`, `${x...}`, `"$@"`, `${a[i]}` in a word. */
import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart, Word } from 'unbash'
import { ANY_ARGS, type Arg, anyOf, type Part, textOfParts, UNKNOWN, UNSET } from './arg.ts'
import { addPart, expandValue } from './expand.ts'
import type { FieldBuilder } from './field-builder.ts'
import { DEFAULT_IFS, separatorsOf } from './fields.ts'
import { integerOf, operated, type Reader } from './parameter.ts'
import { pathsOf } from './paths.ts'
import { POSITIONAL } from './scope.ts'

const NEVER_DASH: Part = { kind: 'unknown', neverDash: true }
const FROM_ENVIRONMENT: Part = { kind: 'unknown', isEnvironment: true }
const IDENTIFIER = /^[A-Za-z_]\w*$/
const DIGITS = /^\d{1,4}$/
/** `$?`, `$$`, `$!`: digits. */
const NUMERIC = new Set(['?', '$', '!'])
const ANY: readonly Arg[] = [ANY_ARGS]

type Expansion = ParameterExpansionPart | SimpleExpansionPart

/** What a name stands for. `isSet`: undefined when that cannot be told. */
type Found = { readonly value: readonly Part[]; readonly isSet: boolean | undefined }

/** Puts an expansion where the builder stands. */
export function addParameter(part: Expansion, isQuoted: boolean, builder: FieldBuilder): void {
  const name = part.type === 'SimpleExpansion' ? part.text.slice(1) : part.parameter
  const index = part.type === 'SimpleExpansion' ? undefined : part.index
  const operation = part.type === 'SimpleExpansion' ? undefined : part.operation
  const prefix = part.type === 'SimpleExpansion' ? undefined : part.prefix
  const isAll = name === '@' || name === '*' || index?.text === '@' || index?.text === '*'
  if (isAll) {
    const isJoined = name === '*' || index?.text === '*'
    const items = itemsOf(name, builder)
    if (prefix === '#') add([countOf(items)], isQuoted, builder)
    else addItems(prefix === '!' ? ANY : listOperated(name, items, operation, builder), isJoined, isQuoted, builder)
    return
  }
  // zsh: `${=x}` is `$x`, split.
  const isSplitInZsh = name === '' && operation?.type === 'Default' && operation.operator === '=' && IDENTIFIER.test(operation.operand.text)
  if (isSplitInZsh) {
    const { value } = lookUp(operation.operand.text, builder)
    if (isQuoted) builder.addQuoted(value)
    else builder.addSubstituted(value)
    return
  }
  const isPlain = index === undefined && operation === undefined && prefix === undefined
  const items = isPlain && builder.ctx.arrays.has(name) ? builder.scope.list(name) : undefined
  const isWholeInZsh = items !== undefined && items !== null && items.length !== 1
  // A bare name is the first element in bash, and all of them in zsh.
  if (isWholeInZsh && builder.ctx.dialect === 'zsh') {
    addItems(items, isQuoted, isQuoted, builder)
    return
  }
  if (isWholeInZsh) builder.ctx.differ()
  const found = index === undefined ? lookUp(name, builder) : elementOf(name, index, builder)
  if (prefix === '#') add([lengthOf(found)], isQuoted, builder)
  else if (prefix === '!') addOperated(pointedTo(found, index, builder), operation, isQuoted, builder)
  else addOperated(found, operation, isQuoted, builder)
}

function add(parts: readonly Part[], isQuoted: boolean, builder: FieldBuilder): void {
  if (isQuoted) builder.addQuoted(parts)
  else builder.addExpansion(parts)
}

function itemsOf(name: string, { scope }: FieldBuilder): readonly Arg[] {
  return scope.list(name === '*' ? POSITIONAL : name) ?? ANY
}

/** `"$*"` is one word, with the first separator between the items. */
function addItems(items: readonly Arg[], isJoined: boolean, isQuoted: boolean, builder: FieldBuilder): void {
  if (!isJoined || !isQuoted) {
    builder.addList(items, isQuoted)
    return
  }
  const separator = separatorsOf(builder.scope)?.slice(0, 1)
  if (separator === undefined) builder.addQuoted([UNKNOWN])
  else
    builder.addQuoted(
      items.flatMap((item, index) => [...(index === 0 ? [] : [text(separator)]), ...(item.isMany ? [UNKNOWN] : item.parts)]),
    )
}

function text(value: string): Part {
  return { kind: 'text', text: value }
}

function countOf(items: readonly Arg[]): Part {
  return items.some(item => item.isMany) ? NEVER_DASH : text(String(items.length))
}

function lengthOf({ value, isSet }: Found): Part {
  const known = isSet === undefined ? undefined : strictText(value)
  return known !== undefined && /^[\0-\x7f]*$/.test(known) ? text(String(known.length)) : NEVER_DASH
}

/** Only what is text through and through: a directory's name can be longer than it is written. */
function strictText(parts: readonly Part[]): string | undefined {
  return parts.every(part => part.kind === 'text') ? textOfParts(parts) : undefined
}

function lookUp(name: string, { scope }: FieldBuilder): Found {
  if (name === '#') return { value: [countOf(scope.list(POSITIONAL) ?? ANY)], isSet: true }
  if (NUMERIC.has(name)) return { value: [NEVER_DASH], isSet: true }
  if (name === '0') return known(scope.get('0') ?? undefined)
  if (DIGITS.test(name)) {
    const items = scope.list(POSITIONAL)
    return items === undefined || items === null ? known(undefined) : itemAt(items, Number(name) - 1)
  }
  if (!IDENTIFIER.test(name)) return known(undefined)
  const value = scope.get(name)
  if (value === null) return known(undefined)
  if (value?.[0] === UNSET) return { value: [], isSet: false }
  // `D=$PWD; cd x`: it is not where the line is now.
  const isLeft = (part: Part) => part.kind === 'place' && part.place === 'cwd' && part.from !== scope.directory
  if (value !== undefined) return known(value.map(part => (isLeft(part) ? UNKNOWN : part)))
  if (name === 'IFS') return known([text(DEFAULT_IFS)])
  // Which shell it is makes no difference to what it is told, but does to its name.
  if (name === 'SHELL') return known([{ kind: 'unknown', neverDash: true, splits: false, paths: [[{ kind: 'text', text: '/bin/sh' }]] }])
  if (name === 'HOME') return known([{ kind: 'place', place: 'home' }])
  if (name === 'PWD' && scope.directory !== null) return known([{ kind: 'place', place: 'cwd', from: scope.directory }])
  return { value: [FROM_ENVIRONMENT], isSet: undefined }
}

function known(value: readonly Part[] | undefined): Found {
  return value === undefined ? { value: [UNKNOWN], isSet: undefined } : { value, isSet: true }
}

/** The item at a place counted from nought; what may be any number of items before it makes it unknown. */
function itemAt(items: readonly Arg[], at: number): Found {
  const isSure = !items.slice(0, at + 1).some(item => item.isMany)
  if (!isSure) return known(undefined)
  const item = items[at]
  return item === undefined ? { value: [], isSet: false } : known(item.parts)
}

/** bash counts elements from 0, zsh from 1; both count negative ones from the end. */
function elementOf(name: string, index: Word, builder: FieldBuilder): Found {
  const items = builder.ctx.arrays.has(name) ? builder.scope.list(name) : undefined
  const isKnown = items !== undefined && items !== null && !builder.ctx.unreliable.has(name)
  const at = isKnown ? (integerOf(index) ?? Number.parseInt(readerOf(builder).read(index) ?? '', 10)) : Number.NaN
  if (!isKnown || !Number.isInteger(at)) return known(undefined)
  if (at < 0) return items.some(item => item.isMany) || -at > items.length ? known(undefined) : itemAt(items, items.length + at)
  if (builder.ctx.dialect === 'zsh') return at === 0 ? { value: [], isSet: false } : itemAt(items, at - 1)
  builder.ctx.differ()
  return itemAt(items, at)
}

/** `${!x}`: the variable that the value names. */
function pointedTo({ value }: Found, index: Word | undefined, builder: FieldBuilder): Found {
  const name = index === undefined ? strictText(value) : undefined
  const isName = name !== undefined && (IDENTIFIER.test(name) || DIGITS.test(name))
  return isName ? lookUp(name, builder) : known(undefined)
}

function readerOf({ scope, ctx }: FieldBuilder): Reader {
  return {
    read: word => {
      const parts = word.text === '' ? [] : expandValue(word, scope, ctx)
      return strictText(parts)
    },
    spend: steps => ctx.spend(steps),
  }
}

function addOperated(found: Found, operation: ParameterOperation | undefined, isQuoted: boolean, builder: FieldBuilder): void {
  if (operation === undefined) {
    add(found.value, isQuoted, builder)
    return
  }
  if (operation.type === 'Default') {
    const chosen = choiceOf(operation.operator, found)
    if (chosen === 'operand') addOperand(operation.operand, isQuoted, builder)
    else if (chosen === 'unknown' && /[-=]$/.test(operation.operator)) add([orElse(operation.operand, builder)], isQuoted, builder)
    else add(chosen === 'value' ? found.value : chosen === 'nothing' ? [] : [UNKNOWN], isQuoted, builder)
    return
  }
  const before = found.isSet === undefined ? undefined : strictText(found.value)
  const after = before === undefined ? undefined : operated(before, operation, readerOf(builder))
  add(after === undefined ? [UNKNOWN] : [text(after)], isQuoted, builder)
}

/** What `${x:-y}` and its kin come to. */
function choiceOf(operator: string, { value, isSet }: Found): 'value' | 'operand' | 'nothing' | 'unknown' {
  if (isSet === undefined) return 'unknown'
  const isFull = value.some(part => part.kind === 'place' || (part.kind === 'text' && part.text !== ''))
  const isEmpty = value.every(part => part.kind === 'text' && part.text === '')
  const isColon = operator.startsWith(':')
  if (!isFull && !isEmpty && isColon) return 'unknown'
  const isThere = isSet && (!isColon || isFull)
  const action = operator.at(-1)
  if (action === '+') return isThere ? 'operand' : 'nothing'
  if (isThere) return 'value'
  return action === '?' ? 'unknown' : 'operand'
}

/** What nobody knows, or else the word after `:-`. */
function orElse(word: Word, { scope, ctx }: FieldBuilder): Part {
  return word.text === '' ? UNKNOWN : anyOf(pathsOf(expandValue(word, scope, ctx)))
}

/** The word after `:-` and its kin: split like a value, save where it is quoted itself. */
function addOperand(word: Word, isQuoted: boolean, builder: FieldBuilder): void {
  // Quotes and tildes inside mean other things when the whole is quoted.
  const isOdd = word.text.includes('\\') || (isQuoted && /['~]/.test(word.text))
  if (isOdd) {
    add([UNKNOWN], isQuoted, builder)
    return
  }
  if (isQuoted) {
    builder.addQuoted(word.text === '' ? [] : expandValue(word, builder.scope, builder.ctx))
    return
  }
  if (word.parts === undefined) {
    const isPlace = word.value.startsWith('~')
    builder.addExpansion(isPlace ? [UNKNOWN] : [text(word.value)])
    return
  }
  word.parts.forEach((part, index) => {
    if (part.type === 'Literal' && !part.text.startsWith('~')) builder.addExpansion([text(part.value)])
    else addPart(part, index === 0, builder)
  })
}

/** A slice, or the operation on each item; anything, when some of it is not known. */
function listOperated(
  name: string,
  items: readonly Arg[],
  operation: ParameterOperation | undefined,
  builder: FieldBuilder,
): readonly Arg[] {
  if (operation === undefined) return items
  if (items.some(item => item.isMany)) return ANY
  if (operation.type === 'Default') {
    const isFull = items.some(item => item.parts.some(part => part.kind === 'text' && part.text !== ''))
    const isKept = isFull && !operation.operator.endsWith('+')
    return isKept ? items : ANY
  }
  if (operation.type === 'Slice') {
    const offset = integerOf(operation.offset)
    const length = operation.length === undefined ? items.length + 1 : integerOf(operation.length)
    const isPositional = name === '@' || name === '*'
    const isKnown = offset !== undefined && length !== undefined && length >= 0 && offset >= (isPositional ? 1 : 0)
    if (!isKnown) return ANY
    const start = isPositional ? offset - 1 : offset
    return items.slice(start, start + length)
  }
  const reader = readerOf(builder)
  const changed: Arg[] = []
  for (const item of items) {
    const before = strictText(item.parts)
    const after = before === undefined ? undefined : operated(before, operation, reader)
    if (after === undefined) return ANY
    changed.push({ ...item, parts: [text(after)] })
  }
  return changed
}
