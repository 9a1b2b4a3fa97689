import type { Condition } from '../compile/compiled.ts'
import type { Facts } from '../facts/facts.ts'
import { ownValue } from '../facts/own-value.ts'
import { every, not, some, type Truth, toTruth } from './kleene.ts'
import { matchHosts } from './match-host.ts'
import { matchOnly } from './match-only.ts'
import { matchPaths } from './match-path.ts'
import { matchRuns } from './match-run.ts'
import { matchArgs, matchValue } from './match-value.ts'
import { isNameIn } from './name-glob.ts'

/** Whether a condition holds of what a dispatch would do. What a dispatch has not got (a command, an MCP tool) does not fit. */
export const matchCondition = (condition: Condition, facts: Facts): Truth => {
  switch (condition.kind) {
    case 'all':
      return every(condition.of, one => matchCondition(one, facts))
    case 'any':
      return some(condition.of, one => matchCondition(one, facts))
    case 'not':
      return not(matchCondition(condition.of, facts))
    case 'run':
      return matchRuns(condition, facts)
    case 'only':
      return matchOnly(condition, facts)
    case 'read':
    case 'write':
    case 'delete':
      return matchPaths(condition, facts)
    case 'connect':
      return matchHosts(condition, facts)
    case 'unread':
      return toTruth(facts.command?.markers.some(marker => condition.kinds.includes(marker.kind)) === true)
    case 'mcp':
      return matchMcp(condition, facts)
    case 'tool':
      return facts.tool === undefined
        ? 'no'
        : allOf(matchValue(condition.name, facts.tool.name), matchArgs(condition.args, facts.tool.input))
    case 'mod':
      return matchModCall(condition, facts)
    case 'caller':
      return allOf(optional(condition.plugin, facts.caller.plugin), optional(condition.tier, facts.caller.tier))
    case 'agent':
      return toTruth(condition.is === facts.agent)
  }
}

const allOf = (...truths: readonly Truth[]): Truth => every(truths, truth => truth)

const optional = (matcher: Parameters<typeof matchValue>[0] | undefined, value: unknown): Truth =>
  matcher === undefined ? 'yes' : matchValue(matcher, value)

/** An MCP tool's arguments are the tool call's, or the `args` of a mod's `mcp.call`. */
const matchMcp = (condition: Extract<Condition, { kind: 'mcp' }>, { mcp, tool, call }: Facts): Truth => {
  if (mcp === undefined) return 'no'
  const args = tool === undefined ? ownValue(call?.args, 'args') : tool.input
  return allOf(optional(condition.server, mcp.server), optional(condition.tool, mcp.tool), matchArgs(condition.args, args))
}

const matchModCall = (condition: Extract<Condition, { kind: 'mod' }>, { call }: Facts): Truth => {
  if (call === undefined) return 'no'
  const isMeant = condition.calls.some(glob => isNameIn(glob, call.name))
  return isMeant ? matchArgs(condition.args, call.args) : 'no'
}
