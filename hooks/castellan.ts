/**
 * The runtime that every seat shares: one function per hook, made from the compiled policy. The seat spells the registrations and hands
 * over thunks; follow a Bash call from `check` here to `tools.ts`, `policy/facts`, `policy/shell`, `policy/decide`, `audit/`.
 */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { eligible } from '../redact/eligible.ts'
import {
  type CommandAnswer,
  type CommandInput,
  type Compacted,
  type PromptInput,
  redactAnswer,
  redactArguments,
  redactCompacted,
  redactPrinted,
  redactPrompt,
  redactTelemetry,
} from './answers.ts'
import type { CallInput } from './call-arguments.ts'
import { type CallAnswer, type RowInput, redactResult, redactRow } from './conversation.ts'
import { counter } from './count-hits.ts'
import type { StarNext } from './dispatch.ts'
import { type Doors, isOwn, type Origin, OWN_NAME } from './doors.ts'
import { inTime } from './in-time.ts'
import { createJudge } from './judge.ts'
import type { LoadedSecrets } from './loaded-secrets.ts'
import { createMask } from './mask.ts'
import { createMentionGate, type MentionInput } from './mention.ts'
import { createMentionCopies } from './mention-copy.ts'
import { markersMet } from './met-markers.ts'
import { createModCallGate } from './mod-call.ts'
import { createNotes } from './notes.ts'
import type { Parts } from './parts.ts'
import { createPluginGate } from './plugins.ts'
import { clock } from './realm.ts'
import { createRecorder } from './record.ts'
import { type FetchInput, redactRequest } from './requests.ts'
import { type Seating, seatingOf } from './seating.ts'
import { createSecrets } from './secrets.ts'
import { createSessionFacts } from './session.ts'
import { createShell } from './shell.ts'
import { createShipping } from './shipping.ts'
import { scrubSpilled } from './spill.ts'
import { statusText } from './status.ts'
import { redactStep, type Step, type StepInput } from './step.ts'
import { createTally } from './tally.ts'
import { type CheckInput, type CheckResult, createToolGates } from './tools.ts'
import { unsetOf } from './unset.ts'

export { path, text } from '../policy/compile/module-globs.ts'

/** How long `/castellan` waits for the audit endpoint to answer. */
const STATUS_WAIT_MS = 1500
/** Calls of mods that change nothing. */
const READS: ReadonlySet<string> = new Set(['fs.read', 'fs.list', 'fs.stat', 'fs.exists', 'fs.ancestors'])

/** Everything the seat calls. Functions that cannot do their work reject: the registration's `.catch` then answers. `parts`: what this policy needs besides. */
export function createCastellan(policy: CompiledPolicy, parts?: Parts) {
  const session = createSessionFacts()
  const notes = createNotes()
  const tally = createTally()
  const shell = createShell()
  const judge = createJudge(policy, session, shell, text => {
    if (loaded === undefined) throw new Error('no secrets yet')
    return loaded.redactor.text(text).text
  })
  const secrets = createSecrets(policy, session, parts)
  let loaded: LoadedSecrets | undefined
  const { marketplace } = policy.seat
  const keeperOf = (doors: Doors, sessionId: string) =>
    policy.audit && parts?.createSpool?.({ marketplace, sessionId, audit: policy.audit }, doors)
  const shipping = createShipping(
    policy,
    createMask(() => loaded?.redactor),
    keeperOf,
  )
  const count = counter(notes, tally)
  const copies = createMentionCopies(marketplace)
  const recorder = createRecorder(policy, notes, shipping, isOwn, clock)

  /** What the audit goes without, since the session's start. */
  let unset: readonly string[] = []

  const load = async (doors: Doors): Promise<LoadedSecrets> => {
    loaded = await secrets(doors)
    return loaded
  }
  /** After a call, which may have made or changed the file that its result shows. */
  const reload = async (doors: Doors, e: object): Promise<LoadedSecrets> => {
    loaded = await secrets.refresh(doors, 'tool' in e ? `${e.tool}` : '')
    return loaded
  }

  // Sources and patterns that a policy does not have are left out of it.
  const { env, dotenv, ...more } = policy.secrets
  const hasSecrets = env.length + dotenv.length + Object.keys(more).length > 0
  const { judgeCall, isUserTool, refusal, ...tools } = createToolGates(policy, judge, notes, tally, hasSecrets ? load : undefined)
  const keepsAhead = policy.audit?.durability.decisions === 'ahead'
  const judgeModCall = createModCallGate(policy, judge, notes, tally)
  /** With the secrets, where they can be had: what a record says is masked before it is sealed. */
  const sessionName = async (doors: Doors): Promise<string> => {
    const { id } = await session(doors)
    await load(doors).catch(() => undefined)
    return id
  }
  // A value that no result is cleaned of is not handed out.
  const share = async (doors: Doors): Promise<unknown> => doors.share?.(value => eligible(value).ok)

  const seating = async (doors: Doors): Promise<Seating | undefined> => {
    const settings = await doors.managedSettings().catch(() => undefined)
    return settings === undefined ? undefined : seatingOf(settings, `${OWN_NAME}@${policy.seat.marketplace}`)
  }

  return {
    ...tools,
    ...parts?.createHydration?.(policy, load, () => loaded?.redactor, { judgeCall, isUserTool, refusal }, notes),
    record: recorder.record,
    around: recorder.around,
    recordFailure: recorder.recordFailure,
    stamped: shipping.stamped,
    /** A request that a plugin makes. One of castellan's own is given up when its time is over. */
    posted: (origin: Origin, below: Promise<unknown>) => (isOwn(origin) ? shipping.bounded(below) : below),
    mention: createMentionGate(policy, judge, notes, tally),
    /** A refusal, or undefined to go on. With `ahead` a call that may change something is recorded before it goes on, one that only reads once it has. */
    async modCall(doors: Doors, call: string, e: object, origin: Origin) {
      const isAhead = keepsAhead && origin.tier === 'user' && !READS.has(call)
      return (await judgeModCall(doors, call, e, origin)) ?? (isAhead ? recorder.recordAhead(e, call, origin) : undefined)
    },

    /** The same for a call of a tool that a mod registered: the mod may answer it without `tool.check` ever being raised. */
    async modTool(doors: Doors, e: CallInput, origin: Origin) {
      const refused = await tools.modTool(doors, e, origin)
      return refused ?? (keepsAhead && (await isUserTool(doors, e.tool)) ? recorder.recordAhead(e, 'tool.call', origin) : undefined)
    },
    pluginRefusal: createPluginGate(policy, notes, tally),

    /** For mods' own file and process calls. `*` does not hear these checks, so what was said of one is recorded here. */
    ceiling(e: CheckInput, next: StarNext): CheckResult | undefined {
      const answer = tools.ceiling(e, next.origin)
      const isJudged = notes.peek(e) !== undefined
      if (isJudged) recorder.recordUnheard(e, next, answer)
      return answer
    },

    /** At session start: whatever can be known early is learned before the first request. Each part fails alone; the gates ask again themselves. */
    async start(doors: Doors): Promise<void> {
      const learned = [load(doors), share(doors), doors.registerCommand()]
      const answered = <T>(one: PromiseSettledResult<T>): T | undefined => (one.status === 'fulfilled' ? one.value : undefined)
      const asked = [session(doors), doors.auditKey?.(), doors.remembered?.(), doors.ready?.()] as const
      const [known, key, before, sent] = await Promise.allSettled([...asked, ...learned])
      if (known.status === 'fulfilled') shipping.start(doors, known.value.id, answered(key), answered(before))
      else shipping.startLate(doors, sessionName)
      unset = policy.audit === undefined ? [] : unsetOf(policy.audit, answered(key), answered(sent))
      for (const line of unset) doors.log(`castellan: no value in ${line}`)
    },

    /** The redactors of one dispatch. Rejects when the secrets cannot be loaded, or not in its time: `signal` is for hooks whose end the recorder does not see to. */
    async redactor(doors: Doors, signal?: AbortSignal) {
      const { redactor } = await inTime(load(doors), signal)
      return {
        async result(e: object, answer: CallAnswer): Promise<CallAnswer> {
          const { redactor } = await reload(doors, e)
          const hits = await scrubSpilled(redactor, doors, answer)
          if (hits !== undefined) count(e, hits)
          // The inner seat has been there before, and keeps no records.
          if (policy.seat.inner) count(e, markersMet(redactor.names, answer))
          return redactResult(redactor, count, e, answer)
        },
        row: <Row extends RowInput>(e: Row) => redactRow(redactor, count, e),
        request: <Fetch extends FetchInput>(e: Fetch) => redactRequest(redactor, count, notes, e),
        prompt: <Prompt extends PromptInput>(e: Prompt) => redactPrompt(redactor, count, e),
        // What is read of the file is what it holds now, whoever wrote it.
        mention: async <Mention extends MentionInput>(e: Mention) =>
          copies((await reload(doors, { tool: 'Read' })).redactor, count, doors, e),
        answer: <Answer>(e: object, answer: Answer) => redactAnswer(redactor, count, e, answer),
        args: <Command extends CommandInput>(e: Command) => redactArguments(redactor, count, e),
        printed: <Answer extends CommandAnswer>(e: object, answer: Answer) => redactPrinted(redactor, count, e, answer),
        compacted: <Answer extends Compacted>(e: object, answer: Answer) => redactCompacted(redactor, count, e, answer),
        telemetry<Telemetry extends object>(e: Telemetry, next: StarNext): Telemetry {
          const { sent, hits } = redactTelemetry(redactor, e)
          if (count(e, hits)) recorder.recordUnheard(e, next, undefined)
          return sent
        },
        step: (e: StepInput, below: Step): Step => {
          const note = notes.ofStream('turn.step', e)
          return redactStep(
            redactor,
            hits => {
              note.redactions = hits
              tally.countRedactions(hits)
            },
            below,
          )
        },
      }
    },

    /** `/castellan`, for the person alone. */
    async status(doors: Doors) {
      // What the endpoint says now, not what it said before anything was sent to it.
      await shipping.flush(STATUS_WAIT_MS)
      const known = await load(doors).catch(() => undefined)
      const text = statusText({
        policy,
        totals: tally.read(),
        seating: await seating(doors),
        shell: await shell.learned().catch(() => undefined),
        secrets: known && {
          registered: new Set(known.secrets.map(({ name }) => name)).size,
          refused: known.refused.map(({ name }) => name),
        },
        notLoaded: secrets.failures(),
        audit: shipping.state(),
        unset,
      })
      return { text, isTextDisplayOnly: true as const }
    },
  }
}
