/** Checks on what stands around a program: its environment, the chain it came through, where it runs, the code it is handed. */
import type { Matcher, RunCheck } from '../compile/compiled.ts'
import type { Run, Word } from '../shell/effects.ts'
import { every, maybe, some, type Truth } from './kleene.ts'
import { matchValue } from './match-value.ts'
import { certainText } from './word-text.ts'

type Of<Kind extends RunCheck['check']> = Extract<RunCheck, { check: Kind }>

const UNTOLD = maybe('argument')

/** Whether the variable is set for the program on the line, and its value fits. Of several settings the last one counts. */
export const matchEnv = ({ name, is }: Of<'env'>, { env }: Run): Truth => {
  const set = env?.findLast(one => one.name === name)
  if (set === undefined) return 'no'
  return is === undefined ? 'yes' : matchWord(is, set.value)
}

/** Whether some wrapper of the chain fits, by its whole name (`bash -c`) or by its program alone (`bash`). */
export const matchVia = ({ is }: Of<'via'>, { via }: Run): Truth =>
  some(via, name => some([name, name.split(' ', 1)[0]], one => matchValue(is, one)))

/** Whether code handed to the program is of this language and fits. */
export const matchCode = ({ language, text }: Of<'code'>, { code }: Run): Truth => {
  if (code === undefined) return 'no'
  const isLanguage = language === undefined ? 'yes' : matchValue(language, code.language)
  return every([isLanguage, text === undefined ? 'yes' : matchWord(text, code.text)], truth => truth)
}

/** What a part that cannot be told is tried as. */
const STAND_INS = ['', ' ', 'x', '\n', "'"]

/** A text that is not wholly known fits for certain only where what is known of it holds what is looked for, whatever stands in its gaps. */
const matchWord = (is: Matcher, word: Word): Truth => {
  const text = certainText({ ...word, isMany: false })
  if (text !== undefined) return matchValue(is, text)
  const isExact = 'equals' in is || 'oneOf' in is
  const filled = (gap: string) => word.pieces.map(piece => (piece.kind === 'unknown' ? gap : piece.text)).join('')
  return !isExact && STAND_INS.every(gap => matchValue(is, filled(gap)) === 'yes') ? 'yes' : UNTOLD
}
