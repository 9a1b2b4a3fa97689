/** What is known of variables and of the directory at one point of a line. */
import type { Part } from './arg.ts'
import { MAX_VALUE } from './budget.ts'

/** A variable's value; null: the line set it and the value cannot be told. */
export type Value = readonly Part[] | null

/**
 * - `line`: sees everything around it.
 * - `process`: another program's shell; what the line set may or may not be exported, so it is unknown there.
 * - `function`: may run at any later point of the line, so nothing is known.
 */
export type Visibility = 'line' | 'process' | 'function'

/** Variables the shell itself changes or refuses to change. */
const NEVER_KNOWN = new Set(
  '_ RANDOM SRANDOM SECONDS LINENO BASHPID EPOCHSECONDS EPOCHREALTIME REPLY OPTARG OPTIND OLDPWD UID EUID PPID GROUPS DIRSTACK FUNCNAME PIPESTATUS HISTCMD COPROC MAPFILE SHELLOPTS BASHOPTS BASH_COMMAND BASH_ARGV0 BASH_SUBSHELL BASH_LINENO'.split(
    ' ',
  ),
)

// Looking a global up costs more than using it, in the engine.
const OwnMap = Map
const OwnSet = Set

/**
 * One layer of knowledge. What may or may not happen runs in a child, which is then either dropped (a subshell) or folded back in by `weaken`.
 * `directory` is as `FileEffect` has it.
 */
export class Scope {
  readonly #parent: Scope | undefined
  readonly #visibility: Visibility
  readonly #values = new OwnMap<string, Value>()
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
    // Nearly nothing sets HOME, and paths lean on it: it is known until the line sets it by name.
    const isUnknown = (this.#isForgotten || this.#visibility === 'function') && name !== 'HOME'
    if (isUnknown) return null
    const outer = this.#parent?.get(name)
    return this.#visibility === 'process' && outer !== undefined ? null : outer
  }

  set(name: string, value: Value): void {
    const isFollowed = value !== null && !NEVER_KNOWN.has(name) && lengthOf(value) <= MAX_VALUE
    this.#values.set(name, isFollowed ? value : null)
  }

  /** Programs started from here on find the variable. */
  export(name: string): void {
    this.#exported.add(name)
  }

  /** What programs started here find of what the line exported. */
  exports(): ReadonlyMap<string, Value> {
    const names = new OwnSet<string>()
    this.#collectExported(names)
    const found = new OwnMap<string, Value>()
    for (const name of names) {
      const value = this.#whatever(name)
      if (value !== undefined) found.set(name, value)
    }
    return found
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
    for (const name of this.#values.keys()) if (name !== 'HOME') this.#values.delete(name)
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

  /** Folds in a child that may have run wholly, in part or not at all. */
  weaken(child: Scope): void {
    if (child.#isForgotten) this.forget()
    for (const name of child.#values.keys()) this.#values.set(name, null)
    for (const name of child.#exported) this.#exported.add(name)
    if (child.#isInputReplaced) this.#isInputReplaced = true
    if (child.directory !== this.directory) this.directory = null
  }
}

function lengthOf(value: readonly Part[]): number {
  return value.reduce((sum, part) => sum + (part.kind === 'text' || part.kind === 'glob' ? part.text.length : 1), 0)
}
