/** What a schema found, as sentences: what is wrong, then what would be right. The schemas' own messages follow `policy/schema/strict.ts`. */
import type { z } from 'zod'
import { unknownKey } from '../schema/strict.ts'
import { didYouMean } from './closest.ts'
import type { Problem } from './problem.ts'
import { show } from './show.ts'

type Issue = z.core.$ZodIssue
type Path = readonly (string | number)[]

/** Every problem of a value, by the issues of its schema. */
export const problemsOf = (issues: readonly Issue[], value: unknown): readonly Problem[] =>
  withoutEchoes(issues.flatMap(chosenBranch)).flatMap(issue => problemsOfIssue(issue, value))

/** A map with an unknown key is not told as well that it lacks what the key was meant to say. */
const withoutEchoes = (issues: readonly Issue[]): readonly Issue[] => {
  const misspelt = new Set(issues.filter(issue => issue.code === 'unrecognized_keys').map(issue => issue.path.join('\0')))
  return issues.filter(issue => issue.code !== 'custom' || !misspelt.has(issue.path.join('\0')))
}

/** Of the branches of a union, the one the value was meant for: whose own type it has. None: the union's own message stays. */
const chosenBranch = (issue: Issue): readonly Issue[] => {
  if (issue.code !== 'invalid_union') return [issue]
  const branches = issue.errors.map(branch => branch.flatMap(chosenBranch))
  const meant = branches.find(branch => branch.length > 0 && !branch.some(isOtherType))
  return meant === undefined ? [issue] : meant.map(inner => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

const isOtherType = (issue: Issue): boolean => issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_union')

const problemsOfIssue = (issue: Issue, value: unknown): readonly Problem[] => {
  const path = issue.path.map(step => (typeof step === 'symbol' ? String(step) : step))
  const found = valueAt(value, path)
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => ({ path, key, message: unknownKey(key, issue.message) }))
  if (issue.code === 'invalid_key') {
    const key = String(path.at(-1))
    return [
      { path: path.slice(0, -1), key, message: `${show(key)} is no name for this: expected ${issue.issues[0]?.message ?? issue.message}.` },
    ]
  }
  if (issue.code === 'custom') return [{ path, message: sentence(`${fieldOf(path)}: ${issue.message}`) }]
  if (found === undefined) return [{ path, message: sentence(`${fieldOf(path)} is missing: expected ${issue.message}`) }]
  if (path.length === 0 && found === null) return [{ path, message: sentence(`the file is empty: expected ${issue.message}`) }]
  const names = issue.code === 'invalid_value' ? issue.values.map(String) : []
  const guess = typeof found === 'string' ? didYouMean(found, names) : ''
  const isUnquoted = issue.code === 'invalid_type' && issue.expected === 'string' && !(typeof found === 'object' && found !== null)
  const hint =
    isUnquoted || (issue.code === 'invalid_union' && (found === null || typeof found !== 'object'))
      ? ' (put it in quotes if it is meant as text)'
      : ''
  return [{ path, message: `${sentence(`${fieldOf(path)} is ${show(found)}: expected ${issue.message}${hint}`)}${guess}` }]
}

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)

/** The last name on the way, with the places in lists after it: `fires[2]`. */
const fieldOf = (path: Path): string => {
  const name = path.findLastIndex(step => typeof step === 'string')
  const places = path.slice(name + 1).map(step => `[${step}]`)
  return `${name < 0 ? 'the document' : path[name]}${places.join('')}`
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[step] : undefined),
    value,
  )
