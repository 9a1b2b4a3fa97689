/** `when` to a compiled condition. */
import type { ConnectSource } from '../schema/connect.ts'
import type { PathsSource } from '../schema/paths.ts'
import type { ChecksSource, RunSource } from '../schema/run.ts'
import { many } from '../schema/strict.ts'
import type { WhenSource } from '../schema/when.ts'
import type { Condition, Matcher, PathGlob, RunCheck } from './compiled.ts'
import { hostGlob } from './host-glob.ts'
import { argMatchersOf, checked, globMatcherOf, matcherOf, nameMatcherOf } from './matcher-of.ts'
import { compilePathGlob } from './path-glob.ts'

/** The kind and the conditions beside it, joined by `all` where there are several. */
export const conditionOf = (when: WhenSource): Condition => {
  const parts: Condition[] = []
  const { run, mcp, tool, mod, caller, agent } = when
  if (run !== undefined) parts.push(runOf(run))
  for (const kind of ['read', 'write', 'delete'] as const) {
    const paths = when[kind]
    if (paths !== undefined) parts.push({ kind, ...pathsOf(paths) })
  }
  if (when.connect !== undefined) parts.push(connectOf(when.connect))
  if (when.unread !== undefined) parts.push({ kind: 'unread', kinds: many(when.unread) })
  if (mcp !== undefined) {
    const server = mcp.server === undefined ? {} : { server: nameMatcherOf(mcp.server) }
    const name = mcp.tool === undefined ? {} : { tool: nameMatcherOf(mcp.tool) }
    parts.push({ kind: 'mcp', ...server, ...name, args: argMatchersOf(mcp.args) })
  }
  if (typeof tool === 'string') parts.push({ kind: 'tool', name: { equals: tool }, args: [] })
  else if (tool !== undefined) parts.push({ kind: 'tool', name: nameMatcherOf(tool.name), args: argMatchersOf(tool.args) })
  if (mod !== undefined) parts.push({ kind: 'mod', calls: many(mod.call), args: argMatchersOf(mod.args) })
  if (when.all !== undefined) parts.push({ kind: 'all', of: when.all.map(conditionOf) })
  if (when.any !== undefined) parts.push({ kind: 'any', of: when.any.map(conditionOf) })
  if (when.not !== undefined) parts.push({ kind: 'not', of: conditionOf(when.not) })
  if (caller !== undefined) {
    const plugin = caller.plugin === undefined ? {} : { plugin: nameMatcherOf(caller.plugin) }
    const tier = caller.tier === undefined ? {} : { tier: tierMatcherOf(caller.tier) }
    parts.push({ kind: 'caller', ...plugin, ...tier })
  }
  if (agent !== undefined) parts.push({ kind: 'agent', is: agent })
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : { kind: 'all', of: parts }
}

const connectOf = (source: ConnectSource): Condition => {
  const isMap = typeof source === 'object' && !Array.isArray(source)
  const { host, not, scheme, port } = isMap
    ? (source as Extract<ConnectSource, { host?: unknown }>)
    : { host: source as string | readonly string[] }
  return {
    kind: 'connect',
    hosts: hostsOf(host ?? '*'),
    not: not === undefined ? [] : hostsOf(not),
    ...(scheme === undefined ? {} : { scheme: oneOfMany(many<string>(scheme)) }),
    ...(port === undefined ? {} : { port: oneOfMany(many<number>(port)) }),
  }
}

const oneOfMany = (values: readonly (string | number)[]): Matcher => {
  const [only] = values
  return values.length === 1 && only !== undefined ? { equals: only } : { oneOf: values }
}

const hostsOf = (source: string | readonly string[]): readonly Matcher[] => many<string>(source).map(glob => globMatcherOf(hostGlob(glob)))

type TierSource = NonNullable<NonNullable<WhenSource['caller']>['tier']>

export const tierMatcherOf = (source: TierSource): Matcher => nameMatcherOf(source)

const runOf = (run: RunSource): Condition => ({
  kind: 'run',
  ...(run.program === undefined ? {} : { program: withPlainNames(nameMatcherOf(run.program)) }),
  ...(run.subcommand === undefined ? {} : { subcommand: many(run.subcommand).map(words => words.split(/ +/)) }),
  checks: checksOf(run),
})

/** Lines are read without `.exe`, so a rule that names `x.exe` means `x` as well. */
const withPlainNames = (program: Matcher): Matcher => {
  const names = 'equals' in program ? [program.equals] : 'oneOf' in program ? program.oneOf : []
  const plain = names.map(name => String(name).replace(/\.exe$/i, '')).filter(name => !names.includes(name))
  return plain.length === 0 ? program : { oneOf: [...names, ...plain] }
}

const checksOf = (source: ChecksSource): readonly RunCheck[] => {
  const checks: RunCheck[] = []
  if (source['any-flag'] !== undefined) checks.push({ check: 'any-flag', flags: many(source['any-flag']) })
  if (source['all-flags'] !== undefined) checks.push({ check: 'all-flags', groups: source['all-flags'].map(group => many(group)) })
  if (source['not-flags'] !== undefined) checks.push({ check: 'not-flags', flags: many(source['not-flags']) })
  if (source.operand !== undefined) checks.push(operandOf(many(source.operand).map(globMatcherOf)))
  for (const is of manyOrNone(source['not-operand'])) if (is !== undefined) checks.push({ check: 'not-operand', is: globMatcherOf(is) })
  if (source.written !== undefined) checks.push({ check: 'written', is: globMatcherOf(source.written) })
  if (source.option !== undefined) checks.push(optionOf(source.option))
  if (source.ref !== undefined) checks.push(...refOf(source.ref))
  if (source.env !== undefined) checks.push(...envOf(source.env))
  if (source.via !== undefined) checks.push({ check: 'via', is: nameMatcherOf(source.via) })
  if (source.remote !== undefined) checks.push({ check: 'remote', is: source.remote })
  if (source.code !== undefined) checks.push(codeOf(source.code))
  if (source.any !== undefined) checks.push({ check: 'any', of: source.any.map(checksOf) })
  return checks
}

/** Of several values, one fits. */
const optionOf = ({ flag, value }: NonNullable<ChecksSource['option']>): RunCheck => {
  const [first, ...more] = many(value).map((is): RunCheck => ({ check: 'option', flags: many(flag), is: globMatcherOf(is) }))
  return first !== undefined && more.length === 0 ? first : { check: 'any', of: [first, ...more].flatMap(one => (one ? [[one]] : [])) }
}

const refOf = ({ force, source, destination }: NonNullable<ChecksSource['ref']>): readonly RunCheck[] => {
  const refs = manyOrNone(source).flatMap(from =>
    manyOrNone(destination).map((to): readonly RunCheck[] => [
      {
        check: 'ref',
        ...(force === undefined ? {} : { force }),
        ...(from === undefined ? {} : { source: globMatcherOf(from) }),
        ...(to === undefined ? {} : { destination: globMatcherOf(to) }),
      },
    ]),
  )
  return refs.length === 1 ? (refs[0] ?? []) : [{ check: 'any', of: refs }]
}

const manyOrNone = <Item>(value: Item | readonly Item[] | undefined): readonly (Item | undefined)[] =>
  value === undefined ? [undefined] : many(value)

/** A list: one of them is set. A map: all of them fit. */
const envOf = (source: NonNullable<ChecksSource['env']>): readonly RunCheck[] => {
  if (typeof source === 'string') return [{ check: 'env', name: source }]
  if (Array.isArray(source)) return [{ check: 'any', of: source.map(name => [{ check: 'env', name }]) }]
  return Object.entries(source).map(([name, is]) => ({ check: 'env', name, is: matcherOf(is) }))
}

type CodeSource = NonNullable<ChecksSource['code']>
type CodeParts = Extract<CodeSource, { readonly language?: unknown; readonly text?: unknown }>

const isParts = (source: CodeSource): source is CodeParts => typeof source === 'object' && ('language' in source || 'text' in source)

const codeOf = (source: CodeSource): RunCheck => {
  if (!isParts(source)) return { check: 'code', text: globMatcherOf(source) }
  return {
    check: 'code',
    ...(source.language === undefined ? {} : { language: nameMatcherOf(source.language) }),
    ...(source.text === undefined ? {} : { text: globMatcherOf(source.text) }),
  }
}

const operandOf = (matchers: readonly Matcher[]): RunCheck => {
  const [only] = matchers
  if (matchers.length === 1 && only !== undefined) return { check: 'operand', is: only }
  return { check: 'any', of: matchers.map(is => [{ check: 'operand', is }]) }
}

const pathsOf = (
  source: PathsSource,
): { readonly globs: readonly PathGlob[]; readonly not: readonly PathGlob[]; readonly by?: Matcher } => {
  const isMap = typeof source === 'object' && 'glob' in source
  if (!isMap) return { globs: globsOf(source), not: [] }
  const by = source.by === undefined ? {} : { by: nameMatcherOf(source.by) }
  return { globs: globsOf(source.glob), not: source.not === undefined ? [] : globsOf(source.not), ...by }
}

const globsOf = (source: string | readonly string[]): readonly PathGlob[] =>
  many<string>(source).map(glob => checked(compilePathGlob(glob)).glob)
