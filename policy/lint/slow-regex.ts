/** Expressions whose time grows with the square of the text, or worse: exponential ones do not compile in the first place. */
import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** Sequences one expression may be written out into; past it the rest is not looked at. */
const MAX_SEQUENCES = 64

/** A part of a sequence: what it can take, and whether it may repeat without an end or take nothing. */
type Item = { readonly raw: string; readonly chars: ReadonlySet<number>; readonly isEndless: boolean; readonly mayBeEmpty: boolean }

/**
 * The two parts that can take the same text, `[first, second]`, or one part alone: at the start of an expression without ^, where it is tried from every
 * place. undefined: none. The expression has no flags or `i`.
 */
export const slowPair = (source: string): readonly string[] | undefined => {
  const pattern = new RegExpParser({ ecmaVersion: 2023 }).parsePattern(source)
  for (const items of sequencesOf(pattern.alternatives)) {
    const pair = pairIn(items)
    if (pair !== undefined) return pair
  }
  return pattern.alternatives.map(startOf).find(start => start !== undefined)
}

/** Two endless parts that share a character, with nothing between them that neither can take. */
const pairIn = (items: readonly Item[]): readonly string[] | undefined => {
  for (const [at, first] of items.entries()) {
    if (!first.isEndless) continue
    for (const second of items.slice(at + 1)) {
      if (second.isEndless && meets(first.chars, second.chars)) return [first.raw, second.raw]
      if (!second.mayBeEmpty && !meets(first.chars, second.chars)) break
    }
  }
  return undefined
}

/** An endless part that something has to follow. */
const startOf = ({ elements }: AST.Alternative): readonly string[] | undefined => {
  const [first, ...rest] = elements
  const isEndless = first?.type === 'Quantifier' && first.max === Number.POSITIVE_INFINITY
  return isEndless && rest.length > 0 ? [first.raw] : undefined
}

const meets = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean => [...one].some(char => other.has(char))

/** Each way through the alternatives, groups opened. */
const sequencesOf = (alternatives: readonly AST.Alternative[]): readonly (readonly Item[])[] =>
  alternatives.flatMap(({ elements }) => elements.reduce<readonly (readonly Item[])[]>((ways, element) => extended(ways, element), [[]]))

const extended = (ways: readonly (readonly Item[])[], element: AST.Element): readonly (readonly Item[])[] => {
  if (element.type === 'Assertion') return ways
  const isGroup = element.type === 'Group' || element.type === 'CapturingGroup'
  const inner = isGroup ? sequencesOf(element.alternatives) : [[itemOf(element)]]
  return ways.flatMap(way => inner.map(more => [...way, ...more])).slice(0, MAX_SEQUENCES)
}

const itemOf = (element: AST.Element): Item => {
  const isQuantifier = element.type === 'Quantifier'
  const isEndless = isQuantifier && element.max === Number.POSITIVE_INFINITY
  return { raw: element.raw, chars: charsOf(element), isEndless, mayBeEmpty: isQuantifier && element.min === 0 }
}

/** Characters that stand for all: the classes people write differ in these. */
const PROBES = [...Array.from({ length: 128 }, (_, code) => code), 0xa0, 0xe9, 0x2028, 0x4e2d]

/** Every probe that some one-character part of the element takes. */
const charsOf = (element: AST.Element): ReadonlySet<number> => {
  if (element.type === 'Quantifier') return charsOf(element.element)
  if (element.type === 'Assertion' || element.type === 'Backreference') return new Set()
  if (element.type === 'Group' || element.type === 'CapturingGroup') {
    return new Set(element.alternatives.flatMap(one => one.elements.flatMap(part => [...charsOf(part)])))
  }
  const re = new RegExp(`^(?:${element.raw})$`, 'i')
  return new Set(PROBES.filter(code => re.test(String.fromCharCode(code))))
}
