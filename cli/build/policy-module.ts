/** The generated data module: the compiled policy as JavaScript source, globs as calls, other regular expressions as literals. */
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { path, text } from '../../policy/compile/module-globs.ts'

const INDENT = ' '

/** What fits into a line of this many characters, its indentation left out, stands on one. */
const MAX_LINE = 320

/** What is written shorter: a name that the module has, called where there are arguments; undefined: as it is. */
type Short = (value: object) => { readonly name: string; readonly args?: readonly unknown[] } | undefined

/** A value as source text: plain data and RegExp. Keys that hold undefined are left out. Never called with functions or cycles. */
export function sourceOf(value: unknown, short: Short = () => undefined, depth = 0): string {
  if (value instanceof RegExp) return value.toString()
  if (value === null || typeof value !== 'object') return quoteLineEnds(JSON.stringify(value))
  const call = short(value)
  return call === undefined ? dataOf(value, short, depth) : callOf(call, short, depth)
}

function callOf({ name, args }: NonNullable<ReturnType<Short>>, short: Short, depth: number): string {
  if (args === undefined) return name
  // The parts of a rule would be taken for a rule again.
  const shown = name === 'rule' ? dataOf : sourceOf
  const line = `${name}(${args.map(arg => shown(arg, short, depth)).join(', ')})`
  const isLong = args.length > 1 && line.length > MAX_LINE && !line.includes('\n')
  if (!isLong) return line
  const parts = args.map(arg => shown(arg, short, depth + 1))
  return `${name}(${linesOf(parts, depth)})`
}

/** Parts on lines of their own. */
function linesOf(parts: readonly string[], depth: number): string {
  const pad = INDENT.repeat(depth + 1)
  return `\n${parts.map(part => pad + part).join(',\n')},\n${INDENT.repeat(depth)}`
}

function dataOf(value: unknown, short: Short, depth: number): string {
  if (value === null || typeof value !== 'object' || value instanceof RegExp) return sourceOf(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value) ? value.map(one => sourceOf(one, short, depth + 1)) : membersOf(value, short, depth + 1)
  if (parts.length === 0) return open + close
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length <= MAX_LINE && !line.includes('\n')) return line
  return open + linesOf(parts, depth) + close
}

const membersOf = (value: object, short: Short, depth: number): string[] =>
  Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => `${keySource(key)}: ${sourceOf(one, short, depth)}`)

/** Written any other way, `__proto__` would set the prototype. */
const keySource = (key: string): string => {
  if (key === '__proto__') return '["__proto__"]'
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoteLineEnds(JSON.stringify(key))
}

/** JSON allows U+2028 and U+2029 inside strings; so does JavaScript since 2019, but a reader's editor may break the line there. */
const quoteLineEnds = (text: string): string => text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const FUNCTIONS = `import { path, text } from './castellan.js'

const rules = []
const rule = parts => rules.push({ mode: 'enforce', unknown: 'ask', ...parts })
const paths = (...globs) => globs.map(glob => path(glob))
const codeAsks = { code: 'ask', default: 'ignore' }
const named = program => (Array.isArray(program) ? { oneOf: program } : { equals: program })
const run = (program, checks, subcommand) => ({ kind: 'run', program: named(program), checks, ...(subcommand && { subcommand }) })
const anyFlag = (...flags) => ({ check: 'any-flag', flags })
const notFlags = (...flags) => ({ check: 'not-flags', flags })
const operand = is => ({ check: 'operand', is })
const files = (kind, globs, not = []) => ({ kind, globs, not })
`

const hasKeys = (value: object, ...keys: readonly string[]): boolean => Object.keys(value).sort().join() === keys.join()

const isSame = (one: unknown, other: RegExp): boolean => one instanceof RegExp && one.source === other.source && one.flags === other.flags

type Named = { readonly equals?: string; readonly oneOf?: readonly unknown[] }

const isNamed = (program: unknown): program is Named =>
  typeof program === 'object' &&
  program !== null &&
  (hasKeys(program, 'equals') ? !Array.isArray((program as Named).equals) : hasKeys(program, 'oneOf'))

const FLAG_CHECKS: Readonly<Record<string, string>> = { 'any-flag': 'anyFlag', 'not-flags': 'notFlags' }

/** Globs over paths and texts by their source alone, where that compiles to what they are; runs, flags, and rules without what most say. */
const shortened: Short = value => {
  if (Array.isArray(value)) {
    const calls = value.map(one => (typeof one === 'object' && one !== null ? shortened(one) : undefined))
    const arePaths = calls.length > 0 && calls.every(call => call?.name === 'path')
    return arePaths ? { name: 'paths', args: calls.flatMap(call => call?.args ?? []) } : undefined
  }
  const { source, re, glob, decide, mode, unknown, ...rest } = value as Readonly<Record<string, unknown>>
  const { kind, program, subcommand, checks, check, flags, is, globs, not } = rest
  if (hasKeys(value, 'check', 'flags') && Array.isArray(flags) && `${check}` in FLAG_CHECKS)
    return { name: FLAG_CHECKS[`${check}`] ?? '', args: flags }
  if (hasKeys(value, 'check', 'is') && check === 'operand') return { name: 'operand', args: [is] }
  if (hasKeys(value, 'globs', 'kind', 'not'))
    return { name: 'files', args: [kind, globs, ...(Array.isArray(not) && not.length === 0 ? [] : [not])] }
  if (hasKeys(value, 'code', 'default') && rest.code === 'ask' && rest.default === 'ignore') return { name: 'codeAsks' }
  if (kind === 'run' && isNamed(program) && Object.keys(rest).every(key => /^(?:kind|program|subcommand|checks)$/.test(key))) {
    return { name: 'run', args: [program.equals ?? program.oneOf, checks, ...(subcommand === undefined ? [] : [subcommand])] }
  }
  if (typeof source === 'string' && hasKeys(value, 'base', 're', 'source')) {
    return isSame(re, path(source).re) ? { name: 'path', args: [source] } : undefined
  }
  if (typeof source === 'string' && hasKeys(value, 'glob', 'source')) {
    return isSame(glob, text(source).glob) ? { name: 'text', args: [source] } : undefined
  }
  if (decide === undefined) return undefined
  const said = { ...(mode === 'enforce' ? {} : { mode }), ...(unknown === 'ask' ? {} : { unknown }) }
  return { name: 'rule', args: [{ ...rest, decide, ...said }] }
}

/** The text of `policy.js`. Depends on the policy alone. */
export function renderPolicyModule({ rules, ...policy }: CompiledPolicy): string {
  const lead = `// Generated by castellan ${policy.castellan} from the policy "${policy.name}". Do not edit: build again.\n// Policy digest ${policy.digest}`
  const each = rules.map(rule => sourceOf(rule, shortened)).join('\n')
  return `${lead}\n${FUNCTIONS}\n${each}\n\nexport const policy = {\n rules,${sourceOf(policy, shortened).slice(1)}\n`
}
