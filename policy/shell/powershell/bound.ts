/** A cmdlet's words -> its parameters and operands. */
import { type Arg, textOf } from '../arg.ts'
import { parameterOf } from './cmdlets.ts'
import type { PsWord } from './words.ts'

export type Bound = {
  /** Parameters given, by their full names. */
  readonly given: ReadonlySet<string>
  readonly values: ReadonlyMap<string, readonly PsWord[]>
  readonly operands: readonly PsWord[]
}

export function wordArg(word: PsWord): Arg {
  return { parts: word.parts, isMany: false, source: word.source }
}

export function wordText(word: PsWord | undefined): string | undefined {
  return word === undefined ? undefined : textOf(wordArg(word))
}

/** A list (`a, b`) is one value of several words. */
export function bind(cmdlet: string, words: readonly PsWord[]): Bound {
  const given = new Set<string>()
  const values = new Map<string, readonly PsWord[]>()
  const operands: PsWord[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as PsWord
    const [, name, hasValue, held] = (word.isBare ? /^-([A-Za-z?][\w-]*)(:?)(.*)$/s.exec(word.source) : null) ?? []
    if (name === undefined) {
      operands.push(word)
      continue
    }
    const parameter = parameterOf(cmdlet, name)
    const isOff = hasValue === ':' && /^\$?(false|0)$/i.test(held ?? '')
    if (!isOff) given.add(parameter.name)
    const next = words[i + 1]
    const isNextParameter = next?.isBare === true && /^-[A-Za-z]/.test(next.source)
    const isTaking = parameter.takesValue === true || (parameter.takesValue === undefined && next?.block !== undefined)
    const isHeld = hasValue === ':' && (held ?? '') !== ''
    if (isHeld && parameter.takesValue !== false) {
      values.set(parameter.name, [{ ...word, isBare: true, source: held ?? '', parts: afterColon(word, name.length + 2) }])
      continue
    }
    if (!isTaking || isNextParameter || next === undefined || isHeld) continue
    const list = [next]
    i++
    while (words[i + 1]?.isListed === true) list.push(words[++i] as PsWord)
    values.set(parameter.name, list)
  }
  return { given, values, operands }
}

/** What `-Path:x` holds. */
function afterColon(word: PsWord, count: number): PsWord['parts'] {
  const [first, ...rest] = word.parts
  const isText = first?.kind === 'text'
  return isText && first.text.length > count ? [{ kind: 'text', text: first.text.slice(count) }, ...rest] : rest
}

/** The value of the first of the parameters that is given, else of the operand at `position`. */
export function valuesOf(bound: Bound, names: readonly string[], position: number): readonly PsWord[] {
  for (const name of names) {
    const found = bound.values.get(name)
    if (found !== undefined) return found
  }
  const at = bound.operands.filter(word => !word.isListed)[position]
  if (at === undefined) return []
  const from = bound.operands.indexOf(at)
  const list = [at]
  for (let i = from + 1; bound.operands[i]?.isListed === true; i++) list.push(bound.operands[i] as PsWord)
  return list
}
