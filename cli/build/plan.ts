/** What the generated seat will hook, call and name: planned before it is written, compared with the engine's own reading after. */
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { conditionsOf } from '../../policy/compile/conditions.ts'
import { endpointOf } from '../../policy/compile/endpoint.ts'
import { hasSpool } from '../../policy/compile/has-spool.ts'
import { ownCalls } from '../../policy/compile/own-calls.ts'
import { hasSecrets, isHydrating } from '../../policy/compile/secrets-of.ts'
import { sharedName } from '../../policy/compile/shared-name.ts'
import { STATES } from './contract.ts'
import { hook, type Matcher, type PlannedHook } from './planned-hook.ts'
import { withRecords } from './recorded-events.ts'

export type SeatPlan = {
  readonly hooks: readonly PlannedHook[]
  /** `$` calls spelled in the seat, `noun.verb`, sorted, each once. */
  readonly calls: readonly string[]
  /** Environment names the seat reads, sorted. */
  readonly env: readonly string[]
  /** Environment names the seat sets, sorted. */
  readonly sets: readonly string[]
  /** Hosts named by literal URLs (`127.0.0.1:4318`), sorted. */
  readonly hosts: readonly string[]
  /** Calls of which the engine reads no host: 1 where the policy leaves the endpoint to the environment, or names a socket. */
  readonly unreadHosts: 0 | 1
  readonly withholds: readonly string[]
  /** What is kept in the engine for the session, `plugin.key`. */
  readonly states: readonly string[]
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

/** Where a policy that says `from-env` is told where to send: in the order of what `otlpTarget` takes. */
export const ENDPOINT_VARIABLES = ['TRACES_ENDPOINT', 'ENDPOINT', 'TRACES_HEADERS', 'HEADERS'].map(name => `OTEL_EXPORTER_OTLP_${name}`)

const OPS: Matcher = { text: 'op', has: { op: { anyOf: CEILING_OPS.map(op => ({ is: op })) } } }
const MOD_TOOLS: Matcher = { text: 'tool /^mcp__/', has: { tool: { regex: '^mcp__', flags: '' } } }
const FILE_TOOLS: Matcher = { text: 'tool of files', has: { tool: { anyOf: FILE_TOOL_NAMES.map(is => ({ is })) } } }
const TO_COLLECTOR: Matcher = { text: 'to collector', has: { to: { is: 'collector' } } }
const OWN_COMMAND: Matcher = { text: 'command castellan', has: { command: { is: 'castellan' } } }

/** Events that tell of a call's arguments as it runs, besides those that castellan hooks anyway. */
const HEARD_BESIDE = ['tool.run', 'tool.judge', 'classic.PreToolUse', 'classic.PostToolUse', 'classic.PostToolUseFailure'] as const

/** Events that are answered with text for the model, each with what it is. */
const ANSWERED: Readonly<Record<string, string>> = {
  'prompt.attachment': 'what the engine attaches to a request',
  'prompt.context': 'instruction files and other context',
  'prompt.section': 'sections of the system prompt',
  'prompt.compose': 'the system prompt',
  'skill.prompt': 'skills',
  'tool.describe': 'descriptions of tools',
  'agent.report': "sub-agents' reports",
}

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

const resultsPurpose = (policy: CompiledPolicy): string => {
  const removes = 'removes secret values from tool results'
  return isHydrating(policy.secrets) ? `${removes}; hands them to the calls that hydrate, once rules and permissions allow those` : removes
}

const telemetryPurpose = (isRedacting: boolean, isAudited: boolean): string =>
  [
    ...(isRedacting ? ["removes secret values from the engine's records for the organisation's collector"] : []),
    ...(isAudited ? ["stamps the engine's records for the collector with the guard, its policy and the head of its chain"] : []),
  ].join('; ')

/** Plans the seat of a policy. Order is nesting order: the first stands outermost. */
export function planSeat(policy: CompiledPolicy): SeatPlan {
  const gated = gatedCalls(policy)
  const isRedacting = hasSecrets(policy.secrets)
  // A mod's own http.fetch, and castellan's, pass the hook that guards the engine's requests: one event, one unmatched registration.
  const gatesFetch = isRedacting || policy.audit !== undefined || gated.includes('http.fetch')
  const gates: PlannedHook[] = [
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
    ...(isRedacting ? [hook('results', 'tool.call', resultsPurpose(policy))] : []),
    ...(isHydrating(policy.secrets)
      ? HEARD_BESIDE.map(event => hook('hidden', event, "keeps what a hydrated call is run with from people's mods"))
      : []),
    hook('mod-tools', 'tool.call', 'decides calls of tools that user-tier mods registered', MOD_TOOLS),
    ...(isRedacting ? [hook('rows', 'session.append', 'removes secret values from every row the conversation keeps')] : []),
    ...(gatesFetch
      ? [
          hook(
            'requests',
            'http.fetch',
            "removes secret values from every model request; decides mods' own requests; waits for castellan's own no longer than there is time",
          ),
        ]
      : []),
    ...(isRedacting
      ? [
          hook('steps', 'turn.step', 'removes secret values from what the model writes, as it streams'),
          hook('prompts', 'prompt.submit', 'removes secret values from prompts'),
          hook('compactions', 'session.compact', 'removes secret values from summaries'),
          ...Object.entries(ANSWERED).map(([event, what]) => hook('answers', event, `removes secret values from ${what}`)),
        ]
      : []),
    ...(isRedacting || policy.audit
      ? [hook('telemetry', 'telemetry.log', telemetryPurpose(isRedacting, policy.audit !== undefined), TO_COLLECTOR)]
      : []),
    hook('refused-files', 'tool.call', 'tells the rule behind a refusal that the mirrored permissions gave before tool.check', FILE_TOOLS),
    hook(
      'mentions',
      'prompt.mention',
      `decides @ mentions of files${isRedacting ? '; where one holds secret values, a copy without them is read' : ''}`,
    ),
    ...FILE_CALLS.map(call => hook('mod-call', call, `decides ${call} calls of user-tier mods`)),
    ...gated
      .filter(call => call !== 'http.fetch')
      .map(call => hook(STREAMS.includes(call) ? 'mod-stream' : 'mod-call', call, `decides ${call} calls of user-tier mods`)),
    // Outside the hook that cleans commands: it answers whatever became of that.
    hook('status', 'command.run', 'answers /castellan', OWN_COMMAND),
    ...(isRedacting ? [hook('commands', 'command.run', "removes secret values from commands' arguments and from what they print")] : []),
  ]
  const endpoint = policy.audit && endpointOf(policy.audit.endpoint)
  const isFromEnv = policy.audit !== undefined && endpoint === undefined
  const env = new Set([
    ...['HOME', 'CLAUDE_CONFIG_DIR', ...policy.secrets.env, ...(policy.audit?.headers.map(header => header.env) ?? [])],
    ...(isFromEnv ? ENDPOINT_VARIABLES : []),
    ...(policy.audit?.key === undefined ? [] : [policy.audit.key]),
  ])
  return {
    hooks: withRecords(policy, gates),
    calls: ownCalls({
      audit: policy.audit !== undefined,
      spool: hasSpool(policy),
      secrets: isRedacting,
      commands: policy.secrets.command !== undefined,
      hydrates: isHydrating(policy.secrets),
      shares: (policy.secrets.hydrate?.env.length ?? 0) > 0,
    }),
    env: [...env].sort(),
    sets: (policy.secrets.hydrate?.env ?? []).map(sharedName).sort(),
    hosts: endpoint === undefined || endpoint.socketPath !== undefined ? [] : [new URL(endpoint.url).host],
    unreadHosts: isFromEnv || endpoint?.socketPath !== undefined ? 1 : 0,
    states: policy.audit === undefined ? [] : STATES,
    withholds: [...policy.withhold].sort(),
  }
}
