/** From a dispatch to castellan's own decision: describe, resolve the paths it names, decide. */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { conditionsOf } from '../policy/compile/conditions.ts'
import { decide, indexPolicy } from '../policy/decide/decide.ts'
import type { Decision } from '../policy/decide/decision.ts'
import { type Draft, pathsToResolve, withResolved } from '../policy/facts/draft.ts'
import type { Places } from '../policy/facts/facts.ts'
import { isShellTool } from '../policy/facts/tools.ts'
import type { Known } from '../policy/shell/known.ts'
import type { Doors } from './doors.ts'
import { resolvePath, type SessionFacts } from './session.ts'
import type { Shell } from './shell.ts'

export type Situation = { readonly cwd: string; readonly places: Places; readonly known?: Known }
/** `tool`: the tool whose call it is. What the person's shell knows is learned where it runs the call. */
export type Judge = (doors: Doors, describe: (at: Situation) => Draft, tool?: string) => Promise<Decision>

const PATH_KINDS: ReadonlySet<string> = new Set(['read', 'write', 'delete', 'only'])

/** Rejects when the session cannot be read: the hook's `.catch` then refuses. */
export function createJudge(policy: CompiledPolicy, session: (doors: Doors) => Promise<SessionFacts>, shell: Shell): Judge {
  const indexed = indexPolicy(policy)
  const judgesPaths = policy.rules.some(rule => [...conditionsOf(rule.when)].some(condition => PATH_KINDS.has(condition.kind)))
  return async (doors, describe, tool) => {
    const learned = tool !== undefined && isShellTool(tool) ? shell.learn(doors) : undefined
    const [{ places }, cwd, known] = await Promise.all([session(doors), doors.cwd(), learned])
    const draft = describe({ cwd, places, known })
    const wanted = judgesPaths ? pathsToResolve(draft) : []
    const resolved = new Map(await Promise.all(wanted.map(async path => [path, await resolvePath(doors, path)] as const)))
    return decide(indexed, withResolved(draft, resolved))
  }
}
