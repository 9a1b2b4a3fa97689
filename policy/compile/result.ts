import type { Case, Expect } from '../check/case.ts'
import type { CompiledPolicy } from './compiled.ts'

/** A file of a policy folder, read by the edge. `path` is how messages name it. */
export type SourceFile = { readonly path: string; readonly text: string }

/** What a policy folder holds: `castellan.yaml`, its `rules/*.yaml`, and the tables that ship, by the name `include` uses (`castellan/git`). */
export type PolicySource = {
  readonly head: SourceFile
  readonly tables: readonly SourceFile[]
  readonly shipped: ReadonlyMap<string, SourceFile>
}

/** Something wrong in a policy file. `line` and `column` count from 1. */
export type PolicyError = {
  readonly file: string
  readonly line: number
  readonly column: number
  /** What is wrong, then what would be right. One or two sentences. */
  readonly message: string
  /** Of a warning: its name, the same for every one of its kind (`no-instead`). */
  readonly code?: string
}

/** One rule test, parsed. `expect`: `fires` wants the rule itself to speak (certain or cannot-tell), `silent` wants it not to. */
export type RuleTest = {
  readonly rule: string
  readonly expect: 'fires' | 'silent'
  readonly case: Case
  /** As written, for messages. */
  readonly source: string
  readonly file: string
  readonly line: number
  readonly column: number
}

export type CompileResult =
  | { readonly ok: true; readonly policy: CompiledPolicy; readonly tests: readonly RuleTest[]; readonly warnings: readonly PolicyError[] }
  | { readonly ok: false; readonly errors: readonly PolicyError[] }

/** One line of a cases file, parsed. */
export type CaseRow = {
  readonly id: string
  readonly case: Case
  readonly expect: Expect
  readonly rules?: readonly string[]
  readonly line: number
}
