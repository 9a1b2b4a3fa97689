import type { RunCheck } from '../compile/compiled.ts'
import type { Piece, Run, Word } from '../shell/effects.ts'
import { atMost, every, maybe, not, some, type Truth } from './kleene.ts'
import { anyFlag } from './match-flags.ts'
import { matchOperand } from './match-operand.ts'
import { certainStart, certainText } from './word-text.ts'

export type RefCheck = Extract<RunCheck, { check: 'ref' }>

/** One thing that git moves between two repositories. Without a word for an end, only the repository tells which ref that is. */
type Ref = { readonly force: Truth; readonly source?: Word; readonly destination?: Word }

const UNTOLD = maybe('argument')
/** `--mirror` also overwrites what cannot be merged. */
const FORCE = ['-f', '--force', '--mirror'] as const
/** Every ref there is, or every branch, or what the configuration says. */
const MANY = ['--all', '--branches', '--mirror'] as const

/**
 * Whether one ref that `git push` or `git fetch` moves fits in every respect. `operands` are the words after the subcommand: the repository, then refspecs.
 * A branch counts by its short name and by its full one. Where the line names no ref, which it is cannot be told.
 */
export const matchRef = (check: RefCheck, run: Run, operands: readonly Word[], all: readonly RunCheck[]): Truth => {
  const fits = some(refsOf(run, operands, all), ref => {
    const isForced = check.force === undefined ? 'yes' : check.force ? ref.force : not(ref.force)
    return every([isForced, endFits(check.source, ref.source), endFits(check.destination, ref.destination)], truth => truth)
  })
  const isAboutEnds = check.source !== undefined || check.destination !== undefined
  return isAboutEnds && isShifting(operands) ? atMost(fits, UNTOLD) : fits
}

/** A first word that may vanish or be several leaves open which word is the repository. */
const isShifting = ([repository]: readonly Word[]): boolean => repository?.isMany === true

const endFits = (is: RefCheck['source'], end: Word | undefined): Truth => {
  if (is === undefined) return 'yes'
  if (end === undefined) return UNTOLD
  const text = certainText(end)
  if (text === 'HEAD' || text === '@' || text?.includes('*')) return some([matchOperand(is, [end]), UNTOLD], truth => truth)
  return some([end, ...shortForms(end)], word => matchOperand(is, [word]))
}

/** `refs/heads/main` is `main`. */
const shortForms = (end: Word): readonly Word[] => {
  const [first, ...rest] = end.pieces
  const prefix = first?.kind === 'text' ? /^(?:refs\/)?heads\//.exec(first.text)?.[0] : undefined
  return prefix === undefined || first?.kind !== 'text' ? [] : [wordOf([{ kind: 'text', text: first.text.slice(prefix.length) }, ...rest])]
}

const wordOf = (pieces: readonly Piece[], isMany = false): Word => ({
  pieces: pieces.filter(piece => piece.kind !== 'text' || piece.text !== ''),
  isMany,
  source: '',
})

const refsOf = (run: Run, operands: readonly Word[], all: readonly RunCheck[]): readonly Ref[] => {
  const force = anyFlag(FORCE, run, all)
  const [, ...specs] = operands
  const words = isShifting(operands) ? operands : specs
  const refs: Ref[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const tag = certainText(word) === 'tag' ? words[at + 1] : undefined
    if (tag === undefined) refs.push(refOf(word, force))
    else {
      const destination = wordOf([{ kind: 'text', text: 'refs/tags/' }, ...tag.pieces], tag.isMany)
      refs.push({ force, source: tag, destination })
      at++
    }
  }
  const isOpen = refs.length === 0 || anyFlag(MANY, run, all) !== 'no'
  return isOpen ? [...refs, { force }] : refs
}

const refOf = (word: Word, byFlag: Truth): Ref => {
  const start = certainStart(word)
  const isPlus = start.startsWith('+')
  const mayBePlus = start === '' && certainText(word) === undefined
  const force = isPlus ? 'yes' : mayBePlus ? some([byFlag, UNTOLD], truth => truth) : byFlag
  const pieces = isPlus ? withoutFirst(word.pieces) : word.pieces
  const at = pieces.findIndex(piece => piece.kind === 'text' && piece.text.includes(':'))
  const split = pieces[at]
  if (split?.kind !== 'text') {
    const isWhole = certainText(word) !== undefined
    const end = wordOf(pieces, word.isMany)
    // What is not known of it may hold the colon.
    return isWhole ? { force, source: end, destination: end } : { force, destination: wordOf([{ kind: 'unknown' }], word.isMany) }
  }
  const colon = split.text.indexOf(':')
  const source = wordOf([...pieces.slice(0, at), { kind: 'text', text: split.text.slice(0, colon) }])
  const destination = wordOf([{ kind: 'text', text: split.text.slice(colon + 1) }, ...pieces.slice(at + 1)], word.isMany)
  // `:` alone moves every branch that both sides have.
  const isMatching = source.pieces.length === 0 && destination.pieces.length === 0
  return isMatching ? { force } : { force, source, destination }
}

const withoutFirst = ([first, ...rest]: readonly Piece[]): readonly Piece[] =>
  first?.kind === 'text' ? [{ kind: 'text', text: first.text.slice(1) }, ...rest] : [...(first === undefined ? [] : [first]), ...rest]
