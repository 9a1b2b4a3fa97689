/** One call of a transcript, judged as the seat would judge it, from what the row tells alone: links are not followed, nothing is looked up. */
import type { Condition } from '../../policy/compile/compiled.ts'
import { conditionsOf } from '../../policy/compile/conditions.ts'
import { decide, type IndexedPolicy } from '../../policy/decide/decide.ts'
import type { Decision } from '../../policy/decide/decision.ts'
import { isMaybe, type Truth } from '../../policy/decide/kleene.ts'
import { matchUnlisted } from '../../policy/decide/match-only.ts'
import { matchRun } from '../../policy/decide/match-run.ts'
import type { Evaluate } from '../../policy/facts/command-facts.ts'
import { describeToolCall } from '../../policy/facts/describe-tool-call.ts'
import { pathsToResolve, withResolved } from '../../policy/facts/draft.ts'
import { ENGINE, type Facts } from '../../policy/facts/facts.ts'
import { foldPath } from '../../policy/facts/lexical-path.ts'
import type { Run } from '../../policy/shell/effects.ts'
import type { TranscriptCall } from './transcript.ts'

/** Where a call was made. `project`: the directory its session started in. */
export type Where = { readonly cwd: string; readonly project: string; readonly home: string | undefined }

export type JudgedCall = {
  readonly decision: Decision
  /** The programs the call would run, each once; a call that runs none is named by its tool. */
  readonly programs: readonly string[]
  /** By rule that spoke: the program it was about, else the tool. */
  readonly about: ReadonlyMap<string, string>
}

export function judgeCall(indexed: IndexedPolicy, call: TranscriptCall, where: Where, evaluate: Evaluate): JudgedCall {
  const places = { home: where.home === undefined ? [] : [where.home], project: [where.project] }
  const agentId = call.isSub ? 'sub' : undefined
  const draft = describeToolCall({ tool: call.tool, input: call.input, agentId, origin: ENGINE, cwd: where.cwd, places }, evaluate)
  const facts = withResolved(draft, new Map(pathsToResolve(draft).map(path => [path, foldPath(path)])))
  const decision = decide(indexed, facts)
  const programs = new Set(
    facts.command?.effects.flatMap(effect => (effect.kind === 'run' && effect.name !== undefined ? [effect.name] : [])),
  )
  const about = new Map(
    decision.spoken.map(({ rule }) => [rule, aboutOf(indexed.policy.rules.find(one => one.id === rule)?.when, facts) ?? call.tool]),
  )
  return { decision, programs: programs.size > 0 ? [...programs] : [call.tool], about }
}

function aboutOf(when: Condition | undefined, { command }: Facts): string | undefined {
  const conditions = when === undefined ? [] : [...conditionsOf(when)]
  for (const isWanted of [(truth: Truth) => truth === 'yes', isMaybe])
    for (const condition of conditions) {
      if (condition.kind !== 'run' && condition.kind !== 'only') continue
      const test = (run: Run) => (condition.kind === 'run' ? matchRun(condition, run) : matchUnlisted(condition, run))
      const run = command?.effects.find(effect => effect.kind === 'run' && isWanted(test(effect)))
      if (run?.kind === 'run') return run.name
    }
  return undefined
}

/** The home directory a path lies in, where its form tells. */
export const homeOf = (path: string): string | undefined => /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/.exec(path)?.[0]
