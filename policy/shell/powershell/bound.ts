/** A cmdlet's words -> its parameters and operands. */
import { dropStart, textOf } from '../arg.ts'
import { type Cmdlet, parameterOf } from './cmdlets.ts'
import type { PsWord } from './words.ts'

export type Bound = {
  /** Parameters given, by their full names. */
  readonly given: ReadonlySet<string>
  /** What the parameter was given, by its name or by where it stands. A list (`a, b`) is one value of several words. */
  readonly of: (name: string) => readonly PsWord[]
  /** What stands behind no parameter. */
  readonly operands: readonly PsWord[]
}

export function bind(cmdlet: Cmdlet, words: readonly PsWord[]): Bound {
  const given = new Set<string>()
  const values = new Map<string, PsWord[]>()
  const operands: PsWord[][] = []
  let into: PsWord[] | undefined
  let isOpen = false
  for (const word of words) {
    const [, name, colon = '', held = ''] = (word.isBare && !word.isListed ? /^-([a-z]\w*)(:?)(.*)$/is.exec(word.source) : null) ?? []
    if (name !== undefined) {
      const parameter = parameterOf(cmdlet, name)
      const full = parameter?.name ?? name
      const isOff = /^\$?(?:false|0)$/i.test(held)
      if (!isOff) given.add(full)
      into = held === '' ? [] : [{ ...word, ...dropStart(word, name.length + 2), source: held }]
      isOpen = held === '' && (colon !== '' || (parameter !== undefined && parameter.kind !== ':'))
      values.set(sameAs(full), into)
      if (!isOpen && held === '') into = undefined
    } else if (into !== undefined && (isOpen || word.isListed)) {
      into.push(word)
      isOpen = false
    } else if (word.isListed) operands.at(-1)?.push(word)
    else {
      operands.push([word])
      into = undefined
    }
  }
  const of = (name: string): readonly PsWord[] => {
    const places = cmdlet.words.filter(word => typeof word !== 'string' && !/[:=]/.test(word.kind) && !values.has(word.name))
    const at = places.findIndex(word => typeof word !== 'string' && word.name === name)
    // The last one takes all operands that are left.
    return values.get(name) ?? (at < 0 ? [] : operands.slice(at, at < places.length - 1 ? at + 1 : undefined).flat())
  }
  return { given, of, operands: operands.flat() }
}

/** The text of the one value. */
export function textGiven(bound: Bound, name: string): string | undefined {
  return textOf(bound.of(name)[0])
}

/** One name for parameters that mean the same here. */
function sameAs(name: string): string {
  return name
    .replace(/^(?:LiteralPath|PSPath|lp|FilePath)$/, 'Path')
    .replace(/^(?:Command|Process|Parallel|FilterScript)$/, 'ScriptBlock')
    .replace(/^Args$/, 'ArgumentList')
    .replace(/^NewName$/, 'Destination')
}
