/** Whether a call leaves text of its own in a file: what it is told, not what it finds elsewhere. */
import type { Facts, PathFact } from './facts.ts'

/** Programs that put nothing into a file of what stands on their line, but names. */
const TAKES_FROM_ELSEWHERE = new Set(
  'chmod chown cp curl git grep install ln mkdir mktemp mv rg rsync scp tar touch truncate unzip wget zip'.split(' '),
)

/** What stands in a device is kept nowhere. */
const isDevice = (spelling: string): boolean => spelling.startsWith('/dev/')

/** An argument that is merely shaped like a path does not count. */
const isOfText = ({ action, may, spellings, by }: PathFact): boolean => {
  if (action !== 'write' || may === 'argument' || spellings?.every(isDevice)) return false
  return !by?.length || by.some(program => program === undefined || !TAKES_FROM_ELSEWHERE.has(program))
}

/** What a command line does not tell does not count: it may do anything, and mostly does nothing of the kind. */
export const writesText = ({ paths }: Facts): boolean => paths.some(isOfText)
