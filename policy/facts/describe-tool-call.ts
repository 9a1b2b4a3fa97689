import type { Evaluation } from '../shell/effects.ts'
import type { Known } from '../shell/known.ts'
import { evaluatePowerShell } from '../shell/powershell/evaluate.ts'
import { boundPaths, type FoundPath } from './bound-paths.ts'
import { type Evaluate, pathsOfCommand, UNREADABLE } from './command-facts.ts'
import type { Draft } from './draft.ts'
import type { Caller, HostFact, Places } from './facts.ts'
import { boundHosts, hostOfAddress, hostsOfCommand } from './host-facts.ts'
import { mcpArguments } from './mcp-arguments.ts'
import { mcpParts } from './mcp-name.ts'
import { ownValue } from './own-value.ts'
import { CANNOT_SPELL, spellPath } from './spell.ts'
import { TOOL_READINGS, type ToolReading } from './tools.ts'

export type ToolCall = {
  readonly tool: string
  readonly input: unknown
  /** Set for a sub-agent's call. */
  readonly agentId?: string
  readonly origin: Caller
  /** It carries no id: no call of the model's loop, and nobody is asked about it. */
  readonly isOutsideLoop?: boolean
  readonly cwd: string
  readonly places: Places
  /** What the person's shell makes of names. */
  readonly known?: Known
  /** The command line, read already. */
  readonly command?: Evaluation
}

/** What a tool call would do. Arguments of the wrong shape are never "nothing": their path, or their command, cannot be told. */
export const describeToolCall = (call: ToolCall, evaluate: Evaluate): Draft => {
  const reading = TOOL_READINGS.get(call.tool)
  const command = reading === undefined ? undefined : (call.command ?? commandOf(reading, call.input, evaluate))
  const mcp = mcpParts(call.tool)
  const given = mcp === undefined ? undefined : mcpArguments(call.input, call.cwd, call.places.home)
  const found = command === undefined ? filesOf(reading, call) : pathsOfCommand(command, call.cwd, call.places.home)
  return {
    subject: 'tool',
    caller: call.origin,
    agent: call.agentId === undefined ? 'main' : 'sub',
    tool: { name: call.tool, input: call.input },
    ...(isAskable(call) ? {} : { isUnattended: true as const }),
    mcp,
    paths: boundPaths(given?.paths ?? found),
    hosts: given === undefined ? hostsOf(reading, call, command) : boundHosts(given.hosts),
    command,
    places: call.places,
  }
}

/**
 * The engine asks a person about the model's own calls alone: a mod's own call, and one that goes straight to its server, run on an ask as on an allow.
 * The engine's own guard plugins (`cc-plugin-`, a name no other may bear) ask about a call as if the model made it.
 */
const isAskable = ({ origin, isOutsideLoop }: ToolCall): boolean =>
  origin.plugin === 'engine' ? isOutsideLoop !== true : origin.tier !== 'user' && origin.plugin.startsWith('cc-plugin-')

const hostsOf = (reading: ToolReading | undefined, { input }: ToolCall, command: Evaluation | undefined): readonly HostFact[] => {
  if (command !== undefined) return hostsOfCommand(command)
  return reading?.kind === 'address' ? [hostOfAddress(ownValue(input, reading.key))] : []
}

const commandOf = (reading: ToolReading, input: unknown, evaluate: Evaluate) => {
  if (reading.kind === 'file' || reading.kind === 'address') return undefined
  const line = ownValue(input, reading.key)
  if (line === undefined && reading.isOptional) return undefined
  if (typeof line !== 'string') return UNREADABLE
  return reading.isPowerShell === true ? evaluatePowerShell(line) : evaluate(line)
}

const filesOf = (reading: ToolReading | undefined, { input, cwd, places }: ToolCall): readonly FoundPath[] => {
  if (reading?.kind !== 'file') return []
  const given = ownValue(input, reading.key)
  const path = given === undefined && reading.isOptional ? cwd : given
  const written = typeof path === 'string' ? path : ''
  const spelled = typeof path === 'string' ? spellPath(path, cwd, places.home, 'tool') : CANNOT_SPELL
  return reading.actions.map(action => ({ action, written, spelled }))
}
