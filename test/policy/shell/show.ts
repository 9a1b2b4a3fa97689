/** Evaluations in a short form that a table of expectations can hold. */
import type { Effect, Evaluation, Word } from '../../../policy/shell/effects.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'

/** `git push -f`; `?` for what is unknown, `…` after a word that may be any number of them. An unknown program is `?`. */
export function runsOf(command: string): string[] {
  return evaluateCommand(command).effects.flatMap(effect => (effect.kind === 'run' ? [runText(effect)] : []))
}

export function runText(effect: Extract<Effect, { kind: 'run' }>): string {
  const via = effect.via.length === 0 ? '' : `${effect.via.join(' > ')} > `
  return `${via}${[effect.name ?? '?', ...effect.args.map(wordText)].join(' ')}`
}

export function wordText(word: Word): string {
  const text = word.pieces.map(piece => (piece.kind === 'unknown' ? '?' : piece.text)).join('')
  return `${text === '' ? "''" : text}${word.isMany ? '…' : ''}`
}

/** `write a`; with a directory, `write b in a`; `in ?` where it cannot be told. Only paths that are wholly known. */
export function filesOf(command: string): string[] {
  return evaluateCommand(command).effects.flatMap(effect => {
    if (effect.kind === 'run' || effect.kind === 'connect' || effect.pattern !== undefined) return []
    const directory = effect.directory === undefined ? '' : ` in ${effect.directory ?? '?'}`
    return [`${effect.kind} ${effect.path}${directory}`]
  })
}

/** `read .env*`: the files that only a pattern tells; `?` for what is unknown. */
export function patternsOf(command: string): string[] {
  return evaluateCommand(command).effects.flatMap(effect => {
    if (effect.kind === 'run' || effect.kind === 'connect' || effect.pattern === undefined) return []
    return [`${effect.kind} ${wordText({ pieces: effect.pattern, isMany: false, source: '' })}`]
  })
}

/** The addresses that would be contacted. */
export function addressesOf(command: string): string[] {
  return evaluateCommand(command).effects.flatMap(effect => (effect.kind === 'connect' ? [wordText(effect.address)] : []))
}

export function markersOf(command: string): string[] {
  return evaluateCommand(command).markers.map(marker => marker.kind)
}

/** The names of the programs that would run, in order. */
export function programsOf(evaluation: Evaluation): (string | undefined)[] {
  return evaluation.effects.flatMap(effect => (effect.kind === 'run' ? [effect.name] : []))
}
