/** The nouns of `$` in Claude Code 2.1.332. */
import { didYouMean } from '../compile/closest.ts'
import { nounsOf, OWN_CALLS } from '../compile/own-calls.ts'
import { show } from '../compile/show.ts'

const NOUNS = [
  'agent',
  'audio',
  'clock',
  'command',
  'config',
  'env',
  'fs',
  'http',
  'mcp',
  'model',
  'process',
  'prompt',
  'session',
  'settings',
  'state',
  'store',
  'telemetry',
  'theme',
  'tool',
  'turn',
  'ui',
  'vcs',
  'wasm',
] as const

/** Why castellan itself cannot do without a noun. Withholding takes it from everybody, castellan included. */
export const NEEDED: ReadonlyMap<string, string> = nounsOf(OWN_CALLS)

export const isNoun = (name: string): boolean => (NOUNS as readonly string[]).includes(name)

/** What is wrong with a noun, as a whole sentence; undefined: nothing. */
export const nounProblem = (name: string): string | undefined =>
  isNoun(name) ? undefined : `${show(name)} is no noun of $.${didYouMean(name, NOUNS)} The nouns are ${NOUNS.join(', ')}.`

/** A `$` call or a pattern over calls and events: does its noun exist? `classic` names events only. */
export const callProblem = (call: string): string | undefined => {
  const noun = call.split('.')[0] ?? ''
  return noun === '*' ? undefined : nounProblem(noun)
}
