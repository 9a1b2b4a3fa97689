/** Calls that castellan itself asks about: nobody but a person may answer these, and no settings hook or mod that speaks in a person's place. */
import { describeToolCall } from '../policy/facts/describe.ts'
import { ENGINE } from '../policy/facts/facts.ts'
import type { Doors } from './doors.ts'
import type { Judge } from './judge.ts'

/** What `classic.PermissionRequest` tells: the call without its id. */
export type PermissionInput = { readonly tool_name: string; readonly tool_input: unknown; readonly agent_id?: string }

/** Asks remembered; past it the oldest is forgotten, and the rules alone say whose ask it is. */
const MAX_ASKED = 256

const stringify = JSON.stringify
const keyOf = (tool: string, input: unknown): string => `${tool} ${stringify(input)}`

export function createAsks(judge: Judge) {
  const asked = new Set<string>()
  return {
    /** castellan answered an ask for this call. */
    remember(tool: string, input: unknown): void {
      const key = keyOf(tool, input)
      asked.delete(key)
      asked.add(key)
      const [oldest] = asked
      if (asked.size > MAX_ASKED && oldest !== undefined) asked.delete(oldest)
    },

    /**
     * Whether the dialog about to open is castellan's own: it answered so, or its rules say so now (the engine may spell a path anew between the two, and
     * a new worker remembers nothing). Rejects when it cannot judge.
     */
    async isAskedHere(doors: Doors, e: PermissionInput): Promise<boolean> {
      if (asked.has(keyOf(e.tool_name, e.tool_input))) return true
      const call = { tool: e.tool_name, input: e.tool_input, agentId: e.agent_id, origin: ENGINE }
      const { verdict } = await judge(doors, at => describeToolCall({ ...call, ...at }), call.tool)
      return verdict !== 'none'
    },
  }
}
