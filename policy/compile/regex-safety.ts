/** Whether an expression can be trusted with text an attacker chose: no repeat in it can be taken in more than one way. */
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { isAmbiguousLoop } from './regex-loops.ts'
import { cut } from './show.ts'

export type SafeRegex = { readonly ok: true; readonly re: RegExp } | { readonly ok: false; readonly message: string }

/** A repeat of up to this many times costs a small factor, however it can be taken; past it, it has to be clear. */
const MAX_COPIES = 3
/** The most times something that itself repeats without an end may repeat. */
export const MAX_NESTED = 10
const MAX_REGEX_LENGTH = 2000
/** Characters, once every counted repeat is written out. The engine compiles them that way, and past its own limit gives up when the regex is used. */
const MAX_WRITTEN_OUT = 5000

/**
 * Compiles an expression for a policy, or says what in it is wrong or could take very long: syntax, backreferences, lookbehinds, a repeat within a repeat,
 * a repeat over alternatives that can start alike. Sound against exponential time; several repeats side by side (`.*a.*b`) are let through.
 */
export const compileRegex = (source: string, { ignoreCase = false } = {}): SafeRegex => {
  const refused = (what: string): SafeRegex => ({ ok: false, message: `the regex ${cut(JSON.stringify(source))} ${what}` })
  if (source.length > MAX_REGEX_LENGTH) return refused(`is longer than ${MAX_REGEX_LENGTH} characters`)
  const flags = ignoreCase ? 'i' : ''
  const problem = regexProblem(source, '')
  if (problem !== undefined) return refused(problem)
  return { ok: true, re: new RegExp(source, flags) }
}

/** What is wrong with an expression, as the end of a sentence; undefined: nothing. `flags`: '' or 'u', the way it is to be read. */
export const regexProblem = (source: string, flags: '' | 'u'): string | undefined => {
  const pattern = parse(source, flags)
  if (typeof pattern === 'string') return pattern
  const isTooLong = writtenOut(pattern.alternatives) > MAX_WRITTEN_OUT
  if (isTooLong) return 'repeats too much: written out it is longer than 5000 characters'
  return forbiddenPart(pattern) ?? slowPart(pattern.alternatives, 1, flags)
}

const writtenOut = (alternatives: readonly AST.Alternative[]): number => {
  const sizeOf = (element: AST.Element): number => {
    if (element.type === 'Quantifier')
      return sizeOf(element.element) * Math.max(1, element.max === Number.POSITIVE_INFINITY ? element.min : element.max)
    return 'alternatives' in element ? 1 + writtenOut(element.alternatives) : 1
  }
  return alternatives.flatMap(alternative => alternative.elements).reduce((sum, element) => sum + sizeOf(element), 0)
}

const parse = (source: string, flags: string): AST.Pattern | string => {
  try {
    new RegExp(source, flags)
    return new RegExpParser({ ecmaVersion: 2023 }).parsePattern(source, 0, source.length, { unicode: flags === 'u' })
  } catch (error) {
    const hasInlineFlag = /\(\?[a-z]+[:)]/.test(source)
    if (hasInlineFlag) return 'uses inline flags: write ignore-case: true beside the regex instead of (?i)'
    return `is not valid: ${cut(String(error instanceof Error ? error.message : error).replace(/^Invalid regular expression: .*\/[a-z]*: /s, ''))}`
  }
}

const forbiddenPart = (pattern: AST.Pattern): string | undefined => {
  let found: string | undefined
  visitRegExpAST(pattern, {
    onBackreferenceEnter: () => {
      found ??= 'uses a backreference, which can take very long: name the alternatives instead'
    },
    onAssertionEnter: node => {
      if (node.kind === 'lookbehind') found ??= 'uses a lookbehind, which policies do not have: match what stands before as well'
    },
    onCharacterEnter: node => {
      // Without the u flag `\p{L}` is the letter p: a rule that says it would silently fit nothing.
      const isIdle = /^\\[A-Za-z]$/.test(node.raw) && node.raw.slice(1) === String.fromCodePoint(node.value)
      if (isIdle) found ??= `uses ${node.raw}, which means nothing here: write ${node.raw.slice(1)} for the letter, or a class like [a-z]`
    },
  })
  return found
}

/** Walks into everything that repeats. `copies`: how often what is here can be repeated already by the bounded repeats around it. */
const slowPart = (alternatives: readonly AST.Alternative[], copies: number, flags: string): string | undefined => {
  for (const element of alternatives.flatMap(alternative => alternative.elements)) {
    const problem = slowElement(element, copies, flags)
    if (problem !== undefined) return problem
  }
  return undefined
}

const slowElement = (element: AST.Element, copies: number, flags: string): string | undefined => {
  if (element.type === 'Group' || element.type === 'CapturingGroup') return slowPart(element.alternatives, copies, flags)
  if (element.type === 'Assertion' && 'alternatives' in element) return slowPart(element.alternatives, 1, flags)
  if (element.type !== 'Quantifier') return undefined
  const total = copies * Math.max(1, element.max)
  const isLoop = total > MAX_COPIES
  const isNested = element.max > 1 && hasUnbounded(element.element)
  const shown = cut(element.raw)
  if (isNested && total > MAX_NESTED)
    return `repeats something that already repeats (${shown}), which can take very long: keep one of the two`
  const mustBeClear = isLoop || isNested
  if (mustBeClear && isAmbiguousLoop(element, flags)) {
    return `repeats ${shown}, which can fit the same text in more than one way and so take very long: make its alternatives start with different characters`
  }
  return isLoop ? lookaheadProblem(element.element, flags) : slowElement(element.element, total, flags)
}

/** Whether a repeat without an end stands inside, lookaheads aside: they give nothing back once they held. */
const hasUnbounded = (element: AST.Element): boolean => {
  if (element.type === 'Quantifier') return element.max === Number.POSITIVE_INFINITY || hasUnbounded(element.element)
  const isGroup = element.type === 'Group' || element.type === 'CapturingGroup'
  return isGroup && element.alternatives.some(alternative => alternative.elements.some(hasUnbounded))
}

/** What stands in the lookaheads inside a loop is judged by itself. */
const lookaheadProblem = (element: AST.Element, flags: string): string | undefined => {
  if (element.type === 'Quantifier') return lookaheadProblem(element.element, flags)
  if (element.type === 'Assertion') return slowElement(element, 1, flags)
  const isGroup = element.type === 'Group' || element.type === 'CapturingGroup'
  if (!isGroup) return undefined
  for (const inner of element.alternatives.flatMap(alternative => alternative.elements)) {
    const problem = lookaheadProblem(inner, flags)
    if (problem !== undefined) return problem
  }
  return undefined
}
