/** What one dispatch would do, as far as castellan can tell: what rules are matched against. */
import type { Tier } from '../compile/compiled.ts'
import type { Evaluation } from '../shell/effects.ts'
import type { Address } from './address.ts'
import type { PathPattern } from './path-language.ts'

export type Caller = { readonly plugin: string; readonly tier: Tier }

/** The model itself: what `next.origin` reads for its own calls. */
export const ENGINE: Caller = { plugin: 'engine', tier: 'core' }

/** A path that would be read, written or deleted. */
export type PathFact = {
  readonly action: 'read' | 'write' | 'delete'
  /** As written by the caller. */
  readonly written: string
  /**
   * Absolute spellings, `.` and `..` folded: as written first, then where links lead (a missing file through its nearest existing parent).
   * undefined: it cannot be told where it lands.
   */
  readonly spellings: readonly string[] | undefined
  /** The spellings hold, but it may land in a further place that cannot be told (a link nobody could follow, `~someone`). Absent: these are all. */
  readonly mayLandElsewhere?: true
  /** Without spellings: how the path ends (`config/.env`), where only the directory it starts from cannot be told. */
  readonly tail?: string
  /** Without spellings: what it may become, where a command line does not tell the whole path. */
  readonly pattern?: PathPattern
  /** Whether it is touched cannot be told: seen inside code of another language, or in an argument whose use is not known. */
  readonly may?: 'code' | 'argument'
  /** On a command line: the programs that may touch it, or whose output goes there; undefined among them: one that cannot be told. */
  readonly by?: readonly (string | undefined)[]
  /** It stands in a script that was read from a file. */
  readonly inScript?: true
}

/** A host that would be contacted. Without `host` it cannot be told which; without `scheme` or `port`, the same for these. */
export type HostFact = Partial<Address> & {
  /** As written by the caller: it may hold a secret. */
  readonly written: string
  readonly may?: PathFact['may']
  readonly inScript?: true
}

/** The directories that `~/` and `${project}/` stand for, each in every spelling known (as given, links followed). */
export type Places = { readonly home: readonly string[]; readonly project: readonly string[] }

export type Facts = {
  readonly subject: 'tool' | 'mention' | 'mod-call'
  readonly caller: Caller
  readonly agent: 'main' | 'sub'
  /** A tool call's name and arguments. */
  readonly tool?: { readonly name: string; readonly input: unknown }
  /** A tool call that the engine opens no dialog about: an ask would let it run. */
  readonly isUnattended?: true
  /** An MCP tool's parts (`mcp__server__tool`). */
  readonly mcp?: { readonly server: string; readonly tool: string }
  /** A mod's own `$` call: `noun.verb` and its arguments. */
  readonly call?: { readonly name: string; readonly args: unknown }
  readonly paths: readonly PathFact[]
  /** Absent: none. */
  readonly hosts?: readonly HostFact[]
  /** What the command line would do, for Bash and for a mod's process calls. */
  readonly command?: Evaluation
  readonly places: Places
}
