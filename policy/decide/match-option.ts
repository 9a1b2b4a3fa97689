import type { RunCheck } from '../compile/compiled.ts'
import { dropStart, wordOf } from '../shell/arg.ts'
import type { Run, Word } from '../shell/effects.ts'
import { atLeast, maybe, some, type Truth } from './kleene.ts'
import { matchOperand } from './match-operand.ts'
import { certainStart } from './word-text.ts'

const UNCLEAR = maybe('argument')

/** The shortest abbreviation of a long option that counts, as for flags. */
const MIN_ABBREVIATION = 4

/**
 * Whether one of the flags is given with a value that fits: `-X DELETE`, `-XDELETE`, `-sXDELETE`, `--request=DELETE`, `--request DELETE`. Looked for among
 * all arguments up to `--`, the program's global options included, since nobody says which options of a program take a value.
 */
export const matchOption = ({ flags, is }: Extract<RunCheck, { check: 'option' }>, { args, mayHaveMoreFlags }: Run): Truth => {
  const end = args.findIndex(arg => certainStart(arg) === '--')
  const options = (end < 0 ? args : args.slice(0, end)).map((arg, at) => [arg, args[at + 1]] as const)
  const given = some(options, ([arg, next]) => some(flags, flag => valueFits(flag, arg, next, is)))
  return mayHaveMoreFlags ? atLeast(given, UNCLEAR) : given
}

const valueFits = (flag: string, arg: Word, next: Word | undefined, is: Parameters<typeof matchOperand>[0]): Truth => {
  const start = certainStart(arg)
  const equals = start.indexOf('=')
  const name = equals < 0 ? start : start.slice(0, equals)
  const isLong = name === flag || (name.length >= MIN_ABBREVIATION && name.startsWith('--') && flag.startsWith(name))
  const letter = !isLong && flag.length === 2 && /^-[A-Za-z0-9]/.test(start) ? start.indexOf(flag.charAt(1), 1) : -1
  if (!isLong && letter < 0) return 'no'
  const dropped = letter < 0 ? (equals < 0 ? start.length : equals + 1) : letter + 1
  const value = wordOf(dropStart({ ...arg, parts: arg.pieces }, dropped))
  if (equals >= 0 || value.pieces.length > 0) return matchOperand(is, [value])
  return next === undefined ? 'no' : matchOperand(is, [next])
}
