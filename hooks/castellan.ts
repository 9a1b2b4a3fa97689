/**
 * The runtime that every seat shares: one function per hook, made from the compiled policy. The seat spells the registrations and hands
 * over thunks; follow a Bash call from `check` here to `tools.ts`, `policy/facts`, `policy/shell`, `policy/decide`, `audit/`.
 */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { createModCallGate } from './capabilities.ts'
import { type CallAnswer, counter, type RowInput, redactResult, redactRow } from './conversation.ts'
import { type Doors, isOwn, OWN_NAME } from './doors.ts'
import { createMentionGate } from './files.ts'
import { createJudge } from './judge.ts'
import { createNotes } from './notes.ts'
import { createPluginGate } from './plugins.ts'
import { clock } from './realm.ts'
import { createRecorder, type StarNext } from './record.ts'
import { type FetchInput, redactRequest } from './requests.ts'
import { type Seating, seatingOf } from './seating.ts'
import { createSecrets, type LoadedSecrets } from './secrets.ts'
import { createSessionFacts } from './session.ts'
import { createShell } from './shell.ts'
import { createShipping } from './shipping.ts'
import { statusText } from './status.ts'
import { createTally } from './tally.ts'
import { type CheckInput, type CheckResult, createToolGates } from './tools.ts'

export { path, text } from '../policy/compile/module-globs.ts'

/** How long `/castellan` waits for the audit endpoint to answer. */
const STATUS_WAIT_MS = 1500

/** Everything the seat calls. Functions that cannot do their work reject: the registration's `.catch` then answers. */
export function createCastellan(policy: CompiledPolicy) {
  const session = createSessionFacts()
  const notes = createNotes()
  const tally = createTally()
  const shell = createShell()
  const judge = createJudge(policy, session, shell)
  const secrets = createSecrets(policy, session)
  let loaded: LoadedSecrets | undefined
  const shipping = createShipping(policy, text => loaded?.redactor.text(text).text ?? text)
  const count = counter(notes, tally)
  const tools = createToolGates(policy, judge, notes, tally)
  const recorder = createRecorder(policy, notes, shipping, isOwn, clock)

  const load = async (doors: Doors): Promise<LoadedSecrets> => {
    loaded = await secrets(doors)
    return loaded
  }

  const seating = async (doors: Doors): Promise<Seating | undefined> => {
    const settings = await doors.managedSettings().catch(() => undefined)
    return settings === undefined ? undefined : seatingOf(settings, `${OWN_NAME}@${policy.seat.marketplace}`)
  }

  return {
    ...tools,
    record: recorder.record,
    recordFailure: recorder.recordFailure,
    mention: createMentionGate(policy, judge, notes, tally),
    modCall: createModCallGate(policy, judge, notes, tally),
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
      const [known] = await Promise.allSettled([session(doors), load(doors), doors.registerCommand(), doors.ready?.()])
      if (known.status === 'fulfilled') shipping.start(doors, known.value.id)
    },

    /** The redactors of one dispatch. Rejects when the secrets cannot be loaded. */
    async redactor(doors: Doors) {
      const { redactor } = await load(doors)
      return {
        result: (e: object, answer: CallAnswer) => redactResult(redactor, count, e, answer),
        row: <Row extends RowInput>(e: Row) => redactRow(redactor, count, e),
        request: <Fetch extends FetchInput>(e: Fetch) => redactRequest(redactor, count, notes, e),
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
        secrets: known && { registered: known.redactor.names.length, refused: known.refused.map(({ name }) => name) },
        audit: shipping.state(),
      })
      return { text, isTextDisplayOnly: true as const }
    },
  }
}
