/** Splits a program's arguments by its options: one reader for flags, files, hosts and commands in options. */
import { type Arg, dropStart, isManyUnknown, knownStart, textOf } from './arg.ts'

/** What is known of a program's options. */
export type OptionSpec = {
  /** Letters whose option takes a value: the rest of the word, or the next word. */
  readonly values: ReadonlySet<string>
  /** Options with a value that only ever is the rest of the word (`-i.bak`). */
  readonly optional: ReadonlySet<string>
  /** Every long option that is known, for those cut short. */
  readonly long: readonly string[]
  /** Long options may be cut short. */
  readonly isAbbreviated: boolean
  /** One dash introduces a whole word (`find -name`). */
  readonly isOneDash: boolean
  /** After so many words everything is a word: another program's. */
  readonly maxWords: number
}

// Looking a global up costs more than using it, in the engine.
const OwnSet = Set
const OwnMap = Map

export const NO_OPTIONS: OptionSpec = {
  values: new Set(),
  optional: new Set(),
  long: [],
  isAbbreviated: false,
  isOneDash: false,
  maxWords: Infinity,
}

const parsed = new OwnMap<string, OptionSpec>()

/**
 * Reads a table line: `-o: --output: -i? --force`, or the same without the dashes, `o: output: i? force`. `:` takes a value, `?` may hold one. `~` in front: long names may be cut short;
 * `-` alone: one dash introduces whole words; `!2`: after two words all is another program's.
 */
export function optionSpec(line: string): OptionSpec {
  const known = parsed.get(line)
  if (known !== undefined) return known
  const words = line
    .split(' ')
    .filter(word => word !== '')
    .map(dashed)
  const nameOf = (word: string) => word.replace(/[:?]$/, '')
  const spec: OptionSpec = {
    values: new OwnSet(words.filter(word => word.endsWith(':')).map(nameOf)),
    optional: new OwnSet(words.filter(word => word.endsWith('?')).map(nameOf)),
    long: words.filter(word => word.startsWith('--')).map(nameOf),
    isAbbreviated: words.includes('~'),
    isOneDash: words.includes('-'),
    maxWords: Number(words.find(word => word.startsWith('!'))?.slice(1) ?? Infinity),
  }
  parsed.set(line, spec)
  return spec
}

function dashed(word: string): string {
  if (/^[-~!]/.test(word)) return word
  return /^.[:?]?$/.test(word) ? `-${word}` : `--${word}`
}

/** The full name of a long option cut short; as given when it is the beginning of none or of more than one. */
function fullName(spec: OptionSpec, option: string): string {
  if (!spec.isAbbreviated || spec.long.includes(option)) return option
  const longer = spec.long.filter(candidate => candidate.startsWith(option))
  return longer.length === 1 && longer[0] !== undefined ? longer[0] : option
}

/** One option's word: the options in it, each once, and the value that the last of them takes. */
export type OptionWord = {
  readonly names: readonly string[]
  /** The value in the word itself. */
  readonly value?: Arg
  /** The value is the next word. */
  readonly takesNext: boolean
}

export function optionWord(spec: OptionSpec, arg: Arg): OptionWord {
  const start = knownStart(arg)
  const isWhole = textOf(arg) !== undefined
  const isLong = start.startsWith('--') || spec.isOneDash
  if (isLong) {
    const [given = start] = start.split('=', 1)
    const name = fullName(spec, given)
    const isHolding = given.length < start.length
    if (isHolding) return { names: [name], value: dropStart(arg, given.length + 1), takesNext: false }
    return { names: [name], takesNext: isWhole && spec.values.has(name) }
  }
  const names = new OwnSet<string>()
  let at = 1
  let past = at
  for (; at < start.length; at = past) {
    past = endOfLetter(start, at)
    const name = `-${start.slice(at, past)}`
    const isTaking = spec.values.has(name) || spec.optional.has(name)
    const isOption = isTaking || past > at + 1 || isLetterOrDigit(start.charCodeAt(at))
    if (!isOption) break
    names.add(name)
    if (!isTaking) continue
    const isLast = past === start.length && isWhole
    if (!isLast) return { names: [...names], value: dropStart(arg, past), takesNext: false }
    return { names: [...names], takesNext: spec.values.has(name) }
  }
  return { names: names.size === 0 ? [start] : [...names], takesNext: false }
}

/** Digits stay together (`-10`). */
function endOfLetter(text: string, at: number): number {
  let end = at
  while (isDigit(text.charCodeAt(end))) end++
  return end === at ? at + 1 : end
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isLetterOrDigit(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** A program's words with its options taken out. */
export type Options = {
  readonly words: readonly Arg[]
  readonly flags: ReadonlySet<string>
  /** Every value given, by option, in order. */
  readonly values: readonly (readonly [option: string, value: Arg])[]
  /** How many arguments were read: all, or up to the first word. */
  readonly end: number
  /** An option cannot be told, or a value may be any number of words. */
  readonly isUncertain: boolean
}

/** `isLeading`: only the options in front of the first word. */
export function readOptions(spec: OptionSpec, args: readonly Arg[], isLeading = false): Options {
  const words: Arg[] = []
  const flags = new OwnSet<string>()
  const values: [string, Arg][] = []
  let isUncertain = false
  let isOver = false
  let i = 0
  for (; i < args.length; i++) {
    const arg = args[i] as Arg
    const start = knownStart(arg)
    const isOption = !isOver && words.length < spec.maxWords && start.startsWith('-') && start !== '-'
    if (isOption && textOf(arg) === '--') {
      isOver = true
      continue
    }
    if (!isOption) {
      isUncertain ||= isManyUnknown(arg)
      if (isLeading) break
      words.push(arg)
      continue
    }
    const { names, value, takesNext } = optionWord(spec, arg)
    for (const name of names) flags.add(name)
    const option = names.at(-1) ?? start
    const next = args[i + 1]
    if (value !== undefined) values.push([option, value])
    else if (takesNext && next !== undefined) {
      values.push([option, next])
      isUncertain ||= isManyUnknown(next)
      i++
    }
  }
  return { words, flags, values, end: i, isUncertain }
}

/** The last value of one of the options. */
export function lastValue({ values }: Options, ...options: readonly string[]): Arg | undefined {
  return values.findLast(([option]) => options.includes(option))?.[1]
}

export function valuesOf({ values }: Options, ...options: readonly string[]): readonly Arg[] {
  return values.filter(([option]) => options.includes(option)).map(([, value]) => value)
}
