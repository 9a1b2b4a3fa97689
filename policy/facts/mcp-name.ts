const PREFIX = 'mcp__'

/**
 * The parts of an MCP tool's name, `mcp__server__tool`; undefined for any other tool.
 * It splits at the first `__` after the prefix, as the engine does: a server's name may hold single underscores.
 */
export const mcpParts = (tool: string): { readonly server: string; readonly tool: string } | undefined => {
  if (!tool.startsWith(PREFIX)) return undefined
  const rest = tool.slice(PREFIX.length)
  const split = rest.indexOf('__')
  return split <= 0 ? undefined : { server: rest.slice(0, split), tool: rest.slice(split + 2) }
}

/** A server's name as it stands in tool names, from how a mod or the settings spell it: `my server` is `my_server`. */
export const mcpServerName = (spelled: string): string => spelled.replace(/[^a-zA-Z0-9_-]/g, '_')
