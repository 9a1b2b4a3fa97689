/** A program's arguments -> globals, flags and words, as `Run` shows them. */
import { type Arg, couldBeFlag, isManyUnknown, knownStart, textOf, wordOf } from './arg.ts'
import type { Run } from './effects.ts'
import { fullOptionName, globalOptionsOf, hasOneDashWords, shortValuesOf } from './options.ts'

export type Classified = Pick<Run, 'globals' | 'flags' | 'words' | 'mayHaveMoreFlags'>

/**
 * Sorts the arguments. An option's value that the line made unknown, unquoted, may be any number of words: it is then a word too, so that the
 * subcommand cannot be told. `name` undefined: every option is a flag.
 */
export function classify(name: string | undefined, args: readonly Arg[]): Classified {
  const globals: string[] = []
  const words: Arg[] = []
  const start = name === undefined ? 0 : takeGlobals(name, args, globals, words)
  const { flags, mayHaveMoreFlags } = takeFlags(name, args.slice(start), words)
  const isGlobalUnknown = args.slice(0, start).some(arg => couldBeFlag(arg) && isManyUnknown(arg))
  return { globals, flags, words: words.map(wordOf), mayHaveMoreFlags: mayHaveMoreFlags || isGlobalUnknown }
}

/** How many arguments stand before the subcommand. */
function takeGlobals(name: string, args: readonly Arg[], globals: string[], words: Arg[]): number {
  const options = globalOptionsOf(name)
  if (options === undefined) return 0
  let i = 0
  for (; i < args.length; i++) {
    const arg = args[i]
    const start = arg === undefined ? '' : knownStart(arg)
    const isOption = start.startsWith('-') && start !== '-' && start !== '--'
    if (arg === undefined || !isOption) break
    const isLong = start.startsWith('--')
    const option = isLong ? beforeEquals(start) : start.slice(0, 2)
    globals.push(option)
    const isHolding = isLong ? start.includes('=') : start.length > 2 || arg.parts.length > 1
    const takesValue = isLong ? options.long.includes(option) : options.short.includes(option.slice(1))
    const value = args[i + 1]
    if (!takesValue || isHolding || value === undefined) continue
    i++
    if (isManyUnknown(value)) words.push(value)
  }
  return i
}

function takeFlags(name: string | undefined, args: readonly Arg[], words: Arg[]): { flags: string[]; mayHaveMoreFlags: boolean } {
  const flags: string[] = []
  let mayHaveMoreFlags = false
  let isOver = false
  let isValue = false
  const isWhole = name !== undefined && hasOneDashWords(name)
  for (const arg of args) {
    const start = knownStart(arg)
    const isFlag = !isOver && !isValue && start.startsWith('-') && start !== '-'
    const isEnd = isFlag && textOf(arg) === '--'
    const isFixedValue = isValue && !isManyUnknown(arg)
    if (!isOver && !isEnd && !isFixedValue) mayHaveMoreFlags ||= couldBeFlag(arg) || (isFlag && hasOpenEnd(arg, start))
    isValue = false
    if (isEnd) isOver = true
    else if (!isFlag) words.push(arg)
    else {
      const subcommand = textOf(words[0])
      const found = name === undefined ? { flags: split(start), isOpen: false } : flagsOf(name, subcommand, start, isWhole)
      flags.push(...found.flags)
      isValue = found.isOpen && textOf(arg) !== undefined
    }
  }
  return { flags, mayHaveMoreFlags }
}

/** `-$X` and `--$X` may be any option; `--name=$X` is `--name`. */
function hasOpenEnd(arg: Arg, start: string): boolean {
  const isKnown = textOf(arg) !== undefined
  return !isKnown && !(start.startsWith('--') && start.includes('='))
}

function flagsOf(name: string, subcommand: string | undefined, text: string, isWhole: boolean): { flags: string[]; isOpen: boolean } {
  if (text.startsWith('--')) return { flags: [fullOptionName(name, subcommand, beforeEquals(text))], isOpen: false }
  if (isWhole) return { flags: [beforeEquals(text)], isOpen: false }
  const values = shortValuesOf(name, subcommand)
  const at = [...text].findIndex((char, index) => index > 0 && values.includes(char))
  if (at < 0) return { flags: split(text), isOpen: false }
  return { flags: split(text.slice(0, at + 1)), isOpen: at === text.length - 1 }
}

/** `-rf` -> `-r`, `-f`; digits stay together (`-n10` -> `-n`, `-10`); what no cluster can hold ends it. */
function split(text: string): string[] {
  if (text.startsWith('--')) return [beforeEquals(text)]
  const cluster = /^-((?:[A-Za-z]|\d+)*)/.exec(text)?.[1] ?? ''
  const letters = cluster.match(/[A-Za-z]|\d+/g)
  return letters === null ? [text] : letters.map(letter => `-${letter}`)
}

function beforeEquals(text: string): string {
  const at = text.indexOf('=')
  return at < 0 ? text : text.slice(0, at)
}
