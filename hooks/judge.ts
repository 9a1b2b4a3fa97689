/** From a dispatch to castellan's own decision: describe, resolve the paths it names, decide. */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { conditionsOf } from '../policy/compile/conditions.ts'
import { decide, indexPolicy } from '../policy/decide/decide.ts'
import type { Decision } from '../policy/decide/decision.ts'
import { type Draft, pathsToResolve, withResolved } from '../policy/facts/draft.ts'
import type { Places } from '../policy/facts/facts.ts'
import type { Doors } from './doors.ts'
import { resolvePath, type SessionFacts } from './session.ts'

export type Situation = { readonly cwd: string; readonly places: Places }
export type Judge = (doors: Doors, describe: (at: Situation) => Draft) => Promise<Decision>

const PATH_KINDS: ReadonlySet<string> = new Set(['read', 'write', 'delete', 'only'])

/** Rejects when the session cannot be read: the hook's `.catch` then refuses. */
export function createJudge(policy: CompiledPolicy, session: (doors: Doors) => Promise<SessionFacts>): Judge {
  const indexed = indexPolicy(policy)
  const judgesPaths = policy.rules.some(rule => [...conditionsOf(rule.when)].some(condition => PATH_KINDS.has(condition.kind)))
  return async (doors, describe) => {
    const [{ places }, cwd] = await Promise.all([session(doors), doors.cwd()])
    const draft = describe({ cwd, places })
    const wanted = judgesPaths ? pathsToResolve(draft) : []
    const resolved = new Map(await Promise.all(wanted.map(async path => [path, await resolvePath(doors, path)] as const)))
    return decide(indexed, withResolved(draft, resolved))
  }
}
