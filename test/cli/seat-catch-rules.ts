/** What the `.catch` of every hook of a seat must answer, whatever failed: judged on a seat's text, told as complaints. */
import { isDeepStrictEqual } from 'node:util'
import type { SeatPlan } from '../../cli/build/plan.ts'
import type { HookName } from '../../cli/build/planned-hook.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { hasSecrets } from '../../policy/compile/secrets-of.ts'
import { brokenRegistrations, type Handler, type Registration } from './seat-module.ts'

const untouchable = (what: string): object => {
  const refuse = (): never => {
    throw new Error(`it touches ${what}`)
  }
  const target = (): void => undefined
  return new Proxy(target, { get: refuse, has: refuse, ownKeys: refuse, apply: refuse, getOwnPropertyDescriptor: refuse })
}

const SECRET = 'the original text'
const BENEATH = { value: 'what is beneath' }

/** A row with one block of every kind that a hook may change, and of kinds that the engine puts back whatever a hook makes of them. */
const ROW = {
  message: {
    type: 'user',
    role: 'user',
    content: [
      { type: 'text', text: SECRET },
      { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: SECRET }] },
      { type: 'tool_result', tool_use_id: 't2', content: SECRET, is_error: true },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: SECRET } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: btoa(SECRET) } },
      { type: 'tool_use', id: 't3', name: 'Bash', input: { command: 'true' } },
      { type: 'thinking', thinking: 'none', signature: 'none' },
    ],
  },
  door: 'tool-result',
  origin: { kind: 'tool', tool: 'Bash' },
  uuid: 'u1',
}

/** What the model was about to write, the record for a collector, the conversation to be compacted: what a `.catch` may read of it is its own ids, or none. */
const STEP = { turnId: 't1', index: 2, model: 'm' }
const RECORD = { to: 'collector', name: 'user_prompt', attributes: { prompt: SECRET } }
const COMPACTION = { trigger: 'manual', messages: [{ role: 'user', text: 'clean', handle: 'h1' }] }
const EVENTS: Partial<Record<HookName, object>> = { rows: ROW, steps: STEP, telemetry: RECORD, compactions: COMPACTION }

type Situation = { readonly called: boolean; readonly plugin: string; readonly tier: string }
type Answered = { readonly answer: unknown; readonly passed: readonly unknown[] }

const fromEngine = (called: boolean): Situation => ({ called, plugin: 'engine', tier: 'core' })
const fromMod = (called: boolean): Situation => ({ called, plugin: 'tips', tier: 'user' })

/** Runs a `.catch` with `$` out of reach. A stream counts as what it returns; what it yields is handed back as passed on. */
async function answered(handler: Handler, e: object, { called, plugin, tier }: Situation, isStream: boolean): Promise<Answered> {
  const passed: unknown[] = []
  const plain = async (given: unknown) => {
    passed.push(given)
    return BENEATH
  }
  async function* stream(given: unknown): AsyncGenerator<never, unknown> {
    passed.push(given)
    yield* []
    return BENEATH
  }
  const to = async (given: unknown, to: string) => {
    passed.push({ given, to })
    return BENEATH
  }
  const next = Object.assign(isStream ? stream : plain, { called, origin: { plugin, tier }, to })
  const answer = handler(untouchable('$'), e, next)
  if (!isStream) return { answer: await answer, passed }
  const yielded: unknown[] = []
  for (;;) {
    const { value, done } = await (answer as AsyncGenerator).next()
    if (done) return { answer: yielded.length === 0 ? value : { yielded, value }, passed }
    yielded.push(value)
  }
}

const isRefusal = (answer: unknown, key: string): boolean => {
  const fields = (answer ?? {}) as Record<string, unknown>
  const told = fields[key]
  const isTold = typeof told === 'string' && told.startsWith('castellan: ') && told.includes('[castellan.guard-failed]')
  return isTold && Object.keys(fields).every(name => name === key || (name === 'decision' && fields.decision === 'deny'))
}

const hasPassedOn = ({ answer, passed }: Answered, e: object): boolean => answer === BENEATH && passed.length === 1 && passed[0] === e

/** In which key a gate's refusal stands. */
const refusalKey = (hook: HookName): string => (hook === 'plugins' ? 'refuse' : hook === 'check' || hook === 'ceiling' ? 'reason' : 'deny')

function rowComplaint({ answer, passed }: Answered): string | undefined {
  const [row] = passed as (typeof ROW)[]
  if (answer !== BENEATH || passed.length !== 1 || row === undefined) return 'does not store the row'
  const text = JSON.stringify(row)
  if (text.includes(SECRET) || text.includes(btoa(SECRET))) return 'stores some of the original text'
  const { message, ...outside } = row
  const { message: own, ...expected } = ROW
  const isSame = isDeepStrictEqual(outside, expected) && message.type === own.type && message.role === own.role
  const ids = (blocks: readonly { tool_use_id?: string }[]) => blocks.flatMap(block => block.tool_use_id ?? [])
  return isSame && isDeepStrictEqual(ids(message.content), ids(own.content)) ? undefined : 'changes what the engine pins'
}

const isWithheld = (text: unknown): boolean => isRefusal({ deny: text }, 'deny')

/** What an event that is answered with a text gets in its place, in the shape of its own. */
function isTextWithheld(answer: unknown): boolean {
  const { text, description, blocks, sections } = answer as Record<string, unknown>
  if (Array.isArray(sections)) return sections.length === 1 && isWithheld(sections[0].text) && sections[0].scope === 'session'
  if (Array.isArray(blocks)) return blocks.length === 0
  return isWithheld(text ?? description)
}

/** The model says that something was withheld, once, in a block that no other is, and stops, without a tool. */
function stepComplaint({ answer, passed }: Answered): string | undefined {
  if (passed.length > 0) return 'calls next'
  const { yielded, value } = answer as {
    yielded?: readonly { kind: string; index?: number; text?: string; stopReason?: string }[]
    value?: typeof STEP
  }
  const [text, stop] = yielded ?? []
  const isSaid = yielded?.length === 2 && text?.kind === 'text' && (text.index ?? 0) > 100 && isWithheld(text.text) && stop?.kind === 'stop'
  const end = { turnId: 't1', index: 2, answer: text?.text, toolUses: [], stopReason: 'end_turn', usage: null }
  return isSaid && stop.stopReason === 'end_turn' && isDeepStrictEqual(value, end) ? undefined : 'does not end the step'
}

/** The hooks on texts: undefined where another rule is theirs. */
function textComplaint(hook: HookName, got: Answered, e: object, { called }: Situation): string | undefined | false {
  const { answer, passed } = got
  const told = `answers ${JSON.stringify(answer)}`
  const isAlone = passed.length === 0
  switch (hook) {
    case 'answers':
      return isAlone && isTextWithheld(answer) ? undefined : told
    case 'steps':
      return stepComplaint(got)
    case 'prompts':
      // What had entered was clean, and a drop after it is no answer to the engine.
      if (called) return hasPassedOn(got, e) ? undefined : 'drops what had entered'
      return isAlone && isRefusal(answer, 'drop') ? undefined : told
    case 'compactions':
      // A skip after `next` is no answer to the engine: the raw summary would stand.
      if (called) return isAlone && isDeepStrictEqual(answer, { messages: COMPACTION.messages }) ? undefined : told
      return isAlone && isRefusal(answer, 'skip') ? undefined : told
    case 'commands':
      // The one that opens: a person must come to /clear. Rows and the request are cleaned after it.
      if (!called) return hasPassedOn(got, e) ? undefined : 'locks a person out'
      return isAlone && isWithheld((answer as { text?: unknown }).text) ? undefined : told
    case 'telemetry':
      if (called) return hasPassedOn(got, e) ? undefined : 'sends a record twice'
      return isDeepStrictEqual(passed, [{ ...RECORD, attributes: {} }]) ? undefined : 'sends what the record says'
    default:
      return false
  }
}

/**
 * The first `.catch` of a module that answers speaks for all its hooks on the event, and its `next(e)` goes past their gates. So the recorder's must not
 * answer: it may fail, which leaves the answer to the gate within just the same.
 */
async function recorderComplaint(handler: Handler, e: object, situation: Situation): Promise<string | undefined> {
  const { answer, passed } = await answered(handler, e, situation, false).catch(() => ({ answer: undefined, passed: [] }))
  return answer === undefined && passed.length === 0 ? undefined : 'answers in the place of a gate'
}

/** Hooks whose refusal stands whether or not `next` was called: they tighten or clean what came up. */
const ALWAYS_REFUSES: ReadonlySet<HookName> = new Set(['check', 'results'])

/** Undefined where the answer is right. */
async function complaint(hook: HookName, handler: Handler, situation: Situation): Promise<string | undefined> {
  const e = EVENTS[hook] ?? untouchable('the event')
  if (hook === 'record') return recorderComplaint(handler, e, situation)
  const got = await answered(handler, e, situation, hook === 'mod-stream' || hook === 'steps')
  const told = textComplaint(hook, got, e, situation)
  if (told !== false) return told
  if (hook === 'rows') return rowComplaint(got)
  if (hook === 'start') return hasPassedOn(got, e) ? undefined : 'does not pass on'
  if (hook === 'hidden') {
    // Whether values stand in it is not known: people's mods do not hear of it.
    const isHidden = got.answer === BENEATH && isDeepStrictEqual(got.passed, [{ given: e, to: 'append' }])
    return (situation.called ? hasPassedOn(got, e) : isHidden) ? undefined : 'does not pass on, or to mods as well'
  }
  if (hook === 'status') {
    const { text } = got.answer as { text?: unknown }
    return typeof text === 'string' && text.startsWith('castellan: ') && got.passed.length === 0 ? undefined : 'does not answer the person'
  }
  // No decision leaves the dialog to the person; one of a hook beneath would answer in the person's place.
  if (hook === 'asks') return isDeepStrictEqual(got, { answer: {}, passed: [] }) ? undefined : 'does not leave it to a person'
  const mayPassOn =
    situation.called && !ALWAYS_REFUSES.has(hook) && !(hook === 'requests' && situation.plugin === 'engine' && situation.tier === 'core')
  if (mayPassOn) return hasPassedOn(got, e) || isRefusal(got.answer, refusalKey(hook)) ? undefined : 'neither refuses nor lets stand'
  if (got.passed.length > 0) return 'calls next'
  const isDecided = refusalKey(hook) !== 'reason' || (got.answer as { decision?: unknown })?.decision === 'deny'
  return isDecided && isRefusal(got.answer, refusalKey(hook)) ? undefined : `answers ${JSON.stringify(got.answer)}`
}

const SITUATIONS: readonly Situation[] = [fromEngine(false), fromEngine(true), fromMod(false), fromMod(true)]

async function catchComplaints(
  { hook, event }: SeatPlan['hooks'][number],
  { catches }: Registration,
  isRedacting: boolean,
): Promise<string[]> {
  const [handler, ...more] = catches
  if (hook === 'withhold') return handler === undefined ? [] : ['engine.create takes no .catch']
  if (handler === undefined || more.length > 0) return [`${event}: ${catches.length} .catch`]
  const told = SITUATIONS.map(async situation => {
    const where = `${event} (${hook}), next ${situation.called ? 'called' : 'not called'}, for ${situation.plugin}`
    try {
      // A stamp that fails takes nothing away; there are no values to be taken out.
      const why = await complaint(hook === 'telemetry' && !isRedacting ? 'start' : hook, handler, situation)
      return why === undefined ? [] : [`${where}: ${why}`]
    } catch (error) {
      return [`${where}: ${(error as Error).message}`]
    }
  })
  return (await Promise.all(told)).flat()
}

/** Everything that is wrong with the `.catch` handlers of a seat whose runtime is broken; none: they hold. */
export async function complaintsAbout(seat: string, policy: CompiledPolicy, plan: SeatPlan): Promise<string[]> {
  const registrations = brokenRegistrations(seat, policy)
  if (registrations.length !== plan.hooks.length) return [`${registrations.length} hooks, ${plan.hooks.length} planned`]
  const isRedacting = hasSecrets(policy.secrets)
  const told = plan.hooks.map((planned, i) => catchComplaints(planned, registrations[i] as Registration, isRedacting))
  return (await Promise.all(told)).flat()
}
