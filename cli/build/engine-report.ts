/** What the engine reads in a built plugin (`plugin validate --strict --json`), compared with what was planned. */
import { z } from 'zod'
import { canonical } from '../../audit/canonical.ts'
import type { SeatPlan } from './plan.ts'
import type { PlannedHook } from './planned-hook.ts'

const strings = z.array(z.string())
const states = z.array(z.looseObject({ plugin: z.string(), key: z.string() }))
const told = z.array(z.looseObject({ message: z.string(), path: z.string().optional() }))

const moduleReport = z.looseObject({
  module: z.string(),
  uses: z.looseObject({
    calls: strings,
    env: z.looseObject({ reads: strings, writes: strings }),
    state: z.looseObject({ reads: states, writes: states }),
    hosts: z.looseObject({ named: strings, unread: z.array(z.unknown()) }),
  }),
  hooks: z.array(
    z.looseObject({
      pattern: z.string(),
      matcher: z.looseObject({ has: z.record(z.string(), z.unknown()) }),
      isGate: z.boolean(),
      hasCatch: z.boolean(),
    }),
  ),
  nouns: z.looseObject({ adds: strings, addsUnlessThere: strings, withholds: strings, replaces: strings }),
})

const part = z.looseObject({ type: z.string(), errors: told, warnings: told, modules: z.array(moduleReport).nullish() })

const reportSchema = z.looseObject({
  success: z.boolean(),
  manifest: part,
  contents: z.array(part),
  /** Every kind of thing the plugin brings; null where it has errors. */
  provides: z.record(z.string(), z.array(z.unknown())).nullish(),
})

export type EngineReport = z.infer<typeof reportSchema>
type ModuleReport = z.infer<typeof moduleReport>

/** Reads the report; undefined when the text is not one this castellan knows. */
export function parseReport(text: string): EngineReport | undefined {
  try {
    const parsed = reportSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** With sorted keys, so that two spellings of one matcher are one text. */
const hookText = (event: string, has: Readonly<Record<string, unknown>>, hasCatch: boolean): string =>
  `${event}${Object.keys(has).length === 0 ? '' : ` ${canonical(has)}`}${hasCatch ? ' with .catch' : ' without .catch'}`

const plannedText = (hook: PlannedHook): string => hookText(hook.event, hook.matcher?.has ?? {}, hook.hasCatch)

/** What one list has more than the other, each as often as it is more. */
function beyond(some: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return some.filter(item => {
    const at = left.indexOf(item)
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}

const differ = (what: string, read: readonly string[], planned: readonly string[]): string[] => [
  ...beyond(read, planned).map(item => `${what}: the engine reads ${item}, which is not planned`),
  ...beyond(planned, read).map(item => `${what}: ${item} is planned, and the engine does not read it`),
]

const statesOf = ({ uses: { state } }: ModuleReport): string[] => [
  ...new Set([...state.reads, ...state.writes].map(({ plugin, key }) => `${plugin}.${key}`)),
]

function moduleDifferences(read: ModuleReport, plan: SeatPlan): string[] {
  const open = read.hooks.filter(hook => hook.isGate && !hook.hasCatch)
  return [
    ...differ(
      'hook',
      read.hooks.map(hook => hookText(hook.pattern, hook.matcher.has, hook.hasCatch)),
      plan.hooks.map(plannedText),
    ),
    ...open.map(hook => `hook: ${hook.pattern} is a gate without .catch: it would open when it fails`),
    ...differ('call', read.uses.calls, plan.calls),
    ...differ('env read', read.uses.env.reads, plan.env),
    ...differ('env write', read.uses.env.writes, plan.sets),
    ...differ('state', statesOf(read), plan.states),
    ...differ('host', read.uses.hosts.named, plan.hosts),
    ...read.uses.hosts.unread.slice(plan.unreadHosts).map(call => `host: the engine cannot read where ${JSON.stringify(call)} goes`),
    ...(read.uses.hosts.unread.length < plan.unreadHosts
      ? ['host: one that the environment names is planned, and the engine reads none']
      : []),
    ...differ('withheld noun', read.nouns.withholds, plan.withholds),
    ...differ('noun', [...read.nouns.adds, ...read.nouns.addsUnlessThere, ...read.nouns.replaces], []),
  ]
}

/** Everything in which the report is not the plan, each in one line; none: it is. */
export function reportDifferences(report: EngineReport, plan: SeatPlan): string[] {
  const parts = [report.manifest, ...report.contents]
  const complaints = parts.flatMap(item => [
    ...item.errors.map(error => `error: ${error.message}`),
    ...item.warnings.map(warning => `warning: ${warning.message}`),
  ])
  const modules = parts.flatMap(item => item.modules ?? [])
  const [only] = modules
  const extra = Object.entries(report.provides ?? {}).filter(([kind, things]) => things.length > (kind === 'modules' ? 1 : 0))
  return [
    ...complaints,
    ...(report.success || complaints.length > 0 ? [] : ['error: the engine refuses the plugin and does not say why']),
    ...extra.map(([kind]) => `plugin: it brings ${kind} that are not planned`),
    ...(only !== undefined && modules.length === 1
      ? moduleDifferences(only, plan)
      : [`module: one is planned, the engine reads ${modules.length}`]),
  ]
}
