/** A cmdlet's words -> its parameters and operands. */
import { type Arg, dropStart, textArg } from '../arg.ts'
import { type Cmdlet, parameterOf } from './cmdlets.ts'
import { cmdletArg } from './windows-words.ts'
import type { PsWord } from './words.ts'

export type Bound = {
  /** Parameters given, by their full names. */
  readonly given: readonly string[]
  /** What the parameter was given, by its name or by where it stands. A list (`a, b`) is one value of several words. */
  readonly of: (name: string) => readonly PsWord[]
  /** The words, with the parameters' names in full and apart from what they hold. */
  readonly args: readonly Arg[]
}

export function bind(cmdlet: Cmdlet, words: readonly PsWord[]): Bound {
  const given: string[] = []
  const values = new Map<string, PsWord[]>()
  const operands: PsWord[][] = []
  const args: Arg[] = []
  /** Where the next word goes; `isOpen`: also without a comma before it. */
  let into: PsWord[] = []
  let isOpen = false
  for (const word of words) {
    const [, name, colon, held = ''] = (word.isBare && !word.isListed ? /^-([a-z]\w*)(:?)(.*)$/is.exec(word.source) : null) ?? []
    const isOff = /^\$?(?:false|0)$/i.test(held)
    if (name === undefined) {
      if (!isOpen && !word.isListed) {
        into = []
        operands.push(into)
      }
      into.push(word)
      args.push(cmdletArg(word))
      isOpen = false
    } else if (!isOff) {
      const parameter = parameterOf(cmdlet, name)
      const full = parameter?.name ?? name
      const isSwitch = held === '' && !colon && (parameter?.kind ?? ':') === ':'
      given.push(full)
      args.push(textArg(`-${full}`, word.source))
      into = held === '' ? [] : [{ ...word, ...dropStart(word, name.length + 2), source: held }]
      args.push(...into.map(cmdletArg))
      isOpen = held === '' && !isSwitch
      if (!isSwitch) values.set(full === 'LiteralPath' ? 'Path' : full, into)
    }
  }
  const of = (name: string): readonly PsWord[] => {
    const places = cmdlet.words.flatMap(word =>
      typeof word === 'string' || /[:=]/.test(word.kind) || values.has(word.name) ? [] : [word.name],
    )
    const at = places.indexOf(name)
    // The last one takes all operands that are left.
    return values.get(name) ?? (at < 0 ? [] : operands.slice(at, at < places.length - 1 ? at + 1 : undefined).flat())
  }
  return { given, of, args }
}
