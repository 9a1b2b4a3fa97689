/**
 * Checked by `npm run typecheck` alone, never run: the shapes the hooks expect, held against the engine's own declarations. When the engine's
 * API moves, this file fails before a session does.
 */
import type { Args, CoreEngineInterface, EventResult, TraceEntry } from 'claude-code'
import type { TraceEntry as TraceRead } from '../../audit/parts.ts'
import type { PermissionInput } from '../../hooks/asks.ts'
import type { CallInput } from '../../hooks/call-arguments.ts'
import type { CallAnswer, RowInput } from '../../hooks/conversation.ts'
import type { Doors } from '../../hooks/doors.ts'
import type { MentionInput } from '../../hooks/mention.ts'
import type { RegisterInput } from '../../hooks/plugins.ts'
import type { FetchInput } from '../../hooks/requests.ts'
import type { CheckInput, CheckResult } from '../../hooks/tools.ts'

/** Compiles only where what the engine gives can be read as what the hook expects. */
const read = <Expected>(_given: Expected): void => undefined

export function whatHooksReceive(
  check: Args<'tool.check'>,
  call: Args<'tool.call'>,
  row: Args<'session.append'>,
  fetch: Args<'http.fetch'>,
  mention: Args<'prompt.mention'>,
  plugin: Args<'plugin.register'>,
  permission: Args<'classic.PermissionRequest'>,
  entry: TraceEntry,
): void {
  read<CheckInput>(check)
  read<Pick<CallInput, 'tool' | 'tool_use_id' | 'agentId'>>(call)
  read<RowInput>(row)
  read<FetchInput>(fetch)
  read<MentionInput>(mention)
  read<RegisterInput>(plugin)
  read<PermissionInput>(permission)
  read<TraceRead>(entry)
}

export function whatIsBeneath(check: EventResult<'tool.check'>, call: EventResult<'tool.call'>): void {
  read<CheckResult>(check)
  read<CallAnswer>(call)
}

export function whatHooksAnswer(check: CheckResult): void {
  read<EventResult<'tool.check'>>(check)
  read<EventResult<'classic.PermissionRequest'>>({})
  read<EventResult<'prompt.mention'>>({ deny: 'why' })
  read<EventResult<'fs.read'>>({ deny: 'why' })
  read<EventResult<'plugin.register'>>({ refuse: 'why' })
  read<EventResult<'command.run'>>({ text: 'status', isTextDisplayOnly: true })
}

export function whatDoorsCall($: CoreEngineInterface): Omit<Doors, 'secretEnv' | 'post' | 'registerCommand'> {
  return {
    home: () => $.env.get('HOME'),
    configFolder: () => $.env.get('CLAUDE_CONFIG_DIR'),
    projectRoot: () => $.session.root(),
    cwd: () => $.session.cwd(),
    sessionId: () => $.session.id(),
    readText: path => $.fs.read(path),
    realPath: async path => (await $.fs.stat(path, { resolve: true })).realPath,
    list: path => $.fs.list(path),
    startShell: () => $.tool.call({ tool: 'Bash', command: ':' }),
    tools: () => $.tool.list(),
    managedSettings: () => $.settings.read({ source: 'policy' }),
    stat: path => $.fs.stat(path),
    secretCommand: () => $.process.run(['true'], { timeoutMs: 5000 }),
    settings: source => $.settings.read({ source }),
    every: (ms, fn) => $.clock.every(ms, fn),
    log: line => $.ui.log(line, { to: 'debug' }),
  }
}
