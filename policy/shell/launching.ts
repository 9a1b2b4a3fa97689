import type { Arg } from './arg.ts'
import type { Stdin, Variable } from './context.ts'

/** A program that runs, as the tables of launches look at it. */
export type Launching = {
  readonly name: string
  readonly args: readonly Arg[]
  readonly env: readonly Variable[]
  readonly stdin: Stdin
}
