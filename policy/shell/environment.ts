/** The variables that a program finds, as far as the line set them. */
import { type Arg, dropStart, knownStart, textOf, wordOf } from './arg.ts'
import type { Frame, Variable } from './context.ts'
import type { Word } from './effects.ts'

// Looking a global up costs more than using it, in the engine.
const OwnMap = Map

/** What was exported earlier, then what stands in front of the program; one of each name, the last. */
export function environmentOf(frame: Frame): readonly Variable[] {
  const exported = frame.scope.exports()
  const isEmpty = exported.size === 0 && (frame.env === undefined || frame.env.length === 0)
  if (isEmpty) return []
  const found = new OwnMap(exported)
  for (const { name, value } of frame.env ?? []) found.set(name, value)
  return [...found].map(([name, value]) => ({ name, value }))
}

/** `NAME=value` as a word of a command. */
export function variableOf(arg: Arg): Variable {
  const start = knownStart(arg)
  const at = start.indexOf('=')
  return { name: start.slice(0, at), value: dropStart(arg, at + 1).parts }
}

export function valueWord({ value }: Variable): Word {
  if (value === null) return { pieces: [{ kind: 'unknown' }], isMany: false, source: '' }
  const arg: Arg = { parts: value, isMany: false, source: '' }
  return { ...wordOf(arg), source: textOf(arg) ?? '' }
}
