/**
 * A `run` condition as heads of command lines. The engine's `Bash(words:*)` holds where a command starts with exactly these words (quotes, spacing, a
 * leading path, assignments and simple wrappers set aside), so every required word is spelled and stands directly behind the program.
 */
import type { Condition, Matcher, RunCheck } from '../../../policy/compile/compiled.ts'

/** The start of a command line. `isExact`: what follows could undo the condition, so only the line as it stands is meant. */
export type Head = { readonly text: string; readonly isExact: boolean }

/** `missing`: what of the condition no head stands for, each a reason. */
export type Heads = { readonly heads: readonly Head[]; readonly missing: readonly string[] }

type RunCondition = Extract<Condition, { readonly kind: 'run' }>

/** Words that must all be there, in any order. */
type Way = { readonly words: readonly string[]; readonly isExact: boolean }
type Expanded = { readonly ways: readonly Way[]; readonly missing: readonly string[] }

/** Past this many heads of one condition the rest is not spelled: a settings file is read by people. */
const MAX_HEADS = 48
/** Bounds the work on a condition of many combinations; far more than are spelled. */
const MAX_WAYS = 512
/** More required words than this have too many orders to spell. */
const MAX_WORDS = 4
/** Words that mean the same to the shell and to the engine's rule reader. */
const PLAIN_WORD = /^[\w./@%+=,-]+$/

const ALWAYS: Expanded = { ways: [{ words: [], isExact: false }], missing: [] }

/** The exact values a matcher stands for; undefined: it stands for a pattern. */
export function literals(matcher: Matcher): readonly string[] | undefined {
  if ('equals' in matcher) return [String(matcher.equals)]
  return 'oneOf' in matcher ? matcher.oneOf.map(String) : undefined
}

const joined = (some: Way, other: Way): Way => ({ words: [...some.words, ...other.words], isExact: some.isExact || other.isExact })

function both(some: Expanded, others: Expanded): Expanded {
  const ways = some.ways.flatMap(way => others.ways.map(other => joined(way, other)))
  const missing = [...some.missing, ...others.missing]
  return ways.length <= MAX_WAYS
    ? { ways, missing }
    : { ways: ways.slice(0, MAX_WAYS), missing: [...missing, 'more combinations than are spelled'] }
}

const all = (checks: readonly RunCheck[]): Expanded => checks.map(expand).reduce(both, ALWAYS)

const oneOf = (words: readonly string[]): Expanded => ({ ways: words.map(word => ({ words: [word], isExact: false })), missing: [] })

function expand(check: RunCheck): Expanded {
  switch (check.check) {
    case 'any-flag':
      return oneOf(check.flags)
    case 'all-flags':
      return check.groups.map(oneOf).reduce(both, ALWAYS)
    case 'not-flags':
      return { ways: [{ words: [], isExact: true }], missing: ['an exception for flags, so nothing may follow'] }
    case 'operand': {
      const words = literals(check.is)
      return words ? oneOf(words) : { ways: [], missing: ['an operand given as a pattern'] }
    }
    case 'any': {
      const branches = check.of.map(all)
      return { ways: branches.flatMap(branch => branch.ways), missing: branches.flatMap(branch => branch.missing) }
    }
    default:
      return { ways: [], missing: [`a condition on ${check.check}, which no head of a command line tells`] }
  }
}

const permutations = (items: readonly string[]): string[][] =>
  items.length === 0 ? [[]] : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map(rest => [item, ...rest]))

/** Every order of the words; short flags also as one (`-rf`), as people write them. */
function orders(words: readonly string[]): string[][] {
  const shorts = words.filter(word => /^-[A-Za-z0-9]$/.test(word))
  const others = words.filter(word => !shorts.includes(word))
  const bundles = shorts.length < 2 ? [] : permutations(shorts.map(flag => flag.slice(1))).map(letters => `-${letters.join('')}`)
  return [...permutations(words), ...bundles.flatMap(bundle => permutations([bundle, ...others]))]
}

/**
 * The heads (`git push --force`) of which each should make the condition hold, whatever follows it or, where exact, as it stands. Whether the policy
 * agrees is asked elsewhere.
 */
export function commandHeads(condition: RunCondition): Heads {
  const programs = condition.program ? literals(condition.program) : undefined
  if (programs === undefined)
    return { heads: [], missing: [condition.program ? 'a program given as a pattern' : 'a rule about every program'] }
  const { ways, missing } = all(condition.checks)
  const spellable = ways.filter(way => way.words.length <= MAX_WORDS)
  const tails = spellable.flatMap(way => orders(way.words).map(words => ({ words, isExact: way.isExact })))
  const starts = programs.flatMap(program => (condition.subcommand ?? [[]]).map(subcommand => [program, ...subcommand]))
  const lines = starts.flatMap(start => tails.map(tail => ({ words: [...start, ...tail.words], isExact: tail.isExact })))
  const plain = lines.filter(line => line.words.every(word => PLAIN_WORD.test(word)))
  const heads = new Map(
    plain.map(line => [`${line.words.join(' ')} ${line.isExact}`, { text: line.words.join(' '), isExact: line.isExact }]),
  )
  return {
    heads: [...heads.values()].slice(0, MAX_HEADS),
    missing: [
      ...missing,
      ...(spellable.length === ways.length ? [] : ['a combination of more than four words']),
      ...(plain.length === lines.length ? [] : ['words with characters that a permission rule would read differently']),
      ...(heads.size <= MAX_HEADS ? [] : [`more than ${MAX_HEADS} spellings`]),
    ],
  }
}
