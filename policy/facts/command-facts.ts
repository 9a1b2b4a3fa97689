import type { Evaluation, FileEffect } from '../shell/effects.ts'
import type { FoundPath } from './bound-paths.ts'
import { foldPath } from './lexical-path.ts'
import { spellPattern } from './path-pattern.ts'
import { programsBehind } from './programs-behind.ts'
import { type Spelled, spellPath } from './spell.ts'

/** `evaluateCommand` of policy/shell, handed in. */
export type Evaluate = (line: string) => Evaluation

/** What castellan says of a program it cannot read at all: anything may run. */
export const UNREADABLE: Evaluation = { effects: [], markers: [{ kind: 'dynamic-script', at: { start: 0, end: 0 }, source: '' }] }

/** The files a command line would touch, seen from `cwd`. */
export const pathsOfCommand = (command: Evaluation, cwd: string | null, home: readonly string[]): readonly FoundPath[] => {
  const files = command.effects.filter((effect): effect is FileEffect => effect.kind !== 'run' && effect.kind !== 'connect')
  const hasHidden = files.some(file => file.pattern !== undefined) && findsHidden(command)
  const behind = programsBehind(command.effects, files.length)
  return files.map(effect => {
    const by = behind(effect)
    return {
      action: effect.kind,
      written: effect.path,
      spelled: spellEffect(effect, cwd, home, hasHidden),
      ...(by.length > 0 && { by }),
      ...(effect.certainty === 'may' && { may: 'code' as const }),
      inScript: effect.inScript,
    }
  })
}

/** `shopt -s dotglob`, `bash -O dotglob`, `setopt GLOB_DOTS`, wherever on the line. */
const HIDDEN_OPTION = /dotglob|globdots/i

const findsHidden = ({ effects }: Evaluation): boolean =>
  effects.some(effect => effect.kind === 'run' && effect.args.some(arg => HIDDEN_OPTION.test(arg.source.replaceAll('_', ''))))

const spellEffect = (
  { path, directory, pattern }: FileEffect,
  cwd: string | null,
  home: readonly string[],
  hasHidden: boolean,
): Spelled => {
  const start = directory === undefined ? cwd : null
  const directories = typeof directory === 'string' ? spellPath(directory, cwd, home, 'shell') : undefined
  const base = directories?.spellings?.[0] ?? start
  const spelled = pattern === undefined ? spellPath(path, base, home, 'shell') : spellPattern(pattern, base, home, { hasHidden })
  const isFromDirectory = !path.startsWith('/') && !path.startsWith('~')
  return isFromDirectory && directories?.mayLandElsewhere ? { ...spelled, mayLandElsewhere: true } : spelled
}

/** The directory a child starts in: the session's, or `start` seen from it; null when that cannot be told. */
export const startDirectory = (start: unknown, cwd: string): string | null => {
  if (start === undefined) return cwd
  const landing = typeof start === 'string' ? spellPath(start, cwd, [], 'tool').spellings?.[0] : undefined
  return landing === undefined ? null : foldPath(landing)
}
