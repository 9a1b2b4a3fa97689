/** Compares what a shell ran with what was found, for the oracle tests. */
import type { Run, Word } from '../../../policy/shell/effects.ts'
import type { Ran } from './real-bash.ts'

/** Whether what bash ran is what the evaluator says, where it says so. */
export function fits(run: Run, call: Ran): boolean {
  return run.name === call.name && argsFit(run.args, call.args)
}

function argsFit(words: readonly Word[], args: readonly string[]): boolean {
  const [word, ...rest] = words
  if (word === undefined) return args.length === 0
  if (word.isMany) return Array.from({ length: args.length + 1 }, (_, taken) => taken).some(taken => argsFit(rest, args.slice(taken)))
  const [arg, ...others] = args
  return arg !== undefined && wordFits(word, arg) && argsFit(rest, others)
}

/** A tilde stands for the home directory. */
function wordFits(word: Word, arg: string): boolean {
  const source = word.pieces.map(piece => (piece.kind === 'text' ? piece.text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : '[^]*')).join('')
  return new RegExp(`^${source}$`).test(arg) || word.source === '~'
}
