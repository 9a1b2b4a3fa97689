/** What `${name...}` makes of a value that is known. */
import type { ParameterOperation, Word, WordPart } from 'unbash'
import { bracketToken, MAX_PATTERN, MAX_PATTERN_TEXT, type PatternToken, withoutMatch, withReplaced } from './pattern.ts'

const ASCII = /^[\0-\x7f]*$/
const INTEGER = /^\s*-?\d{1,6}$/
/** Printable, and nothing that would need another kind of quotes. */
const PLAIN = /^[\x20-\x7e]*$/

/** `read`: the text that a word of the operation stands for, undefined when it is not known. `spend` counts work, and says whether to go on. */
export type Reader = { readonly read: (word: Word) => string | undefined; readonly spend: (steps: number) => boolean }

const WORK_PER_STEP = 16

/**
 * The text after the operation; undefined when it cannot be told. Only ASCII is changed: what else counts as a character, or has two cases, is the
 * locale's. `Default` operations are not answered here.
 */
export function operated(text: string, operation: ParameterOperation, reader: Reader): string | undefined {
  switch (operation.type) {
    case 'Remove': {
      const tokens = tokensOf(operation.operand, text, reader)
      const isAffordable = tokens !== undefined && reader.spend(1 + (tokens.length * text.length) / WORK_PER_STEP)
      return !isAffordable ? undefined : withoutMatch(operation.operator, tokens, text)
    }
    case 'Replace': {
      const tokens = tokensOf(operation.pattern, text, reader)
      const replacement = reader.read(operation.replacement)
      // `&` in it may stand for what was matched.
      const isKnown = tokens !== undefined && replacement !== undefined && !/[&\\~]/.test(replacement)
      const isAffordable = isKnown && reader.spend(1 + (tokens.length * text.length * text.length) / WORK_PER_STEP)
      return isAffordable ? withReplaced(operation.operator, tokens, text, replacement) : undefined
    }
    case 'Slice':
      return sliced(text, integerOf(operation.offset), operation.length === undefined ? text.length : integerOf(operation.length))
    case 'CaseModification':
      return operation.operand === undefined && ASCII.test(text) ? cased(text, operation.operator) : undefined
    case 'Transform':
      return transformed(text, operation.operand.text)
    default:
      return undefined
  }
}

/** A literal number; undefined for everything else. */
export function integerOf(word: Word): number | undefined {
  return word.parts === undefined && INTEGER.test(word.value) ? Number(word.value) : undefined
}

function sliced(text: string, offset: number | undefined, length: number | undefined): string | undefined {
  const isKnown = offset !== undefined && length !== undefined && ASCII.test(text)
  if (!isKnown) return undefined
  const start = offset < 0 ? text.length + offset : offset
  const end = length < 0 ? text.length + length : start + length
  if (start < 0 || start > text.length) return ''
  return end < start ? undefined : text.slice(start, end)
}

function cased(text: string, operator: string): string {
  const change = operator.startsWith('^') ? (part: string) => part.toUpperCase() : (part: string) => part.toLowerCase()
  return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1)
}

function transformed(text: string, operator: string): string | undefined {
  if (operator === 'Q') return PLAIN.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : undefined
  const change = { U: '^^', u: '^', L: ',,' }[operator]
  return change !== undefined && ASCII.test(text) ? cased(text, change) : undefined
}

/** undefined: something in the pattern is not known, or is more than plain characters, `*`, `?` and simple brackets. */
function tokensOf(word: Word, text: string, { read }: Reader): readonly PatternToken[] | undefined {
  if (text.length > MAX_PATTERN_TEXT || !ASCII.test(text) || word.text.length > MAX_PATTERN * 4) return undefined
  const tokens: PatternToken[] = []
  for (const part of word.parts ?? [{ type: 'Literal', value: word.value, text: word.text, pos: 0, end: 0 } as const]) {
    const found = tokensOfPart(part, word, read)
    if (found === undefined) return undefined
    tokens.push(...found)
  }
  return tokens.length > MAX_PATTERN ? undefined : tokens
}

function tokensOfPart(part: WordPart, word: Word, read: Reader['read']): readonly PatternToken[] | undefined {
  switch (part.type) {
    case 'Literal':
      return charsOf(part.value)
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return charsOf(part.value)
    case 'DoubleQuoted': {
      const text = read({ ...word, text: part.text, value: part.text, parts: [part] })
      return text === undefined ? undefined : charsOf(text)
    }
    case 'SimpleExpansion': {
      const text = read({ ...word, text: part.text, value: part.text, parts: [part] })
      // Its own stars would count.
      return text === undefined || /[*?[\\(|]/.test(text) ? undefined : charsOf(text)
    }
    case 'Glob': {
      if (part.kind === 'star') return [{ kind: 'star' }]
      if (part.kind === 'question') return [{ kind: 'any' }]
      const token = bracketToken(part.text)
      return token === undefined ? undefined : [token]
    }
    default:
      return undefined
  }
}

function charsOf(text: string): PatternToken[] {
  return [...text].map(char => ({ kind: 'char', char }))
}
