/** From a dispatch to castellan's own decision: describe, resolve the paths it names, decide. */
import { type EffectSummary, effectSummary } from '../audit/effect-summary.ts'
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { conditionsOf } from '../policy/compile/conditions.ts'
import { decide, indexPolicy } from '../policy/decide/decide.ts'
import type { Decision } from '../policy/decide/decision.ts'
import { type Draft, pathsToResolve, withResolved } from '../policy/facts/draft.ts'
import type { Places } from '../policy/facts/facts.ts'
import { describeWithScripts } from '../policy/facts/script-texts.ts'
import { isShellTool } from '../policy/facts/tools.ts'
import { writesText } from '../policy/facts/writes-text.ts'
import type { Evaluation } from '../policy/shell/effects.ts'
import type { Known } from '../policy/shell/known.ts'
import type { Doors } from './doors.ts'
import { readScriptFiles } from './scripts.ts'
import { resolvePath, type SessionFacts } from './session.ts'
import type { Shell } from './shell.ts'

/** `command`: its command line, read already. */
export type Situation = { readonly cwd: string; readonly places: Places; readonly known?: Known; readonly command?: Evaluation }
/** `tool`: the tool whose call it is; for one that the person's shell runs, the shell's aliases and functions are learned first. */
export type Judge = (doors: Doors, describe: (at: Situation) => Draft, tool?: string) => Promise<Judged>
/** `effects`: what the call would do, for the record; absent where there is none. `writesText`: it would, or may, leave text of its own in a file. */
export type Judged = Decision & { readonly effects?: EffectSummary; readonly writesText?: true }

const PATH_KINDS: ReadonlySet<string> = new Set(['read', 'write', 'delete', 'only'])

/**
 * Rejects when the session cannot be read: the hook's `.catch` then refuses. `mask`: takes secret values out of arguments that are to be recorded; where
 * it throws they are not.
 */
export function createJudge(
  policy: CompiledPolicy,
  session: (doors: Doors) => Promise<SessionFacts>,
  shell: Shell,
  mask?: (text: string) => string,
): Judge {
  const { audit } = policy
  const shown = audit?.levels.decisions === 'full' ? mask : undefined
  const indexed = indexPolicy(policy)
  const judgesPaths = policy.rules.some(rule => [...conditionsOf(rule.when)].some(condition => PATH_KINDS.has(condition.kind)))
  return async (doors, describe, tool) => {
    const learned = tool !== undefined && isShellTool(tool) ? shell.learn(doors) : undefined
    const [{ places }, cwd, known] = await Promise.all([session(doors), doors.cwd(), learned])
    const at = { cwd, places, known }
    const draft = learned === undefined ? describe(at) : await withScripts(doors, describe, at)
    const wanted = judgesPaths ? pathsToResolve(draft) : []
    const resolved = new Map(await Promise.all(wanted.map(async path => [path, await resolvePath(doors, path)] as const)))
    const facts = withResolved(draft, resolved)
    const decision = decide(indexed, facts)
    const effects = audit && effectSummary(facts, shown)
    return { ...decision, ...(effects && { effects }), ...(writesText(facts) && { writesText: true }) }
  }
}

async function withScripts(doors: Doors, describe: (at: Situation) => Draft, at: Situation): Promise<Draft> {
  const steps = describeWithScripts(command => describe(command === undefined ? at : { ...at, command }), at.cwd, at.places.home)
  for (let step = steps.next(); ; ) {
    if (step.done) return step.value
    step = steps.next(await readScriptFiles(doors, step.value))
  }
}
