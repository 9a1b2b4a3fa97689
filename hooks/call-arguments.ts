/** The input of a `tool.call`, and what of it are the tool's arguments. */
export type CallInput = { readonly tool: string; readonly tool_use_id?: string; readonly agentId?: string; readonly $shadowed?: object }

/** The tool's arguments stand beside the call's own keys; an argument of such a name is moved to `$shadowed`. */
export function argumentsOf(e: CallInput): Record<string, unknown> {
  const { tool: _tool, tool_use_id: _id, agentId: _agent, $shadowed, ...rest } = e
  return { ...rest, ...$shadowed }
}
