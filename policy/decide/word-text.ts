import type { Word } from '../shell/effects.ts'

/** The whole argument, when running the line could not change it. */
export const certainText = (word: Word): string | undefined => {
  if (word.isMany) return undefined
  let text = ''
  for (const piece of word.pieces) {
    if (piece.kind !== 'text') return undefined
    text += piece.text
  }
  return text
}

/** The certain characters the argument starts with; '' when its very start cannot be told. */
export const certainStart = (word: Word): string => {
  let text = ''
  for (const piece of word.pieces) {
    if (piece.kind !== 'text') return text
    text += piece.text
  }
  return text
}

/** The argument with its patterns over file names as they stand there; undefined when some of it cannot be told. */
export const writtenText = (word: Word): string | undefined => {
  let text = ''
  for (const piece of word.pieces) {
    if (piece.kind === 'unknown') return undefined
    text += piece.text
  }
  return text
}
