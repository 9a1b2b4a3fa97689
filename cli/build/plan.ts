/** What the generated seat will hook, call and name: planned before it is written, compared with the engine's own reading after. */
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { conditionsOf } from '../../policy/compile/conditions.ts'
import { ownCalls } from '../../policy/compile/own-calls.ts'

/** The hooks a seat can hold. `seat.ts` knows how each is spelled. */
export type HookName =
  | 'record'
  | 'withhold'
  | 'settings'
  | 'plugins'
  | 'start'
  | 'check'
  | 'ceiling'
  | 'asks'
  | 'mod-tools'
  | 'refused-files'
  | 'results'
  | 'rows'
  | 'requests'
  | 'mentions'
  | 'mod-call'
  | 'mod-stream'
  | 'status'

export type Matcher = { readonly text: string; readonly has: Readonly<Record<string, unknown>> }

export type PlannedHook = {
  readonly hook: HookName
  readonly event: string
  /** What the registration is limited to: for a person, and as the engine's report says it (`hooks[].matcher.has`). Absent: not limited. */
  readonly matcher?: Matcher
  /** What the hook is for, one line, for BUILD.md. */
  readonly purpose: string
  /** Every hook but `engine.create`, whose one form takes none, carries a `.catch`. */
  readonly hasCatch: boolean
}

export type SeatPlan = {
  readonly hooks: readonly PlannedHook[]
  /** `$` calls spelled in the seat, `noun.verb`, sorted, each once. */
  readonly calls: readonly string[]
  /** Environment names the seat reads, sorted. */
  readonly env: readonly string[]
  /** Hosts named by literal URLs (`127.0.0.1:4318`), sorted. */
  readonly hosts: readonly string[]
  readonly withholds: readonly string[]
}

/** The file calls of mods that the engine holds against managed deny rules. */
const HELD_FILE_CALLS = ['fs.read', 'fs.write', 'fs.list', 'fs.stat', 'fs.exists'] as const
/** The file calls of mods that castellan always judges: every path rule has these doors. `fs.ancestors` reads Markdown files. */
const FILE_CALLS = [...HELD_FILE_CALLS, 'fs.ancestors'] as const
const PROCESS_CALLS = ['process.run', 'process.spawn'] as const
const STREAMS: readonly string[] = ['process.spawn']
/** The tools the engine refuses by permission rule before it raises `tool.check` (seen on 2.1.332). */
export const FILE_TOOL_NAMES = ['Read', 'Edit', 'Write', 'NotebookEdit'] as const
export const CEILING_OPS = [...HELD_FILE_CALLS, ...PROCESS_CALLS] as const

const OPS: Matcher = { text: 'op', has: { op: { anyOf: CEILING_OPS.map(op => ({ is: op })) } } }
const MOD_TOOLS: Matcher = { text: 'tool /^mcp__/', has: { tool: { regex: '^mcp__', flags: '' } } }
const FILE_TOOLS: Matcher = { text: 'tool of files', has: { tool: { anyOf: FILE_TOOL_NAMES.map(is => ({ is })) } } }
const OWN_COMMAND: Matcher = { text: 'command castellan', has: { command: { is: 'castellan' } } }

const hook = (name: HookName, event: string, purpose: string, matcher?: Matcher): PlannedHook => ({
  hook: name,
  event,
  ...(matcher === undefined ? {} : { matcher }),
  purpose,
  hasCatch: name !== 'withhold',
})

/** The kinds that a program may be judged by: itself, its files, the hosts it contacts. */
const JUDGES_COMMANDS: ReadonlySet<string> = new Set(['run', 'only', 'read', 'write', 'delete', 'connect', 'unread'])

/** The mod calls that need a gate of their own: what `mod` rules name, process calls where a rule judges what programs do, requests where one judges hosts. */
function gatedCalls(policy: CompiledPolicy): string[] {
  const calls = new Set<string>()
  for (const rule of policy.rules) {
    for (const condition of conditionsOf(rule.when)) {
      if (condition.kind === 'mod') for (const call of condition.calls) calls.add(call)
      if (JUDGES_COMMANDS.has(condition.kind)) for (const call of PROCESS_CALLS) calls.add(call)
      if (condition.kind === 'connect') calls.add('http.fetch')
    }
  }
  for (const call of FILE_CALLS) calls.delete(call)
  return [...calls].sort()
}

const hasSecrets = (policy: CompiledPolicy): boolean => policy.secrets.env.length > 0 || policy.secrets.dotenv.length > 0

/** Plans the seat of a policy. Order is nesting order: the first stands outermost. */
export function planSeat(policy: CompiledPolicy): SeatPlan {
  const gated = gatedCalls(policy)
  const isRedacting = hasSecrets(policy)
  // A mod's own http.fetch passes the hook that guards the engine's requests: one event, one unmatched registration.
  const gatesFetch = isRedacting || gated.includes('http.fetch')
  const hooks: PlannedHook[] = [
    ...(policy.audit ? [hook('record', '*', 'records every dispatch; decides nothing')] : []),
    ...(policy.withhold.length > 0 ? [hook('withhold', 'engine.create', 'removes nouns from $ for every mod beneath')] : []),
    hook('settings', 'settings.read', "goes past the user tier, so that no person's mod answers what the engine reads as settings"),
    hook('plugins', 'plugin.register', 'decides which plugins load'),
    hook('start', 'session.start', 'learns the session, loads the secrets, registers /castellan'),
    hook(
      'check',
      'tool.check',
      'decides every tool call by the rules, before the first command starts the shell once with `:`; answers the stricter of its own and what is beneath',
    ),
    hook('ceiling', 'tool.check', "makes managed deny rules bind mods' own file and process calls", OPS),
    hook('asks', 'classic.PermissionRequest', 'lets a person alone answer what castellan asks about; no hook beneath is asked'),
    // Outside the other hooks on tool.call: whichever of them fails, its refusal is the one that is heard.
    ...(isRedacting ? [hook('results', 'tool.call', 'removes secret values from tool results')] : []),
    hook('mod-tools', 'tool.call', 'decides calls of tools that user-tier mods registered', MOD_TOOLS),
    ...(isRedacting ? [hook('rows', 'session.append', 'removes secret values from every row the conversation keeps')] : []),
    ...(gatesFetch ? [hook('requests', 'http.fetch', "removes secret values from every model request; decides mods' own requests")] : []),
    hook('refused-files', 'tool.call', 'tells the rule behind a refusal that the mirrored permissions gave before tool.check', FILE_TOOLS),
    hook('mentions', 'prompt.mention', 'decides @ mentions of files'),
    ...FILE_CALLS.map(call => hook('mod-call', call, `decides ${call} calls of user-tier mods`)),
    ...gated
      .filter(call => call !== 'http.fetch')
      .map(call => hook(STREAMS.includes(call) ? 'mod-stream' : 'mod-call', call, `decides ${call} calls of user-tier mods`)),
    hook('status', 'command.run', 'answers /castellan', OWN_COMMAND),
  ]
  const env = new Set(['HOME', 'CLAUDE_CONFIG_DIR', ...policy.secrets.env, ...(policy.audit?.headers.map(header => header.env) ?? [])])
  return {
    hooks,
    calls: ownCalls(policy.audit !== undefined),
    env: [...env].sort(),
    hosts: policy.audit ? [new URL(policy.audit.endpoint).host] : [],
    withholds: [...policy.withhold].sort(),
  }
}
