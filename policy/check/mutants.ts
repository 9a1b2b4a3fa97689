import type { ArgMatcher, Condition, Matcher, PathGlob, RunCheck, RunCondition } from '../compile/compiled.ts'
import { PLAIN_GLOBALS, PLAIN_VARIABLES } from '../compile/only-condition.ts'
import { branchText, checkText, conditionText, matcherText } from './condition-text.ts'

/**
 * A condition with one thing taken out of it. `wider`: it may hold of more than before, so a silent test should have noticed;
 * `narrower`: it may hold of less, so a firing test should have.
 */
export type Mutant = {
  readonly dropped: string
  readonly change: 'wider' | 'narrower'
  /** What is gone is one glob or name of several: data more than a condition. */
  readonly isListed?: true
  readonly when: Condition
}

type OnlyCondition = Extract<Condition, { kind: 'only' }>

/** A part of a condition with one thing taken out of it. */
type Part<Whole> = Omit<Mutant, 'when'> & { readonly when: Whole }

/** Every condition that is this one with one condition, check, alternative or exception less. */
export const mutantsOf = (condition: Condition): readonly Mutant[] => {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const put = (of: readonly Condition[]): Condition => ({ ...condition, of })
      const isAny = condition.kind === 'any'
      return [
        ...dropped(condition.of, isAny ? 'narrower' : 'wider', one => `${isAny ? 'the branch ' : ''}${conditionText(one)}`, put),
        ...inside(condition.of, mutantsOf, put),
      ]
    }
    case 'not':
      return mutantsOf(condition.of).map(one => ({ ...one, change: OPPOSITE[one.change], when: { kind: 'not', of: one.when } }))
    case 'run':
      return runMutants(condition)
    case 'only':
      return onlyMutants(condition)
    case 'read':
    case 'write':
    case 'delete':
      return [
        ...listed(
          condition.globs,
          one => `the glob ${one.source}`,
          globs => ({ ...condition, globs }),
        ),
        ...dropped<PathGlob, Condition>(
          condition.not,
          'wider',
          one => `the exception ${one.source}`,
          not => ({ ...condition, not }),
        ),
        ...without(condition, 'by'),
        ...(condition.by === undefined ? [] : fewerNames(condition.by, 'program', by => ({ ...condition, by }))),
      ]
    case 'mcp':
      return [...without(condition, 'server'), ...without(condition, 'tool'), ...fewerArgs(condition)]
    case 'tool':
      return [...fewerNames(condition.name, 'name', name => ({ ...condition, name })), ...fewerArgs(condition)]
    case 'mod':
      return [
        ...listed(
          condition.calls,
          one => `the call ${one}`,
          calls => ({ ...condition, calls }),
        ),
        ...fewerArgs(condition),
      ]
    case 'caller': {
      const isBoth = condition.plugin !== undefined && condition.tier !== undefined
      return isBoth ? [...without(condition, 'plugin'), ...without(condition, 'tier')] : []
    }
    case 'unread':
      return listed(
        condition.kinds,
        kind => `the kind ${kind}`,
        kinds => ({ ...condition, kinds }),
      )
    case 'agent':
      return []
    default:
      return optionsOf(condition, ['kind', 'globs', 'hosts', 'not']).flatMap(key => without(condition, key))
  }
}

const OPPOSITE = { wider: 'narrower', narrower: 'wider' } as const

/** What an entry allows less, the rule holds of more. */
const onlyMutants = (only: OnlyCondition): readonly Mutant[] => [
  ...only.allow.map((entry, at) => ({
    dropped: `the entry ${conditionText(entry)}`,
    change: 'wider' as const,
    when: { ...only, allow: only.allow.toSpliced(at, 1) },
  })),
  ...inside<RunCondition, Condition>(only.allow, entryMutants, allow => ({ ...only, allow })),
  ...listMutants(only, ['write', 'delete']),
  ...listMutants(only, ['read']),
  ...listMutants(only, ['connect']),
  ...lessListed(
    only.variables.filter(name => !PLAIN_VARIABLES.includes(name)),
    'the variable',
    gone => ({
      ...only,
      variables: only.variables.filter(name => name !== gone),
    }),
  ),
]

/** Its subcommands are a list of names, as programs are. Nobody wrote which options may stand before the subcommand where they are the plain ones. */
const entryMutants = (entry: RunCondition): readonly Part<RunCondition>[] =>
  runMutants(entry)
    .filter(one => entry.checks.find(isUnwritten) === undefined || (one.when as RunCondition).checks.some(isUnwritten))
    .map(one => ({
      ...one,
      change: OPPOSITE[one.change],
      ...(one.dropped.startsWith('the subcommand ') && one.change === 'narrower' && { isListed: true as const }),
      when: one.when as RunCondition,
    }))

const isUnwritten = (check: RunCheck): boolean => check.check === 'globals' && check.flags.join() === PLAIN_GLOBALS.join()

/** What may be written, read or contacted: each glob of the list, and the list itself, which would leave everything free. */
const listMutants = (only: OnlyCondition, kinds: readonly Condition['kind'][]): readonly Mutant[] => {
  const own = only.outside.filter(one => kinds.includes(one.kind))
  const sources = [...new Set(own.flatMap(one => (one.kind === 'connect' ? one.not.map(matcherText) : one.not.map(glob => glob.source))))]
  if (sources.length === 0) return []
  const without = (gone: string): OnlyCondition['outside'] =>
    only.outside.map(one => {
      if (!kinds.includes(one.kind)) return one
      return one.kind === 'connect'
        ? { ...one, not: one.not.filter(host => matcherText(host) !== gone) }
        : { ...one, not: one.not.filter(glob => glob.source !== gone) }
    })
  return [
    { dropped: `the list for ${kinds[0]}`, change: 'narrower', when: { ...only, outside: only.outside.filter(one => !own.includes(one)) } },
    ...lessListed(sources, `for ${kinds[0]},`, gone => ({ ...only, outside: without(gone) })),
  ]
}

/** One of a list less; of several it is data more than a condition. */
const lessListed = (list: readonly string[], what: string, put: (gone: string) => Condition): readonly Mutant[] =>
  list.map(gone => ({
    dropped: `${what} ${gone}`,
    change: 'wider',
    ...(list.length > 1 && { isListed: true as const }),
    when: put(gone),
  }))

const runMutants = (run: RunCondition): readonly Mutant[] => [
  ...without(run, 'program'),
  ...(run.program === undefined ? [] : fewerNames(run.program, 'program', program => ({ ...run, program }))),
  ...without(run, 'subcommand'),
  ...dropped<readonly string[], Condition>(
    run.subcommand ?? [],
    'narrower',
    words => `the subcommand ${words.join(' ')} of several`,
    subcommand => ({ ...run, subcommand }),
  ),
  ...optionsOf(run, ['kind', 'program', 'subcommand', 'checks']).flatMap(key => without(run, key)),
  ...dropped<RunCheck, Condition>(run.checks, 'wider', checkText, checks => ({ ...run, checks })),
  ...inside<RunCheck, Condition>(run.checks, checkMutants, checks => ({ ...run, checks })),
]

const checkMutants = (check: RunCheck): readonly Part<RunCheck>[] => {
  if (check.check === 'all-flags') {
    const isOne = check.groups.length < 2
    const say = (flags: readonly string[]) => `the flags ${flags.join(' or ')}`
    return isOne ? [] : dropped<readonly string[], RunCheck>(check.groups, 'wider', say, groups => ({ ...check, groups }))
  }
  if (check.check !== 'any') return []
  const put = (of: readonly (readonly RunCheck[])[]): RunCheck => ({ ...check, of })
  return [...dropped(check.of, 'narrower', branch => `the branch ${branchText(branch)}`, put), ...inside(check.of, branchMutants, put)]
}

/** A branch of one check is that check: it goes with the branch. */
const branchMutants = (branch: readonly RunCheck[]): readonly Part<readonly RunCheck[]>[] => {
  const put = (checks: readonly RunCheck[]) => checks
  return [...(branch.length < 2 ? [] : dropped(branch, 'wider', checkText, put)), ...inside(branch, checkMutants, put)]
}

type Put<Item, Whole> = (list: readonly Item[]) => Whole

/** One item of a list less. Of alternatives, one always stays. */
const dropped = <Item, Whole>(
  list: readonly Item[],
  change: Mutant['change'],
  say: (item: Item) => string,
  put: Put<Item, Whole>,
): readonly Part<Whole>[] => {
  const isLast = change === 'narrower' && list.length < 2
  return isLast ? [] : list.map((item, at) => ({ dropped: say(item), change, when: put(list.toSpliced(at, 1)) }))
}

/** One item of a list with something less in it. */
const inside = <Item, Whole>(
  list: readonly Item[],
  mutants: (item: Item) => readonly Part<Item>[],
  put: Put<Item, Whole>,
): readonly Part<Whole>[] => list.flatMap((item, at) => mutants(item).map(one => ({ ...one, when: put(list.with(at, one.when)) })))

/** Without something that may be there. */
const without = <Key extends string>(whole: Condition & { readonly [K in Key]?: unknown }, key: Key): readonly Mutant[] => {
  if (whole[key] === undefined) return []
  const { [key]: gone, ...rest } = whole
  return [{ dropped: `the ${key} ${valueText(gone)}`.trimEnd(), change: 'wider', when: rest as unknown as Condition }]
}

/** One glob or name of a list less. */
const listed = <Item>(list: readonly Item[], say: (item: Item) => string, put: Put<Item, Condition>): readonly Mutant[] =>
  dropped(list, 'narrower', say, put).map(one => ({ ...one, isListed: true }))

const fewerNames = (matcher: Matcher, what: string, put: (matcher: Matcher) => Condition): readonly Mutant[] =>
  'oneOf' in matcher
    ? listed(
        matcher.oneOf,
        name => `the ${what} ${name} of several`,
        oneOf => put({ oneOf }),
      )
    : []

const fewerArgs = (condition: Extract<Condition, { args: unknown }>): readonly Mutant[] =>
  dropped<ArgMatcher, Condition>(
    condition.args,
    'wider',
    ({ path, is }) => `the argument ${path} ${matcherText(is)}`,
    args => ({ ...condition, args }),
  )

const optionsOf = (whole: object, required: readonly string[]): string[] => Object.keys(whole).filter(key => !required.includes(key))

const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(one => (Array.isArray(one) ? one.join(' ') : valueText(one))).join(' or ')
  if (typeof value !== 'object' || value === null) return String(value)
  const isMatcher = ['equals', 'oneOf', 'contains', 'glob', 'regex'].some(key => key in value)
  return isMatcher ? matcherText(value as Matcher) : ''
}
