/** Expressions of constants: lists, `+`, `-join`, `-f` and `[char]65`. */
import { type Part, textOf, textOfParts, UNKNOWN } from '../arg.ts'
import { MAX_FOLDED } from './budget.ts'
import type { PsWord, Value } from './words.ts'

/** The words of what the expression comes to; the words themselves, where that cannot be told. From left to right: what binds closer further on is rare. */
export function foldWords(words: readonly PsWord[]): readonly PsWord[] {
  const [first] = words
  // Joining piece by piece costs their square.
  if (words.length > MAX_FOLDED) return words
  let left: Value | undefined = []
  let operator = ''
  let right: (readonly Part[])[] = []
  for (const word of words) {
    const found = word.isBare && /^(?:\+|-join|-f)$/i.test(word.source) && !word.isListed ? word.source.toLowerCase() : ''
    if (found === '') {
      const operand = operandOf(word)
      if (operand === undefined || (right.length > 0 && !word.isListed)) return words
      right.push(operand)
      continue
    }
    if (operator !== '' || right.length > 0) left = combined(left, operator, right)
    if (left === undefined) return words
    operator = found
    right = []
  }
  const value = combined(left, operator, right)
  if (first === undefined || value === undefined || value.length === 0) return words
  const inner = words.flatMap(word => word.inner)
  return value.map((parts, at) => ({ ...first, parts, isBare: false, isListed: at > 0, inner: at > 0 ? [] : inner }))
}

function operandOf(word: PsWord): readonly Part[] | undefined {
  if (word.block !== undefined) return undefined
  const text = textOf(word) ?? ''
  const code = /^\[char\](\d{1,5})$/i.exec(text)?.[1]
  if (code !== undefined) return [{ kind: 'text', text: String.fromCharCode(Number(code)) }]
  return !word.isBare || word.inner.length > 0 || /^\d+$/.test(text) ? word.parts : undefined
}

function combined(left: Value, operator: string, right: Value): Value | undefined {
  const [start = []] = left
  const [first] = right
  if (operator === '') return right
  if (first === undefined) return undefined
  if (operator === '-join') {
    const [list, between] = left.length > 0 ? [left, first] : [right, []]
    return [list.flatMap((parts, at) => (at > 0 ? [...between, ...parts] : parts))]
  }
  if (operator === '+') return left.length === 1 ? (right.length === 1 ? [[...start, ...first]] : undefined) : [...left, ...right]
  const format = textOfParts(start) ?? '{{'
  if (/\{\{|\}\}/.test(format)) return undefined
  return [format.split(/\{(\d)\}/).flatMap((text, at) => (at % 2 === 0 ? [{ kind: 'text', text }] : (right[Number(text)] ?? [UNKNOWN])))]
}
