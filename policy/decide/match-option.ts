/** Checks on what an option of a program is given: `--namespace prod`, `--namespace=prod`, `-nprod`. */
import type { RunCheck } from '../compile/compiled.ts'
import type { Run, Word } from '../shell/effects.ts'
import { maybe, some, type Truth } from './kleene.ts'
import { matchOperand } from './match-operand.ts'
import { certainStart, certainText } from './word-text.ts'

type OptionCheck = Extract<RunCheck, { check: 'option' }>

const UNCLEAR = maybe('argument')

/** Whether one of the names is given, with a value that fits. The rule says that they take one, so the word after it is the value. */
export const matchOption = ({ names, is }: OptionCheck, run: Run): Truth => {
  const given = names.filter(name => run.flags.includes(name) || run.globals.includes(name))
  const known = given.length === 0 ? 'no' : some(valuesOf(given, run.args), value => matchOperand(is, [value]))
  return known === 'no' && run.mayHaveMoreFlags ? UNCLEAR : known
}

const valuesOf = (names: readonly string[], args: readonly Word[]): readonly Word[] => {
  const end = args.findIndex(arg => certainText(arg) === '--')
  return args.slice(0, end < 0 ? args.length : end).flatMap((arg, at) => {
    const start = certainStart(arg)
    const name = names.find(one => isGivenBy(start, one))
    if (name === undefined) return []
    const next = args[at + 1]
    // A cluster that ends with it, `-itv`, has the value in the next word as well.
    const isAlone = certainText(arg) !== undefined && (start === name || !start.startsWith(name))
    if (isAlone) return next === undefined ? [] : [next]
    const isEqual = start[name.length] === '='
    return [withoutStart(arg, name.length + (isEqual ? 1 : 0))]
  })
}

const isGivenBy = (start: string, name: string): boolean => {
  if (start === name || start.startsWith(`${name}=`)) return true
  const isLetter = /^-[^-]$/.test(name)
  return isLetter && (start.startsWith(name) || (/^-[a-zA-Z]+$/.test(start) && start.endsWith(name.slice(1))))
}

const withoutStart = ({ pieces, ...word }: Word, count: number): Word => {
  const [first, ...rest] = pieces
  return first?.kind === 'text' ? { ...word, pieces: [{ kind: 'text', text: first.text.slice(count) }, ...rest] } : { ...word, pieces }
}
