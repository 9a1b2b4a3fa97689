import type { PathFact } from './facts.ts'

type Action = PathFact['action']

/** What a built-in tool's arguments tell. */
export type ToolReading =
  /** One path. `isOptional`: left out, it is the working directory. */
  | { readonly kind: 'file'; readonly actions: readonly Action[]; readonly key: string; readonly isOptional: boolean }
  /** A shell line. `isOptional`: the tool has uses without one. */
  | { readonly kind: 'command'; readonly key: string; readonly isOptional: boolean; readonly isPowerShell?: true }
  /** One address. */
  | { readonly kind: 'address'; readonly key: string }

const file = (key: string, actions: readonly Action[], isOptional = false): ToolReading => ({ kind: 'file', actions, key, isOptional })

/**
 * The tools that castellan reads. An edit reads too: its answer shows what stands around the change.
 * Of MCP tools castellan reads the arguments alone (mcp-arguments.ts); tools not listed here tell nothing, and `tool` rules still judge them.
 */
export const TOOL_READINGS: ReadonlyMap<string, ToolReading> = new Map([
  ['Read', file('file_path', ['read'])],
  ['Write', file('file_path', ['write'])],
  ['Edit', file('file_path', ['read', 'write'])],
  ['MultiEdit', file('file_path', ['read', 'write'])],
  ['NotebookEdit', file('notebook_path', ['read', 'write'])],
  ['LS', file('path', ['read'], true)],
  ['Glob', file('path', ['read'], true)],
  ['Grep', file('path', ['read'], true)],
  ['Bash', { kind: 'command', key: 'command', isOptional: false }],
  ['Monitor', { kind: 'command', key: 'command', isOptional: true }],
  ['WebFetch', { kind: 'address', key: 'url' }],
  ['PowerShell', { kind: 'command', key: 'command', isOptional: false, isPowerShell: true }],
])

/** The tool that such a name means, where it is one of these but for its case: names are compared as they are. */
export const toolMeant = (name: string): string | undefined =>
  TOOL_READINGS.has(name) ? undefined : [...TOOL_READINGS.keys()].find(tool => tool.toLowerCase() === name.toLowerCase())

/** Whether the person's shell runs what the tool is given. */
export const isShellTool = (tool: string): boolean => TOOL_READINGS.get(tool)?.kind === 'command'
