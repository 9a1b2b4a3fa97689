/** What a call would do, in kinds and names: no path, no address, no argument. */
import type { Facts, PathFact } from '../policy/facts/facts.ts'

/** Where a file lies. `unknown`: it cannot be told. */
export type TargetClass = 'project' | 'home' | 'temporary' | 'system' | 'elsewhere' | 'unknown'

export type EffectSummary = {
  /** Last path segments of the programs that would run; `?` is one that cannot be told, or whose name is not one that programs have. */
  readonly programs?: readonly string[]
  /** Hosts that would be contacted; `?` is one that cannot be told. */
  readonly hosts?: readonly string[]
  readonly reads?: readonly TargetClass[]
  readonly writes?: readonly TargetClass[]
  readonly deletes?: readonly TargetClass[]
  /** Programs or hosts beyond the first twenty of each. */
  readonly more?: number
  /** Level `full` alone: the arguments as JSON, masked and cut. */
  readonly arguments?: string
}

const MAX_NAMES = 20
/** Characters of the arguments at most. */
export const MAX_ARGUMENTS = 2000
const UNKNOWN = '?'
/** Any other name may be text that a person, or a secret, put there. */
const PROGRAM = /^[\w.+-]{1,40}$/
const HOST = /^[\w.:-]{1,255}$/
const TEMPORARY = /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/var\/folders|\/dev\/shm)(?:\/|$)/
const SYSTEM = /^\/(?:bin|boot|dev|etc|lib\w*|opt|proc|root|run|sbin|srv|sys|usr|var|System|Library|Applications|private)(?:\/|$)|^\/$/

const isWithin = (path: string, folders: readonly string[]): boolean =>
  folders.some(folder => path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`))

/** The class of where the path leads in the end. */
function classOf({ spellings, mayLandElsewhere }: PathFact, { home, project }: Facts['places']): TargetClass {
  const path = spellings?.at(-1)
  if (path === undefined || mayLandElsewhere) return 'unknown'
  if (isWithin(path, project)) return 'project'
  if (TEMPORARY.test(path)) return 'temporary'
  if (isWithin(path, home)) return 'home'
  return SYSTEM.test(path) ? 'system' : 'elsewhere'
}

const namesOf = (all: readonly (string | undefined)[], form: RegExp): readonly string[] => [
  ...new Set(all.map(name => (name !== undefined && form.test(name) ? name : UNKNOWN))),
]

/**
 * The summary of what `facts` tell; undefined where they tell of no effect. `shown`: makes the arguments fit to be kept, secret values and all; absent:
 * they are left out. Where it throws they are left out too.
 */
export function effectSummary(facts: Facts, shown?: (text: string) => string): EffectSummary | undefined {
  const { paths, places, hosts = [], command, tool, call } = facts
  const runs = command?.effects.flatMap(effect => (effect.kind === 'run' ? [effect.name] : [])) ?? []
  // Where the text does not tell all, any program might run.
  const programs = namesOf(command !== undefined && command.markers.length > 0 ? [...runs, undefined] : runs, PROGRAM)
  const contacted = namesOf(
    hosts.map(({ host }) => host),
    HOST,
  )
  const classes = (action: PathFact['action']): readonly TargetClass[] =>
    [...new Set(paths.filter(path => path.action === action).map(path => classOf(path, places)))].toSorted()
  const listed = (list: readonly string[]) => (list.length > 0 ? list.slice(0, MAX_NAMES) : undefined)
  const more = Math.max(0, programs.length - MAX_NAMES) + Math.max(0, contacted.length - MAX_NAMES)
  const told = {
    programs: listed(programs),
    hosts: listed(contacted),
    reads: classes('read'),
    writes: classes('write'),
    deletes: classes('delete'),
    more,
    arguments: shown && argumentsOf(tool?.input ?? call?.args, shown),
  }
  const kept = Object.entries(told).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
  return kept.length > 0 ? (Object.fromEntries(kept) as EffectSummary) : undefined
}

/** Masked first and cut then: a value that is cut through is one the mask does not know. */
function argumentsOf(args: unknown, shown: (text: string) => string): string | undefined {
  if (args === undefined) return undefined
  try {
    return shown(JSON.stringify(args)).slice(0, MAX_ARGUMENTS)
  } catch {
    return undefined
  }
}
