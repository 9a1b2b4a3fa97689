import type { PolicyError } from './result.ts'

/** Something wrong with a value, before it is known where in a file the value stands. `key`: it is that key of the map at `path`, not its value. */
export type Problem = {
  readonly path: readonly (string | number)[]
  readonly key?: string
  readonly message: string
  /** Of a warning: its name. */
  readonly code?: string
}

/** By file, line, column, message: the order people fix them in. Repeats are dropped. */
export const sortedErrors = (errors: readonly PolicyError[]): PolicyError[] => {
  const keyed = new Map(errors.map(error => [`${error.file}\0${error.line}\0${error.column}\0${error.message}`, error]))
  return [...keyed.values()].sort((a, b) => order(a.file, b.file) || a.line - b.line || a.column - b.column || order(a.message, b.message))
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
