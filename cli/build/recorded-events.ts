/** What is recorded of what a seat hears: which events, and by which registration. */
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { type HookName, hook, type PlannedHook } from './planned-hook.ts'

/** Heard by glob: streams are heard whole by one alone, and the engine takes no event by name twice. */
const GLOBS = ['turn.*', 'fs.*', 'process.*'] as const
const globOf = (event: string): string | undefined => GLOBS.find(glob => event.startsWith(glob.slice(0, -1)))
/** What `standard` hears besides what castellan gates: what people, the model and mods do. The rendering and listing that is two thirds of all events is left out. */
const STANDARD = [
  ...[
    'agent.call',
    'agent.register',
    'agent.report',
    'agent.spawn',
    'command.run',
    'config.set',
    'env.*',
    'http.fetch',
    'mcp.*',
    'model.*',
  ],
  ...['process.run', 'prompt.submit', 'session.authorize', 'session.compact', 'session.receive', 'session.send', 'session.start'],
  ...['session.stop', 'state.set', 'store.*', 'tool.judge', 'tool.register'],
] as const
/** Gates whose events are recorded where not all are: the others tell nothing of their own. */
const RECORDED: ReadonlySet<HookName> = new Set([
  ...([
    'plugins',
    'check',
    'mod-tools',
    'refused-files',
    'results',
    'rows',
    'requests',
    'answers',
    'steps',
    'prompts',
    'commands',
  ] as const),
  ...(['compactions', 'mentions', 'mod-call', 'mod-stream'] as const),
])

/**
 * The gates, and before them what records. The engine takes one registration without a matcher an event: where a gate is that one, it records what it
 * comes to itself; any other event that is recorded has a registration for it.
 */
export function withRecords({ audit }: CompiledPolicy, gates: readonly PlannedHook[]): PlannedHook[] {
  if (audit === undefined) return [...gates]
  if (audit.reach === 'complete') return [hook('record', '*', 'records every dispatch; decides nothing'), ...gates]
  const gated = gates.filter(gate => RECORDED.has(gate.hook)).map(({ event }) => event)
  const heard = ['turn.*', 'session.end', ...gated, ...(audit.reach === 'standard' ? STANDARD : [])]
  const patterns = new Set(heard.map(event => globOf(event) ?? event))
  const isItself = (gate: PlannedHook): boolean => gate.matcher === undefined && patterns.has(gate.event)
  const taken = new Set(gates.filter(isItself).map(({ event }) => event))
  const records = [...patterns].filter(event => !taken.has(event)).sort()
  return [
    ...records.map(event => hook('record', event, 'records what it comes to; decides nothing')),
    ...gates.map(gate => (isItself(gate) ? { ...gate, records: true, purpose: `${gate.purpose}; records it` } : gate)),
  ]
}
