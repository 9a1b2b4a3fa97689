/**
 * The compiled policy: plain data and regular expressions, made at build time from the YAML and read at run time.
 * It holds no test, no YAML position and no secret value.
 */
import type { MarkerKind } from '../shell/effects.ts'
import type { Unknown } from './unknown-kinds.ts'
import type { Verdict } from './verdict.ts'

export type Mode = 'enforce' | 'observe'
export type Tier = 'prepend' | 'user' | 'append' | 'builtin' | 'core'

/** A test of one value. `regex` is tried on at most 64 KiB of text; longer text cannot be told. */
export type Matcher =
  | { readonly equals: string | number | boolean }
  | { readonly oneOf: readonly (string | number | boolean)[] }
  | { readonly glob: RegExp; readonly source: string }
  | { readonly contains: string }
  | { readonly regex: RegExp; readonly source: string }

/** A glob over absolute paths. With base `home` or `project` the expression is matched against the path relative to that directory (no leading slash). */
export type PathGlob = { readonly base: 'any' | 'home' | 'project'; readonly re: RegExp; readonly source: string }

/** `path` is the dotted way into the arguments (`file_path`, `options.url`); an array index is a number segment. */
export type ArgMatcher = { readonly path: string; readonly is: Matcher }

export type RunCheck =
  | { readonly check: 'any-flag'; readonly flags: readonly string[] }
  /** One of each group must be there. */
  | { readonly check: 'all-flags'; readonly groups: readonly (readonly string[])[] }
  | { readonly check: 'not-flags'; readonly flags: readonly string[] }
  /** Some operand (a word after the matched subcommand) fits. */
  | { readonly check: 'operand'; readonly is: Matcher }
  /** No operand fits. */
  | { readonly check: 'not-operand'; readonly is: Matcher }
  /** The program's word, quotes and all, as it stands on the line. */
  | { readonly check: 'written'; readonly is: Matcher }
  /** One of the flags is given, and its value fits. */
  | { readonly check: 'option'; readonly flags: readonly string[]; readonly is: Matcher }
  /** One ref that git moves fits in all that is said of it. `force`: with a `+` or a force flag. */
  | { readonly check: 'ref'; readonly force?: boolean; readonly source?: Matcher; readonly destination?: Matcher }
  /** A variable is set for the program on the line. */
  | { readonly check: 'env'; readonly name: string; readonly is?: Matcher }
  /** Some wrapper of the chain fits. */
  | { readonly check: 'via'; readonly is: Matcher }
  | { readonly check: 'remote'; readonly is: boolean }
  | { readonly check: 'code'; readonly language?: Matcher; readonly text?: Matcher }
  /** Every operand fits one of these. */
  | { readonly check: 'operands'; readonly of: readonly Matcher[] }
  /** Every option is one of these. */
  | { readonly check: 'only-flags'; readonly flags: readonly string[] }
  /** Every option before the subcommand is one of these. */
  | { readonly check: 'globals'; readonly flags: readonly string[] }
  | { readonly check: 'any'; readonly of: readonly (readonly RunCheck[])[] }

export type RunCondition = {
  readonly kind: 'run'
  /** Matched against the program's last path segment; absent: any program. */
  readonly program?: Matcher
  /** One of these word sequences must lead the program's words (`['stash', 'drop']`); absent: any. */
  readonly subcommand?: readonly (readonly string[])[]
  readonly checks: readonly RunCheck[]
}

/** `by`: the program of a command line that touches the file, or whose output is redirected there. */
export type PathsCondition = {
  readonly kind: 'read' | 'write' | 'delete'
  readonly globs: readonly PathGlob[]
  readonly not: readonly PathGlob[]
  readonly by?: Matcher
}

export type HostsCondition = {
  readonly kind: 'connect'
  /** One must fit the host in its one spelling (facts/address.ts); and none of `not`. */
  readonly hosts: readonly Matcher[]
  readonly not: readonly Matcher[]
  readonly scheme?: Matcher
  readonly port?: Matcher
}

export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  /** Some part of the line does not tell what it runs, for one of these reasons. */
  | { readonly kind: 'unread'; readonly kinds: readonly MarkerKind[] }
  | RunCondition
  | {
      /** Holds of a command line that would run a program that none of `allow` has, or for which one of `outside` holds. */
      readonly kind: 'only'
      readonly allow: readonly RunCondition[]
      /** Variables that the line may set for what it runs. */
      readonly variables: readonly string[]
      readonly outside: readonly (PathsCondition | HostsCondition)[]
    }
  | PathsCondition
  | HostsCondition
  | { readonly kind: 'mcp'; readonly server?: Matcher; readonly tool?: Matcher; readonly args: readonly ArgMatcher[] }
  | { readonly kind: 'tool'; readonly name: Matcher; readonly args: readonly ArgMatcher[] }
  | { readonly kind: 'mod'; readonly calls: readonly string[]; readonly args: readonly ArgMatcher[] }
  | { readonly kind: 'caller'; readonly plugin?: Matcher; readonly tier?: Matcher }
  | { readonly kind: 'agent'; readonly is: 'main' | 'sub' }

export type CompiledRule = {
  readonly id: string
  readonly table: string
  readonly when: Condition
  readonly decide: Verdict
  readonly mode: Mode
  readonly reason: string
  readonly instead?: string
  /** What "cannot tell" about this rule counts as. */
  readonly unknown: Unknown
}

export type PluginAnswer = 'allow' | 'refuse' | 'observe'

/** One line of `plugins.entries`; every condition present must hold. The first entry that matches answers. */
export type PluginEntry = {
  /** Provenance, `<name>@<marketplace>`. */
  readonly id?: Matcher
  readonly tier?: Matcher
  /** One of these `$` calls is used by the plugin; `process.*` and `*` are globs over `noun.verb`. */
  readonly calls?: readonly string[]
  /** One of these events is heard by the plugin; its own patterns (`*`, `fs.*`, `!x`) count as everything they select. */
  readonly events?: readonly string[]
  readonly answer: PluginAnswer
  readonly reason?: string
}

export type DotenvGlob = { readonly source: string; readonly re: RegExp }

/**
 * Where a secret's marker becomes its value again. `tools`: names, `mcp__server__x*` a start of one; `re` fits those. `env`: the names of `secrets.env`
 * that commands find as `$CASTELLAN_NAME`.
 */
export type Hydrate = { readonly tools: readonly string[]; readonly re: RegExp; readonly env: readonly string[] }

/** How what a source gives is read. `keys`: dotted ways or globs over them; absent: keys that look like those of secrets. `name`: of a raw value; before the keys of others. */
type Read = {
  readonly format: 'raw' | 'json' | 'yaml' | 'dotenv'
  readonly keys?: readonly string[]
  readonly name?: string
  /** Nothing is let through until it was loaded. */
  readonly required?: true
}
/** `path`: absolute, or from `~/` or `${project}/`. */
export type SecretFile = Read & { readonly path: string }
export type SecretCommand = Read & { readonly name: string; readonly argv: readonly string[]; readonly timeoutMs: number }

export type Secrets = {
  readonly env: readonly string[]
  readonly dotenv: readonly DotenvGlob[]
  readonly file?: readonly SecretFile[]
  readonly command?: readonly SecretCommand[]
  /** Globs over names of variables in the settings' `env`; none: those that look like secrets. */
  readonly settingsEnv?: readonly string[]
  /** Globs over names of secrets whose values of 4 to 7 characters count. */
  readonly force?: readonly string[]
  /** Shapes of tokens that are masked though their values are not known, in the order of their names; `allow`: the tokens of each that are let be. */
  readonly patterns?: readonly { readonly name: string; readonly allow?: readonly RegExp[] }[]
  readonly hydrate?: Hydrate
}

/** Events by what they are for; `audit/levels.ts` says which is which. */
export type AuditGroup = 'decisions' | 'redactions' | 'conversation' | 'noise'
/** How much is kept: nothing; a number; the record; the record with arguments, masked. */
export type AuditLevel = 'none' | 'count' | 'decision' | 'full'
/** Where a record is until the collector has it: in memory; written soon; written before what it tells of goes on. */
export type Durability = 'memory' | 'behind' | 'ahead'
export type Levels = Readonly<Record<AuditGroup, AuditLevel>>

export type CompiledAudit = {
  /** An address, a Unix socket (`endpoint.ts`), or `from-env`: what the `OTEL_EXPORTER_OTLP_*` variables say. */
  readonly endpoint: string
  /** Which events are heard: all; a list without the noisy ones; those that decide. */
  readonly reach: 'complete' | 'standard' | 'decisions'
  /** Header name, in lower case -> environment variable that holds its value. */
  readonly headers: readonly { readonly name: string; readonly env: string }[]
  readonly levels: Levels
  readonly durability: Readonly<Record<AuditGroup, Durability>>
  /** `cap` in bytes, over all sessions; `full`: what becomes of a record for which there is no room; `deadline` in ms: how long a call may wait for a record of it. */
  readonly spool: { readonly cap: number; readonly full: 'drop-oldest' | 'refuse'; readonly deadline: number }
  /** The environment variable that holds the key of the records' macs. */
  readonly key?: string
  /** The build's settings make the engine send its own telemetry to the same collector. */
  readonly engineTelemetry?: true
}

export type CompiledPolicy = {
  readonly format: 1
  readonly name: string
  readonly mode: Mode
  /** SHA-256, lower-case hex, of the canonical JSON of everything in this object but the digest itself. */
  readonly digest: string
  readonly castellan: string
  readonly rules: readonly CompiledRule[]
  readonly withhold: readonly string[]
  readonly plugins: { readonly unlisted: PluginAnswer; readonly entries: readonly PluginEntry[] }
  readonly secrets: Secrets
  /** Of each table that has rules in force: the first 12 hex digits of the SHA-256 of these, as compiled. */
  readonly tables?: Readonly<Record<string, string>>
  readonly audit?: CompiledAudit
  /** `inner`: a second seat beneath people's mods takes secrets out of tool results before those read them. */
  readonly seat: { readonly marketplace: string; readonly preset: string; readonly inner?: true }
}
