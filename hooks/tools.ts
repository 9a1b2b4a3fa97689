/** Tool calls: the model's, a sub-agent's, a mod's own, and those of tools that mods registered. */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import type { Decision } from '../policy/decide/decision.ts'
import { refusalText } from '../policy/decide/refusal-text.ts'
import { stricter } from '../policy/decide/strictness.ts'
import { describeToolCall } from '../policy/facts/describe.ts'
import type { ToolCall } from '../policy/facts/describe-tool-call.ts'
import { createAsks } from './asks.ts'
import { argumentsOf, type CallInput } from './call-arguments.ts'
import { callerOf } from './caller.ts'
import type { CallAnswer } from './conversation.ts'
import { type Doors, isOwn, type Origin } from './doors.ts'
import type { Judge, Judged, Situation } from './judge.ts'
import type { LoadedSecrets } from './loaded-secrets.ts'
import type { Notes } from './notes.ts'
import { CEILING_RULE, joined, ownDecision } from './own-rules.ts'
import { readWhole } from './read-whole.ts'
import { createRefusal } from './refusal.ts'
import { roundTrip } from './round-trip.ts'
import type { Tally } from './tally.ts'

export type Verdict = 'allow' | 'ask' | 'deny'
export type CheckInput = {
  readonly tool: string
  readonly input: unknown
  readonly tool_use_id?: string
  readonly agentId?: string
  readonly ceiling?: Verdict
  readonly isCeilingUnread?: true
}
export type CheckResult = { readonly decision: Verdict; readonly reason?: string }

/** The stricter of castellan's answer and what is beneath (deny > ask > allow); on a tie both reasons are told. */
export function stricterCheck(own: CheckResult | undefined, below: CheckResult): CheckResult {
  if (own === undefined) return below
  if (own.decision !== below.decision) return stricter(own.decision, below.decision) === own.decision ? own : below
  const reason = below.reason === undefined ? own.reason : `${own.reason} ${below.reason}`
  return { ...below, ...(reason === undefined ? {} : { reason }) }
}

/** A managed deny rule of the engine covers this call of a mod, or the engine cannot tell whether one does. */
function ceilingDecision(e: Pick<CheckInput, 'ceiling' | 'isCeilingUnread'>, origin: Origin, policy: CompiledPolicy): Decision | undefined {
  const isCovered = e.ceiling === 'deny'
  if (origin.tier !== 'user' || !(isCovered || e.isCeilingUnread)) return undefined
  const reason = isCovered
    ? 'A managed permission rule denies this to Claude, so mods may not do it either.'
    : 'Managed permission rules exist and the engine cannot tell whether one covers this call of a mod.'
  return ownDecision({ rule: CEILING_RULE, certainty: isCovered ? 'certain' : 'cannot-tell', mode: policy.mode, reason })
}

/** What was said of a call with values in it, without a word of the call: what a rule matched would show them. */
const saidOfValues = ({ verdict, spoken }: Decision): Decision => ({
  verdict,
  spoken: spoken.map(one => ({
    ...one,
    reason: 'With its values in place, a rule is about this',
    instead: undefined,
    matched: '',
  })),
})

/** How the engine words a refusal of a file tool by a permission rule that it gives before it raises `tool.check` (2.1.332). */
const PERMISSION_REFUSAL =
  /^(?:<tool_use_error>)?File is (?:in a directory that is denied by your permission settings|covered by a Read deny rule in your permission settings)/

/** Calls remembered as judged. */
const MAX_CHECKED = 1024

export type ToolGates = ReturnType<typeof createToolGates>

/** `load`: the secrets; absent where the policy has none. */
export function createToolGates(
  policy: CompiledPolicy,
  judge: Judge,
  notes: Notes,
  tally: Tally,
  load?: (doors: Doors) => Promise<LoadedSecrets>,
) {
  const userTools = new Set<string>()
  const checked = new Set<string>()
  const asks = createAsks(judge)
  const refusal = createRefusal(policy, notes, tally)

  /** Whether a user-tier mod registered this tool. Asks the engine until it says yes; a rejection refuses the call. */
  const isUserTool = async (doors: Doors, tool: string): Promise<boolean> => {
    if (userTools.has(tool)) return true
    const registered = (await doors.tools()).find(entry => entry.name === tool)
    const isUsers = registered?.registeredBy?.tier === 'user'
    if (isUsers) userTools.add(tool)
    return isUsers
  }

  /**
   * What the rules, and castellan's own about secrets, say of a call: with markers in place of secrets, which is what is told of it; and where it holds
   * values, with these as well, or a value could name what no rule lets pass.
   */
  const judgeWhole = async (doors: Doors, call: Omit<ToolCall, keyof Situation>, shell: string | undefined): Promise<Judged> => {
    const said = (input: unknown) => judge(doors, at => describeToolCall({ ...call, input, ...at }), shell)
    const known = await load?.(doors)
    if (known === undefined) return said(call.input)
    const shown = readWhole(known.redactor.deep(call.input, 'record')).value
    const byRules = await said(shown)
    const decision = joined(byRules, await roundTrip(policy, known, doors, { ...call, writesText: byRules.writesText === true }))
    if (shown === call.input) return decision
    const real = await said(call.input)
    return real.verdict === decision.verdict ? decision : joined(decision, saidOfValues(real))
  }

  /** The same at `tool.call`, where a call's arguments stand beside its own keys. */
  const judgeCall = (doors: Doors, e: CallInput, origin: Origin): Promise<Judged> =>
    judgeWhole(doors, { tool: e.tool, input: argumentsOf(e), agentId: e.agentId, origin: callerOf(origin) }, e.tool)

  return {
    judgeCall,
    refusal,
    isUserTool,

    /** The stricter of the rules' answer and `below`, what the chain beneath answered. Rejects when it cannot judge. */
    async check(doors: Doors, e: CheckInput, origin: Origin, below: CheckResult): Promise<CheckResult> {
      // Castellan's own question, whether others allow a call that it has judged.
      if (isOwn(origin) && e.tool_use_id === undefined) return below
      const call = {
        tool: e.tool,
        input: e.input,
        agentId: e.agentId,
        origin: callerOf(origin),
        isOutsideLoop: e.tool_use_id === undefined,
      }
      // Castellan's own call is what starts the shell: it cannot wait for that.
      const byRules = await judgeWhole(doors, call, isOwn(origin) ? undefined : e.tool)
      const decision = joined(byRules, ceilingDecision(e, origin, policy))
      notes.of(e).decision = decision
      // A query carries no id: sec-default asks beneath itself whether a call would be allowed.
      if (e.tool_use_id !== undefined) {
        tally.count(decision, e.tool_use_id)
        if (checked.size >= MAX_CHECKED) checked.clear()
        checked.add(e.tool_use_id)
      }
      const own = decision.verdict === 'none' ? undefined : { decision: decision.verdict, reason: refusalText(decision, policy.name) }
      if (own?.decision === 'ask') asks.remember(e.tool, e.input)
      return stricterCheck(own, below)
    },

    isAskedHere: asks.isAskedHere,

    /** For a mod's own file and process calls, which the engine raises only with a ceiling: a refusal, or undefined to go on. */
    ceiling(e: CheckInput, origin: Origin): CheckResult | undefined {
      const decision = ceilingDecision(e, origin, policy)
      if (decision === undefined) return undefined
      const refused = refusal(e, decision)
      return refused && { decision: 'deny', reason: refused.deny }
    },

    /**
     * For file tools: the engine answers a mirrored permission rule before it raises `tool.check`, in its own words. Where a rule of the policy denies
     * the call as well, its reason is told, and recorded. Any other answer goes up as it came; where it is such a refusal, it is recorded as one.
     */
    async refusedFile(doors: Doors, e: CallInput, origin: Origin, answer: CallAnswer): Promise<CallAnswer> {
      const wasJudged = e.tool_use_id === undefined || checked.has(e.tool_use_id)
      if (answer.isError !== true || wasJudged) return answer
      const decision = await judgeCall(doors, e, origin)
      if (decision.verdict !== 'deny') {
        if (PERMISSION_REFUSAL.test(answer.text ?? '')) notes.of(e).isRefusedBeneath = true
        return answer
      }
      return refusal(e, decision) ?? answer
    },

    /** For a tool that a user-tier mod registered: it may be answered without ever reaching `tool.check`. An ask counts as a deny here: nobody can be asked. */
    async modTool(doors: Doors, e: CallInput, origin: Origin): Promise<{ deny: string } | undefined> {
      if (!(await isUserTool(doors, e.tool))) return undefined
      return refusal(e, await judgeCall(doors, e, origin))
    },
  }
}
