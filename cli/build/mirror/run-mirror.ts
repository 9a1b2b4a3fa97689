/**
 * A `run` condition as Claude Code permission rules. The engine's `Bash(words:*)` holds where a command starts with exactly these words (quotes,
 * spacing, a leading path, assignments and simple wrappers set aside), so every required word is spelled and stands directly behind the program.
 */
import type { Condition, Matcher, RunCheck } from '../../../policy/compile/compiled.ts'

export type Spelled = {
  readonly rules: readonly string[] /** What of the condition has no rule, each a reason. */
  readonly missing: readonly string[]
}

type RunCondition = Extract<Condition, { readonly kind: 'run' }>

/** Words that must all be there, in any order. */
type Words = readonly string[]
type Expanded = { readonly ways: readonly Words[]; readonly missing: readonly string[] }

/** Past this many rules for one condition the rest is not spelled: a settings file is read by people. */
const MAX_RULES = 48
/** Words that mean the same to the shell and to the engine's rule reader. */
const PLAIN_WORD = /^[\w./@%+=,-]+$/

const ALWAYS: Expanded = { ways: [[]], missing: [] }

/** The exact values a matcher stands for; undefined: it stands for a pattern. */
export function literals(matcher: Matcher): readonly string[] | undefined {
  if ('equals' in matcher) return [String(matcher.equals)]
  return 'oneOf' in matcher ? matcher.oneOf.map(String) : undefined
}

const both = (some: Expanded, others: Expanded): Expanded => ({
  ways: some.ways.flatMap(way => others.ways.map(other => [...way, ...other])),
  missing: [...some.missing, ...others.missing],
})

const either = (all: readonly Expanded[]): Expanded => ({ ways: all.flatMap(one => one.ways), missing: all.flatMap(one => one.missing) })

const oneOf = (words: readonly string[]): Expanded => ({ ways: words.map(word => [word]), missing: [] })

const never = (reason: string): Expanded => ({ ways: [], missing: [reason] })

function expand(check: RunCheck): Expanded {
  switch (check.check) {
    case 'any-flag':
      return oneOf(check.flags)
    case 'all-flags':
      return check.groups.map(oneOf).reduce(both, ALWAYS)
    case 'operand': {
      const words = literals(check.is)
      return words ? oneOf(words) : never('an operand given as a pattern')
    }
    case 'not-flags':
      return never('an exception for flags')
    case 'any':
      return either(check.of.map(branch => branch.map(expand).reduce(both, ALWAYS)))
  }
}

/** Every order of the words; short flags also joined (`-rf`), as people write them. */
function orders(words: Words): string[][] {
  if (words.length === 0) return [[]]
  const isShort = (word: string) => /^-[A-Za-z0-9]$/.test(word)
  const straight = words.flatMap((word, at) => orders(words.toSpliced(at, 1)).map(rest => [word, ...rest]))
  const shorts = words.filter(isShort)
  if (shorts.length < 2) return straight
  const others = words.filter(word => !isShort(word))
  const bundles = orderings(shorts.map(flag => flag.slice(1))).map(letters => `-${letters.join('')}`)
  return [...straight, ...bundles.flatMap(bundle => orders([bundle, ...others]))]
}

const orderings = (items: readonly string[]): string[][] =>
  items.length === 0 ? [[]] : items.flatMap((item, at) => orderings(items.toSpliced(at, 1)).map(rest => [item, ...rest]))

/** More required words than this have too many orders to spell. */
const MAX_WORDS = 4

/**
 * The command heads (`git push --force`) of which each makes the condition hold whatever follows. `rules` are heads here, not yet permission rules:
 * whether the policy agrees about a head is asked elsewhere.
 */
export function commandHeads(condition: RunCondition): Spelled {
  const programs = condition.program ? literals(condition.program) : undefined
  if (programs === undefined)
    return { rules: [], missing: [condition.program ? 'a program given as a pattern' : 'a rule about every program'] }
  const { ways, missing } = condition.checks.map(expand).reduce(both, ALWAYS)
  const isShort = (way: Words) => way.length <= MAX_WORDS
  const tails = ways.filter(isShort).flatMap(orders)
  const heads = programs.flatMap(program =>
    (condition.subcommand ?? [[]]).flatMap(subcommand => tails.map(tail => [program, ...subcommand, ...tail])),
  )
  const plain = heads.filter(words => words.every(word => PLAIN_WORD.test(word))).map(words => words.join(' '))
  const rules = [...new Set(plain)]
  return {
    rules: rules.slice(0, MAX_RULES),
    missing: [
      ...missing,
      ...(ways.every(isShort) ? [] : ['a combination of more than four words']),
      ...(plain.length === heads.length ? [] : ['words with characters that a permission rule would read differently']),
      ...(rules.length <= MAX_RULES ? [] : [`more than ${MAX_RULES} spellings`]),
    ],
  }
}
