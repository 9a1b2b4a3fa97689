/** A program's arguments -> globals, flags and words, as `Run` shows them. */
import { type Arg, couldBeFlag, isManyUnknown, knownStart, textOf, wordOf } from './arg.ts'
import type { Run } from './effects.ts'
import { withoutCommands } from './find.ts'
import { optionSpecOf } from './option-specs.ts'
import { globalOptionsOf, hasOneDashWords } from './options.ts'
import { NO_OPTIONS, type OptionSpec, optionWord } from './read-options.ts'

export type Classified = Pick<Run, 'globals' | 'flags' | 'words' | 'mayHaveMoreFlags'>

/**
 * Sorts the arguments. An option's value that the line made unknown, unquoted, may be any number of words: it is then a word too, so that the
 * subcommand cannot be told. `name` undefined: every option is a flag.
 */
export function classify(name: string | undefined, args: readonly Arg[]): Classified {
  const globals: string[] = []
  const words: Arg[] = []
  const start = name === undefined ? 0 : takeGlobals(name, args, globals, words)
  const own = name === 'find' || name === 'gfind' ? withoutCommands(args) : args.slice(start)
  const { flags, mayHaveMoreFlags } = takeFlags(name, own, words)
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
    const isOption = start.startsWith('-') && start !== '-' && start !== '--' && start !== options.own
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
  let spec = specFor(name, words)
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg
    const start = knownStart(arg)
    isOver ||= words.length >= spec.maxWords
    const isFlag = !isOver && start.startsWith('-') && start !== '-'
    const isEnd = isFlag && textOf(arg) === '--'
    if (isEnd) {
      isOver = true
      continue
    }
    if (!isFlag) {
      if (!isOver) mayHaveMoreFlags ||= couldBeFlag(arg)
      words.push(arg)
      if (words.length <= 2) spec = specFor(name, words)
      continue
    }
    const option = optionWord(spec, arg)
    flags.push(...option.names)
    const isOpen = textOf(arg) === undefined && option.value === undefined
    mayHaveMoreFlags ||= isOpen || couldBeFlag(arg)
    const value = args[i + 1]
    if (!option.takesNext || value === undefined) continue
    i++
    if (!isManyUnknown(value)) continue
    words.push(value)
    mayHaveMoreFlags ||= couldBeFlag(value)
  }
  return { flags, mayHaveMoreFlags }
}

function specFor(name: string | undefined, words: readonly Arg[]): OptionSpec {
  if (name === undefined) return NO_OPTIONS
  const spec = optionSpecOf(name, words.slice(0, 2).map(textOf))
  return hasOneDashWords(name) && !spec.isOneDash ? { ...spec, isOneDash: true } : spec
}

function beforeEquals(text: string): string {
  const at = text.indexOf('=')
  return at < 0 ? text : text.slice(0, at)
}
