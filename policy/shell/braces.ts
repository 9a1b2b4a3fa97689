/** Brace expansion (`a{b,c}`, `{1..3}`) of a word's source text, before any other expansion, as the shell does it. */
import { MAX_BRACE_WORDS } from './budget.ts'

const SEQUENCE = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/
const PADDED = /^-?0\d/
/** Characters that all words of one expansion may hold together. */
const MAX_BRACE_TEXT = 64 * 1024

/** The words it makes, as source text still to be expanded. undefined: too many, or too long together. */
export function braceExpanded(source: string): readonly string[] | undefined {
  const done: string[] = []
  let made = source.length
  const open: { text: string; from: number }[] = [{ text: source, from: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const brace = firstBrace(next.text, next.from)
    if (brace === undefined) done.push(next.text)
    else {
      const before = next.text.slice(0, brace.start)
      const after = next.text.slice(brace.end)
      // Last first: the stack then hands them out in the shell's order.
      for (const choice of brace.choices.toReversed()) {
        made += before.length + choice.length + after.length
        if (made > MAX_BRACE_TEXT) return undefined
        open.push({ text: before + choice + after, from: brace.isSequence ? brace.start + choice.length : brace.start })
      }
    }
    if (done.length + open.length > MAX_BRACE_WORDS) return undefined
  }
  return done
}

type Brace = { readonly start: number; readonly end: number; readonly choices: readonly string[]; readonly isSequence: boolean }

function firstBrace(text: string, from: number): Brace | undefined {
  for (let i = from; i < text.length; ) {
    const isBrace = text[i] === '{' && text[i - 1] !== '$'
    const brace = isBrace ? braceAt(text, i) : undefined
    if (brace !== undefined) return brace
    i = isBrace ? i + 1 : afterUnit(text, i)
  }
  return undefined
}

function braceAt(text: string, start: number): Brace | undefined {
  const commas: number[] = []
  let depth = 0
  for (let i = start; i < text.length; ) {
    const char = text[i]
    const isExpansion = char === '$'
    if (!isExpansion && char === '{') depth++
    if (!isExpansion && char === '}') {
      depth--
      if (depth === 0) return braceOf(text, start, i, commas)
    }
    if (char === ',' && depth === 1) commas.push(i)
    i = char === '{' ? i + 1 : afterUnit(text, i)
  }
  return undefined
}

function braceOf(text: string, start: number, close: number, commas: readonly number[]): Brace | undefined {
  if (commas.length > 0) {
    const cuts = [start, ...commas, close]
    const choices = cuts.slice(1).map((cut, index) => text.slice((cuts[index] ?? 0) + 1, cut))
    return { start, end: close + 1, choices, isSequence: false }
  }
  const choices = sequence(text.slice(start + 1, close))
  return choices === undefined ? undefined : { start, end: close + 1, choices, isSequence: true }
}

function sequence(text: string): readonly string[] | undefined {
  const [, from = '', to = '', by = '1'] = SEQUENCE.exec(text) ?? []
  if (from === '') return undefined
  const isLetters = /[A-Za-z]/.test(from)
  if (isLetters !== /[A-Za-z]/.test(to)) return undefined
  const first = isLetters ? from.charCodeAt(0) : Number(from)
  const last = isLetters ? to.charCodeAt(0) : Number(to)
  const step = Math.max(1, Math.abs(Number(by)))
  const isPadded = PADDED.test(from) || PADDED.test(to)
  const width = isPadded ? Math.max(from.length, to.length) : 0
  const values: string[] = []
  const direction = first <= last ? step : -step
  for (let value = first; direction > 0 ? value <= last : value >= last; value += direction) {
    values.push(isLetters ? String.fromCharCode(value) : String(value).padStart(width, '0'))
    if (values.length > MAX_BRACE_WORDS) break
  }
  return values
}

/** The index after the quoted text, the escape, the expansion or the one character at `i`. */
function afterUnit(text: string, i: number): number {
  const char = text[i]
  if (char === '\\') return i + 2
  if (char === "'") return afterClosing(text, i + 1, "'", text[i - 1] === '$')
  if (char === '"') return afterClosing(text, i + 1, '"', true)
  if (char === '`') return afterClosing(text, i + 1, '`', true)
  const next = text[i + 1]
  if (char === '$' && next === '{') return afterBalanced(text, i + 1, '{', '}')
  const isSubstitution = next === '(' && (char === '$' || char === '<' || char === '>')
  if (isSubstitution) return afterBalanced(text, i + 1, '(', ')')
  return i + 1
}

function afterClosing(text: string, from: number, close: string, hasEscapes: boolean): number {
  for (let i = from; i < text.length; i++) {
    if (hasEscapes && text[i] === '\\') i++
    else if (text[i] === close) return i + 1
  }
  return text.length
}

function afterBalanced(text: string, from: number, open: string, close: string): number {
  let depth = 0
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === open) depth++
    else if (text[i] === close && --depth === 0) return i + 1
  }
  return text.length
}
