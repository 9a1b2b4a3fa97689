/** Splits text into words as an unquoted value is, by the separators that `IFS` holds. */
import { textOfParts } from './arg.ts'
import type { Scope } from './scope.ts'

export const DEFAULT_IFS = ' \t\n'

/** The separators in force; undefined when the line made them unknown. */
export function separatorsOf(scope: Scope): string | undefined {
  const value = scope.get('IFS')
  if (value === undefined) return DEFAULT_IFS
  return value === null ? undefined : textOfParts(value)
}

/** A stretch of text, or the end of a word; `isForced`: a word ends there even if nothing is in it. */
export type FieldStep = { readonly text: string } | { readonly isForced: boolean }

/** What stands between, before and after separators, in order. Blank ones run together; each other one ends a word. */
export function fieldSteps(text: string, separators: string): FieldStep[] {
  if (separators === '') return text === '' ? [] : [{ text }]
  const steps: FieldStep[] = []
  let start = 0
  let i = 0
  const isBlank = (at: number): boolean => at < text.length && DEFAULT_IFS.includes(text.charAt(at)) && separators.includes(text.charAt(at))
  const isHard = (at: number): boolean => at < text.length && !isBlank(at) && separators.includes(text.charAt(at))
  while (i < text.length) {
    if (!isBlank(i) && !isHard(i)) {
      i++
      continue
    }
    if (i > start) steps.push({ text: text.slice(start, i) })
    while (isBlank(i)) i++
    const isForced = isHard(i)
    if (isForced) i++
    if (isForced) while (isBlank(i)) i++
    steps.push({ isForced })
    start = i
  }
  if (start < text.length) steps.push({ text: text.slice(start) })
  return steps
}
