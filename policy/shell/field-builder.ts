/** Collects the parts of a word into arguments. */
import { type Arg, isPaths, type Part, UNKNOWN, withoutPaths } from './arg.ts'
import type { Context } from './context.ts'
import { fieldSteps, separatorsOf } from './fields.ts'
import type { Scope } from './scope.ts'

const GLOB_CHARACTERS = /[*?[]/

/** Splits unquoted values as the shell does, where it is told to. */
export class FieldBuilder {
  readonly scope: Scope
  readonly ctx: Context
  readonly #source: string
  readonly #isSplitting: boolean
  readonly #fields: Arg[] = []
  #parts: Part[] = []
  #isMany = false
  #isQuoted = false
  #hasPaths = false

  constructor(source: string, isSplitting: boolean, scope: Scope, ctx: Context) {
    this.#source = source
    this.#isSplitting = isSplitting
    this.scope = scope
    this.ctx = ctx
  }

  /** Of a command, and not a value to assign. */
  get isArgument(): boolean {
    return this.#isSplitting
  }

  get parts(): readonly Part[] {
    return this.#parts
  }

  /** Neighbours of one kind are joined, so that a value that doubles stays one part. */
  add(part: Part, isSame = false): void {
    // With more behind it, it is no path of its own.
    if (this.#hasPaths && !isSame) this.#parts = this.#parts.map(withoutPaths)
    this.#hasPaths = isPaths(part) || (this.#hasPaths && isSame)
    const last = this.#parts.at(-1)
    if (last?.kind === 'text' && part.kind === 'text') this.#parts[this.#parts.length - 1] = { kind: 'text', text: last.text + part.text }
    else if (last?.kind === 'unknown' && part.kind === 'unknown') {
      const { content: _, ...joined } = last
      this.#parts[this.#parts.length - 1] = { ...joined, isEnvironment: last.isEnvironment === true && part.isEnvironment === true }
    } else this.#parts.push(part)
  }

  addQuoted(parts: readonly Part[]): void {
    this.#isQuoted = true
    parts.forEach((part, index) => void this.add(part, index > 0))
  }

  addGlob(text: string): void {
    this.#isMany ||= this.#isSplitting
    this.add({ kind: 'glob', text })
  }

  /** The value of a variable, unquoted. zsh neither splits it nor looks for files. */
  addExpansion(parts: readonly Part[]): void {
    if (this.ctx.dialect === 'zsh' && this.#isSplitting) {
      for (const part of parts) {
        if (part.kind !== 'text') this.addSubstituted([part])
        else if (part.text !== '') this.add(part)
      }
      return
    }
    const isDifferent = this.#isSplitting && parts.some(part => part.kind === 'text' && this.#isSplit(part.text))
    if (isDifferent) this.ctx.differ()
    this.addSubstituted(parts)
  }

  /** What every shell splits: the output of commands. */
  addSubstituted(parts: readonly Part[]): void {
    if (!this.#isSplitting) {
      this.addQuoted(parts)
      return
    }
    for (const part of parts) {
      const isName = part.kind === 'text' && isPaths(this.#parts.at(-1)) && part !== parts[0]
      if (part.kind === 'text' && !isName) this.#addSplit(part.text)
      else {
        this.add(part, part !== parts[0])
        this.#isMany ||= part.kind === 'glob' || (part.kind === 'unknown' && (part.neverDash !== true || part.splits === true))
      }
    }
  }

  /** Elements of an array or parameters: each a word of its own, or more when they are not quoted. */
  addList(items: readonly Arg[], isQuoted: boolean): void {
    items.forEach((item, index) => {
      this.ctx.spend(1)
      if (index > 0 && this.#isSplitting) this.#endField()
      else if (index > 0) this.add({ kind: 'text', text: ' ' })
      if (isQuoted) this.addQuoted(item.parts)
      else this.addExpansion(item.parts)
      this.#isMany ||= item.isMany && this.#isSplitting
    })
  }

  finish(): Arg[] {
    this.#endField()
    return this.#fields
  }

  #isSplit(text: string): boolean {
    const separators = separatorsOf(this.scope)
    return separators === undefined || GLOB_CHARACTERS.test(text) || [...separators].some(separator => text.includes(separator))
  }

  #addSplit(text: string): void {
    const separators = separatorsOf(this.scope)
    if (separators === undefined) {
      this.add(UNKNOWN)
      this.#isMany = true
      return
    }
    for (const step of fieldSteps(text, separators)) {
      if (!this.ctx.spend(1)) return
      if ('isForced' in step) {
        this.#isQuoted ||= step.isForced
        this.#endField()
      } else if (GLOB_CHARACTERS.test(step.text)) this.addGlob(step.text)
      else this.add({ kind: 'text', text: step.text })
    }
  }

  #endField(): void {
    const isThere = this.#parts.length > 0 || this.#isQuoted
    if (isThere) this.#fields.push({ parts: this.#parts, isMany: this.#isMany, source: this.#source })
    this.#parts = []
    this.#isMany = false
    this.#isQuoted = false
    this.#hasPaths = false
  }
}
