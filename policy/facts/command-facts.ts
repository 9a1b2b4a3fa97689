import type { Evaluation, FileEffect } from '../shell/effects.ts'
import type { FoundPath } from './bound-paths.ts'
import { foldPath } from './lexical-path.ts'
import { type Spelled, spellPath } from './spell.ts'

/** `evaluateCommand` of policy/shell, handed in. */
export type Evaluate = (line: string) => Evaluation

/** What castellan says of a program it cannot read at all: anything may run. */
export const UNREADABLE: Evaluation = { effects: [], markers: [{ kind: 'dynamic-script', at: { start: 0, end: 0 }, source: '' }] }

/** The files a command line would touch, seen from `cwd`. */
export const pathsOfCommand = (command: Evaluation, cwd: string | null, home: readonly string[]): readonly FoundPath[] =>
  command.effects
    .filter((effect): effect is FileEffect => effect.kind !== 'run' && effect.kind !== 'connect')
    .filter(effect => effect.pattern === undefined && effect.certainty === undefined)
    .map(effect => ({ action: effect.kind, written: effect.path, spelled: spellEffect(effect, cwd, home) }))

const spellEffect = ({ path, directory }: FileEffect, cwd: string | null, home: readonly string[]): Spelled => {
  const start = directory === undefined ? cwd : null
  const directories = typeof directory === 'string' ? spellPath(directory, cwd, home, 'shell') : undefined
  const spelled = spellPath(path, directories?.spellings?.[0] ?? start, home, 'shell')
  const isFromDirectory = !path.startsWith('/') && !path.startsWith('~')
  return isFromDirectory && directories?.mayLandElsewhere ? { ...spelled, mayLandElsewhere: true } : spelled
}

/** The directory a child starts in: the session's, or `start` seen from it; null when that cannot be told. */
export const startDirectory = (start: unknown, cwd: string): string | null => {
  if (start === undefined) return cwd
  const landing = typeof start === 'string' ? spellPath(start, cwd, [], 'tool').spellings?.[0] : undefined
  return landing === undefined ? null : foldPath(landing)
}
