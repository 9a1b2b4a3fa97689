import type { Evaluation, FileEffect } from '../shell/effects.ts'
import type { FoundPath } from './bound-paths.ts'
import { foldPath } from './lexical-path.ts'
import { CANNOT_SPELL, type Spelled, spellPath } from './spell.ts'

/** `evaluateCommand` of policy/shell, handed in. */
export type Evaluate = (line: string) => Evaluation

/** What castellan says of a program it cannot read at all: anything may run. */
export const UNREADABLE: Evaluation = { effects: [], markers: [{ kind: 'dynamic-script', at: { start: 0, end: 0 }, source: '' }] }

/** The files a command line would touch, seen from `cwd`. */
export const pathsOfCommand = (command: Evaluation, cwd: string | null, home: readonly string[]): readonly FoundPath[] =>
  command.effects
    .filter(effect => effect.kind !== 'run')
    .map(effect => ({ action: effect.kind, written: effect.path, spelled: spellEffect(effect, cwd, home) }))

const spellEffect = (effect: FileEffect, cwd: string | null, home: readonly string[]): Spelled => {
  const moved = effect.directory
  if (moved === undefined) return spellPath(effect.path, cwd, home, 'shell')
  const directories = moved === null ? CANNOT_SPELL : spellPath(moved, cwd, home, 'shell')
  const directory = directories.spellings?.[0] ?? null
  const spelled = spellPath(effect.path, directory, home, 'shell')
  const isFromDirectory = !effect.path.startsWith('/') && !effect.path.startsWith('~')
  return isFromDirectory && directories.mayLandElsewhere ? { ...spelled, mayLandElsewhere: true } : spelled
}

/** The directory a child starts in: the session's, or `start` seen from it; null when that cannot be told. */
export const startDirectory = (start: unknown, cwd: string): string | null => {
  if (start === undefined) return cwd
  const landing = typeof start === 'string' ? spellPath(start, cwd, [], 'tool').spellings?.[0] : undefined
  return landing === undefined ? null : foldPath(landing)
}
