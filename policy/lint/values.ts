/** Names, flags, globs and expressions in a condition that cannot do what they are for. */
import type { Condition, Matcher, RunCheck } from '../compile/compiled.ts'
import { conditionsOf } from '../compile/conditions.ts'
import { show } from '../compile/show.ts'
import { toolMeant } from '../facts/tools.ts'
import { isOnly } from '../schema/table.ts'
import { isCovered } from './contradiction.ts'
import type { Code, Finding } from './finding.ts'
import { found, pathTo, type RuleSite } from './rule-site.ts'
import { slowPair } from './slow-regex.ts'

type Odd = { readonly code: Code; readonly text: string; readonly message: string }

export const valueFindings = (site: RuleSite): readonly Finding[] =>
  [...conditionsOf(site.rule.when)].flatMap(oddIn).map(({ code, text, message }) => {
    const key = isOnly(site.source) ? 'allow' : 'when'
    const path = pathTo(isOnly(site.source) ? site.source.allow : site.source.when, text) ?? []
    return found(site, code, [key, ...path], message)
  })

const oddIn = (condition: Condition): readonly Odd[] => {
  const slow = matchersOf(condition).flatMap(slowIn)
  if (condition.kind === 'run') return [...slow, ...programs(condition.program), ...flagsOf(condition.checks).flatMap(cluster)]
  if (condition.kind === 'tool') return [...slow, ...namesIn(condition.name).flatMap(tool)]
  // Programs of an allowlist may be paths: from anywhere but the system's folders, they go by it.
  if (condition.kind === 'only') return [...slow, ...condition.allow.flatMap(entry => flagsOf(entry.checks)).flatMap(cluster)]
  const isPath = condition.kind === 'read' || condition.kind === 'write'
  if (!isPath) return slow
  const covered = condition.globs.filter(glob => isCovered(glob, condition.not))
  // All of them: that is a dead condition, told as such.
  if (covered.length === condition.globs.length) return slow
  return [
    ...slow,
    ...covered.map(({ source }) => ({
      code: 'covered-glob' as const,
      text: source,
      message: `every path of the glob ${show(source)} is an exception of the same rule: drop one of the two.`,
    })),
  ]
}

const slowIn = (matcher: Matcher): readonly Odd[] => {
  if (!('regex' in matcher)) return []
  const pair = slowPair(matcher.source)
  if (pair === undefined) return []
  const why =
    pair.length > 1
      ? `${pair.join(' and ')} can take the same text`
      : `${pair[0]} is tried from every place of the text: start with ^, or with something fixed`
  return [
    {
      code: 'slow-regex',
      text: matcher.source,
      message: `the regex ${show(matcher.source)} takes time with the square of the text: ${why}.`,
    },
  ]
}

/** A program is compared with the last segment of its path. */
const programs = (program: Matcher | undefined): readonly Odd[] => {
  return namesIn(program).flatMap(name => {
    const last = name.slice(name.lastIndexOf('/') + 1)
    const message = `no program is named ${show(name)}: programs are compared by the last part of their path, so write ${show(last)}.`
    return name.includes('/') ? [{ code: 'fits-nothing', text: name, message }] : []
  })
}

/** The names that a matcher spells out. */
const namesIn = (matcher: Matcher | undefined): readonly string[] =>
  (matcher === undefined ? [] : 'equals' in matcher ? [matcher.equals] : 'oneOf' in matcher ? matcher.oneOf : []).map(String)

const tool = (name: string): readonly Odd[] => {
  const meant = toolMeant(name)
  const message = `the engine has no tool ${show(name)}: write ${meant}.`
  return meant === undefined ? [] : [{ code: 'unknown-tool', text: name, message }]
}

/** `-rf` is read as `-r` and `-f`, unless its program has options of one dash and a word. */
const cluster = (flag: string): readonly Odd[] => {
  const isCluster = /^-[a-z]{2}$/i.test(flag) && new Set(flag.slice(1)).size > 1
  const parts = [...flag.slice(1)].map(letter => `-${letter}`).join(' and ')
  const message = `${flag} is read as ${parts} unless the program has an option of that name: for both, write all-flags: [${parts.replace(' and ', ', ')}].`
  return isCluster ? [{ code: 'fits-nothing', text: flag, message }] : []
}

const flagsOf = (checks: readonly RunCheck[]): readonly string[] =>
  checks.flatMap(check => {
    if ('flags' in check) return check.flags
    if (check.check === 'all-flags') return check.groups.flat()
    return check.check === 'any' ? check.of.flatMap(flagsOf) : []
  })

/** Every matcher in a condition, wherever its kind keeps them. */
const matchersOf = (condition: Condition): readonly Matcher[] => {
  if (condition.kind === 'all' || condition.kind === 'any' || condition.kind === 'not') return []
  const all: Matcher[] = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || value instanceof RegExp) return
    if ('regex' in value) all.push(value as Matcher)
    for (const one of Object.values(value)) walk(one)
  }
  walk(condition)
  return all
}
