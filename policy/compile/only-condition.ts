/** An allowlist to a compiled condition: it holds of every command line that leaves the list. */
import type { EntrySource, OnlySource } from '../schema/only.ts'
import type { PathsSource } from '../schema/paths.ts'
import { many } from '../schema/strict.ts'
import { unknownOf } from '../schema/unknown.ts'
import type { Condition, HostsCondition, PathGlob, PathsCondition, RunCheck, RunCondition } from './compiled.ts'
import { conditionOf } from './condition-of.ts'
import { globMatcherOf } from './matcher-of.ts'
import { compilePathGlob } from './path-glob.ts'
import type { Unknown } from './unknown-kinds.ts'
import type { Verdict } from './verdict.ts'

/** Variables that change how a program writes, and nothing of what it does. */
export const PLAIN_VARIABLES = 'CI COLUMNS FORCE_COLOR LANG LC_ALL LINES NODE_ENV NO_COLOR TERM TZ'.split(' ')

/** Options that start and change nothing. */
export const PLAIN_GLOBALS = ['--no-pager', '--no-optional-locks']

export const onlyConditionOf = (source: OnlySource): Condition => {
  const { allow, write, read, connect = [], variables = PLAIN_VARIABLES, caller, agent } = source
  const wanted = allow.flatMap(one => (one.env === undefined ? [] : variablesOf(one.env)))
  const only: Condition = {
    kind: 'only',
    allow: allow.map(entryOf),
    variables: [...new Set([...variables, ...wanted])],
    outside: [
      ...outsideOf('write', write ?? []),
      ...outsideOf('delete', write ?? []),
      ...(read === undefined ? [] : outsideOf('read', read)),
      ...(many<string>(connect).includes('*') ? [] : [elsewhere(connect)]),
    ],
  }
  if (caller === undefined && agent === undefined) return only
  const around = conditionOf({ caller, agent })
  return { kind: 'all', of: [only, ...(around.kind === 'all' ? around.of : [around])] }
}

/** What cannot be told is not listed: it counts as what is not, unless the rule says otherwise. */
export const onlyUnknownOf = (source: OnlySource['unknown'], decide: Verdict): Unknown =>
  source === undefined ? decide : typeof source === 'string' ? source : unknownOf({ ...source, default: source.default ?? decide })

/** Every operand must be listed, where a rule's `operand` looks for one; options before the subcommand (`git -p status`) too. */
const entryOf = ({ globals = PLAIN_GLOBALS, operand, 'only-flags': flags, ...run }: EntrySource): RunCondition => {
  const compiled = conditionOf({ run }) as RunCondition
  const checks: RunCheck[] = [
    ...(flags === undefined ? [] : [{ check: 'only-flags' as const, flags: many<string>(flags) }]),
    ...(operand === undefined ? [] : [{ check: 'operands' as const, of: many(operand).map(globMatcherOf) }]),
    ...(run.subcommand === undefined ? [] : [{ check: 'globals' as const, flags: many<string>(globals) }]),
  ]
  return { ...compiled, checks: [...compiled.checks, ...checks] }
}

const variablesOf = (env: NonNullable<EntrySource['env']>): readonly string[] =>
  typeof env === 'object' && !Array.isArray(env) ? Object.keys(env) : many(env as string | readonly string[])

/** The paths that the list has not got; none where it has every path. */
const outsideOf = (kind: PathsCondition['kind'], source: PathsSource): readonly PathsCondition[] => {
  const { glob, not = [] } = typeof source === 'object' && 'glob' in source ? source : { glob: source }
  const globs = many<string>(glob)
  const excepted = many<string>(not)
  const isEverywhere = globs.some(one => one === '**' || one === '/**')
  return [
    ...(isEverywhere ? [] : [{ kind, globs: globsOf(['**']), not: globsOf(globs).map(asWritten) }]),
    ...(excepted.length === 0 ? [] : [{ kind, globs: globsOf(excepted), not: [] }]),
  ]
}

const globsOf = (sources: readonly string[]): readonly PathGlob[] =>
  sources.flatMap(source => {
    const compiled = compilePathGlob(source)
    return compiled.ok ? [compiled.glob] : []
  })

/** Letters keep their case: what is allowed must not reach further than written. */
const asWritten = (glob: PathGlob): PathGlob => ({ ...glob, re: new RegExp(glob.re.source, glob.re.flags.replace('i', '')) })

const elsewhere = (hosts: string | string[]): HostsCondition => conditionOf({ connect: { host: '*', not: hosts } }) as HostsCondition
