/** What is known of variables and of the directory at one point of a line. */
import type { Arg, Part } from './arg.ts'
import { MAX_VALUE } from './budget.ts'

/** A variable's value; null: the line set it and the value cannot be told. */
export type Value = readonly Part[] | null

/**
 * - `line`: sees everything around it.
 * - `process`: another program's shell; what the line set may or may not be exported, so it is unknown there.
 * - `function`: may run at any later point of the line, so nothing is known.
 */
export type Visibility = 'line' | 'process' | 'function'

/** The elements of an array, or the positional parameters; null: the line set them and they cannot be told. */
export type List = readonly Arg[] | null

/** One layer's knowledge of a variable. */
export type Own = { readonly value: Value | undefined; readonly list: readonly Arg[] | undefined }

/** The name that the positional parameters go by in a scope. */
export const POSITIONAL = '@'
/** What a call with arguments has for itself. */
export const OWN_PARAMETERS: ReadonlySet<string> = new Set([POSITIONAL])

/** Variables the shell itself changes or refuses to change. */
const NEVER_KNOWN = new Set(
  '_ RANDOM SRANDOM SECONDS LINENO BASHPID EPOCHSECONDS EPOCHREALTIME REPLY OPTARG OPTIND OLDPWD UID EUID PPID GROUPS DIRSTACK FUNCNAME PIPESTATUS HISTCMD COPROC MAPFILE SHELLOPTS BASHOPTS BASH_COMMAND BASH_ARGV0 BASH_SUBSHELL BASH_LINENO'.split(
    ' ',
  ),
)

/** Nearly nothing sets these, and paths and words lean on them: they are known until the line sets them by name. */
const STAYS_KNOWN = new Set(['HOME', 'IFS'])
/** In every environment: where programs are looked up, and where they find their settings. However a line sets one, programs find it. */
const IS_EXPORTED = new Set(['HOME', 'PATH'])
const MAX_LIST = 1024
const NONE: ReadonlySet<string> = new Set()

// Looking a global up costs more than using it, in the engine.
const OwnMap = Map
const OwnSet = Set
const NO_EXPORTS: ReadonlyMap<string, Value> = new Map()

/**
 * One layer of knowledge. What may or may not happen runs in a child, which is then either dropped (a subshell) or folded back in by `weaken`.
 * `directory` is as `FileEffect` has it.
 */
export class Scope {
  readonly #parent: Scope | undefined
  readonly #visibility: Visibility
  readonly #values = new OwnMap<string, Value>()
  /** Of what is an array. Each has its first element among the values too. */
  readonly #lists = new OwnMap<string, readonly Arg[]>()
  readonly #exported = new OwnSet<string>()
  #isForgotten = false
  #isInputReplaced = false
  directory: string | null | undefined

  constructor(parent?: Scope, visibility: Visibility = 'line') {
    this.#parent = parent
    this.#visibility = visibility
    this.directory = visibility === 'function' ? null : parent?.directory
  }

  child(visibility: Visibility = 'line'): Scope {
    return new Scope(this, visibility)
  }

  /** undefined: the line never set it (it is empty or comes from the environment). */
  get(name: string): Value | undefined {
    const own = this.#values.get(name)
    if (own !== undefined) return own
    const isUnknown = (this.#isForgotten || this.#visibility === 'function') && !STAYS_KNOWN.has(name)
    if (isUnknown) return null
    const outer = this.#parent?.get(name)
    return this.#visibility === 'process' && outer !== undefined ? null : outer
  }

  set(name: string, value: Value): void {
    const isFollowed = value !== null && !NEVER_KNOWN.has(name) && lengthOf(value) <= MAX_VALUE
    this.#values.set(name, isFollowed ? value : null)
    if (IS_EXPORTED.has(name)) this.#exported.add(name)
    this.#lists.delete(name)
  }

  /** The elements of an array, and of the positional parameters; one for a plain variable. undefined: the line never set it. */
  list(name: string): List | undefined {
    const own = this.#lists.get(name)
    if (own !== undefined) return own
    const value = this.#values.get(name)
    if (value !== undefined) return value === null ? null : [{ parts: value, isMany: false, source: '' }]
    if (this.#isForgotten || this.#visibility === 'function') return null
    const outer = this.#parent?.list(name)
    return this.#visibility === 'process' && outer !== undefined ? null : outer
  }

  setList(name: string, items: List): void {
    const [first] = items ?? []
    const isFirstKnown = items !== null && first?.isMany !== true
    this.set(name, isFirstKnown ? (first?.parts ?? []) : null)
    const isFollowed = items !== null && items.length <= MAX_LIST && items.reduce((sum, item) => sum + lengthOf(item.parts), 0) <= MAX_VALUE
    if (isFollowed) this.#lists.set(name, items)
    else this.#values.set(name, null)
  }

  /** What this layer itself holds of a variable, for `putBack`. */
  own(name: string): Own {
    return { value: this.#values.get(name), list: this.#lists.get(name) }
  }

  /** Makes the variable what it was. */
  putBack(name: string, own: Own | undefined): void {
    if (own?.value === undefined) this.#values.delete(name)
    else this.#values.set(name, own.value)
    if (own?.list === undefined) this.#lists.delete(name)
    else this.#lists.set(name, own.list)
  }

  /** Programs started from here on find the variable. */
  export(name: string): void {
    this.#exported.add(name)
  }

  /** What programs started here find of what the line exported. */
  exports(): ReadonlyMap<string, Value> {
    if (!this.#isExporting()) return NO_EXPORTS
    const names = new OwnSet<string>()
    this.#collectExported(names)
    const found = new OwnMap<string, Value>()
    for (const name of names) {
      const value = this.#whatever(name)
      if (value !== undefined) found.set(name, value)
    }
    return found
  }

  #isExporting(): boolean {
    if (this.#exported.size > 0 || this.#parent === undefined) return this.#exported.size > 0
    return this.#parent.#isExporting()
  }

  #collectExported(names: Set<string>): void {
    if (this.#parent !== undefined) this.#parent.#collectExported(names)
    for (const name of this.#exported) names.add(name)
  }

  /** The value, also in another program's shell. */
  #whatever(name: string): Value | undefined {
    const own = this.#values.get(name)
    if (own !== undefined) return own
    return this.#isForgotten || this.#visibility === 'function' ? null : this.#outside(name)
  }

  #outside(name: string): Value | undefined {
    return this.#parent === undefined ? undefined : this.#parent.#whatever(name)
  }

  /** Anything may have been set, and the directory may have changed. */
  forget(): void {
    for (const name of this.#values.keys()) if (!STAYS_KNOWN.has(name)) this.#values.delete(name)
    this.#lists.clear()
    this.#isForgotten = true
    this.directory = null
  }

  /** `exec < file`: what follows finds something on its standard input. */
  replaceInput(): void {
    this.#isInputReplaced = true
  }

  get isInputReplaced(): boolean {
    return this.#isInputReplaced || this.#parent?.isInputReplaced === true
  }

  /** Folds in a child that may have run wholly, in part or not at all. `own`: variables that were the child's alone. */
  weaken(child: Scope, own: ReadonlySet<string> = NONE): void {
    if (child.#isForgotten) this.forget()
    for (const name of child.#values.keys()) if (!own.has(name)) this.set(name, null)
    for (const name of child.#exported) this.#exported.add(name)
    if (child.#isInputReplaced) this.#isInputReplaced = true
    if (child.directory !== this.directory) this.directory = null
  }
}

function lengthOf(value: readonly Part[]): number {
  return value.reduce((sum, part) => sum + (part.kind === 'text' || part.kind === 'glob' ? part.text.length : 1), 0)
}
