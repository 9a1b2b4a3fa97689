/** What one evaluation carries along, and where it puts what it finds. */
import type { Arg, Part } from './arg.ts'
import { MAX_SCRIPT_STEPS, MAX_SCRIPTS_STEPS, MAX_STEPS } from './budget.ts'
import type { Effect, Marker, MarkerKind, Span } from './effects.ts'
import type { LineFunction } from './functions.ts'
import { type Known, NOTHING_KNOWN } from './known.ts'
import type { Scope, Value } from './scope.ts'
import type { ScriptCall } from './script-calls.ts'
import type { WrittenFile } from './written.ts'

/**
 * What a command would read on its standard input. `none`: nothing (the session's own is /dev/null).
 * `around`: unknown, but for the text around the gaps. `line`: each line of it is the name of such a file.
 */
export type Stdin =
  | { readonly kind: 'none'; readonly line?: undefined }
  | { readonly kind: 'unknown'; readonly around?: string; readonly line?: readonly Part[] }
  | { readonly kind: 'text'; readonly text: string; readonly line?: undefined }

export const NO_STDIN: Stdin = { kind: 'none' }
export const UNKNOWN_STDIN: Stdin = { kind: 'unknown' }

/** A variable as a program finds it. */
export type Variable = { readonly name: string; readonly value: Value }

/** Where a piece of the line stands: what surrounds it. */
export type Frame = {
  readonly scope: Scope
  readonly via: readonly string[]
  readonly stdin: Stdin
  /** Set where positions in the tree no longer are positions in the line. */
  readonly at: Span | undefined
  /** It runs on another machine: its files are not ours. */
  readonly isRemote: boolean
  /** Folders of this machine, and where they are found there. */
  readonly mounts?: readonly (readonly [here: string, there: string])[]
  readonly depth: number
  /** Variables set in front of a program around it, or by `env`; later ones win. */
  readonly env?: readonly Variable[]
  /** `$0` and what follows, for the script that is about to run. */
  readonly parameters?: readonly Arg[]
  /** Inside a function: the names it made its own. */
  readonly locals?: Set<string>
  /** It may be run more than once, with files as the last round left them. */
  readonly isRepeated?: boolean
  /** The program is looked up as the shell looks up a word of its own: functions of the person's shell are found. */
  readonly isOwnWord?: boolean
}

/** The two shells that the line may be for. */
export type Dialect = 'bash' | 'zsh'

// Looking a global up costs more than using it, in the engine.
const OwnMap = Map
const OwnSet = Set
const { min } = Math

export class Context {
  readonly effects: Effect[] = []
  readonly markers: Marker[] = []
  /** As which shell the line is read. */
  readonly dialect: Dialect
  readonly known: Known
  /** Functions the line defines, by name. */
  readonly functions = new OwnMap<string, LineFunction>()
  /** Names called before the line made functions of them. */
  readonly calledEarly = new OwnSet<string>()
  /** Variables that were arrays at some point of the line. */
  readonly arrays = new OwnSet<string>()
  /** Files whose text the line wrote, by path. */
  readonly written = new OwnMap<string, WrittenFile>()
  /** Writings that leave the text of a file as it was (`chmod`). */
  readonly keeping = new OwnSet<Effect>()
  /** Scripts in files that are run and whose text is not known yet. */
  readonly scripts: ScriptCall[] = []
  /** Aliases the line defines; null: the text cannot be told. */
  readonly aliases = new OwnMap<string, string | null>()
  /** Variables with attributes that change what is assigned to them (`declare -u`, `readonly`). */
  readonly unreliable = new OwnSet<string>()
  /** Some name stands for another variable (`declare -n`): no value can be told from here on. */
  hasReferences = false
  /** Some file was sourced, and nothing is known for sure since. */
  hasSourced = false
  /** Some variable holds text with a substitution in it, which arithmetic would run. */
  holdsCode = false
  readonly #text: string
  readonly #marked = new OwnSet<string>()
  #left: number
  #isSpent = false
  #scriptsLeft = MAX_SCRIPTS_STEPS
  #isInScript = false
  #isDifferent = false

  /** `steps`: how much work it may be. */
  constructor(text: string, dialect: Dialect = 'bash', steps: number = MAX_STEPS, known: Known = NOTHING_KNOWN) {
    this.#text = text
    this.dialect = dialect
    this.#left = steps
    this.known = known
  }

  /** One for a piece of the work that may be so much and no more, and whose findings `absorb` takes over. */
  nested(steps: number): Context {
    const inner = new Context(this.#text, this.dialect, min(steps, this.#left), this.known)
    for (const [name, called] of this.functions) inner.functions.set(name, called)
    return inner
  }

  /** `isTold`: what it leaves open is of no account. */
  absorb(inner: Context, spent: number, isTold: boolean): void {
    this.spend(spent)
    for (const effect of inner.effects) if (!isTold || effect.kind !== 'run' || effect.name !== undefined) this.effects.push(effect)
    if (!isTold) for (const marker of inner.markers) this.mark(marker.kind, marker.at)
    if (inner.isDifferent) this.differ()
  }

  /** Reads a script in a file once the line is done: work of its own, and what it leaves open is a `script` marker. */
  readScript(work: () => void): void {
    const from = this.effects.length
    const steps = min(MAX_SCRIPT_STEPS, this.#scriptsLeft)
    this.#left = steps
    this.#isSpent = false
    this.#isInScript = true
    try {
      work()
    } catch {
      this.giveUp()
    }
    this.#scriptsLeft -= steps - this.#left
    this.effects.push(...this.effects.splice(from).map(effect => ({ ...effect, inScript: true as const })))
  }

  /** What of the work is not yet done. */
  get stepsLeft(): number {
    return this.#left
  }

  /** Notes that the other shell reads something here another way. */
  differ(): void {
    this.#isDifferent = true
  }

  get isDifferent(): boolean {
    return this.#isDifferent
  }

  /** Counts work. False: the budget is spent, the marker is set, stop here. */
  spend(steps: number): boolean {
    this.#left -= steps
    if (this.#left < 0) this.giveUp()
    return !this.#isSpent
  }

  /** Of the line, in UTF-16 code units. */
  get length(): number {
    return this.#text.length
  }

  /** Answers `too-complex` for the whole line; what was found so far stays. */
  giveUp(): void {
    if (this.#isSpent) return
    this.#isSpent = true
    this.mark('too-complex', { start: 0, end: this.#text.length })
  }

  mark(given: MarkerKind, at: Span): void {
    const kind = this.#isInScript ? 'script' : given
    const key = `${kind} ${at.start} ${at.end}`
    if (this.#marked.has(key)) return
    this.#marked.add(key)
    this.markers.push({ kind, at, source: this.#text.slice(at.start, at.end) })
  }
}

/** Says of the effects since then, of those asked for, that they may happen and may not. */
export function mayHappen(ctx: Context, since: number, isMeant: (effect: Effect) => boolean = () => true): void {
  const found = ctx.effects.splice(since)
  ctx.effects.push(...found.map(effect => (isMeant(effect) ? { ...effect, certainty: 'may' as const } : effect)))
}
