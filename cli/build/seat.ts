/**
 * The generated seat: every registration, every `$` call, every literal the engine's source scan demands, and nothing else.
 * The thinking is in castellan.js; this file is short so that a reviewer can read what castellan touches.
 */
import { FAILED, UNSENT, WITHHELD } from '../../hooks/guard-failed.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { hasSecrets, isHydrating } from '../../policy/compile/secrets-of.ts'
import { quote, renderDoors } from './doors.ts'
import { partsOf } from './parts.ts'
import { CEILING_OPS, FILE_TOOL_NAMES, type SeatPlan } from './plan.ts'
import type { PlannedHook } from './planned-hook.ts'

/** What stands in place of a text whose redactor failed, by event, in the shape the event asks for. */
const WITHHELD_ANSWERS: Readonly<Record<string, string>> = {
  'prompt.context': '{ blocks: [] }',
  'prompt.compose': "{ sections: [{ id: 'castellan:withheld', text: WITHHELD, scope: 'session' }] }",
  'tool.describe': '{ description: WITHHELD }',
}

/**
 * How one planned hook is spelled. Gates answer a constant refusal when they fail; redactors refuse whether or not `next` was called.
 *
 * The engine asks for all hooks of one module at once (seen on 2.1.332): when one of them fails, the `.catch` of the outermost is asked first, and a
 * `next(e)` in it runs what is beneath the plugin, past every other gate of it. So the recorder notes it and answers nothing (or throws), which leaves
 * the answer to the gate within, or where there is none lets stand what is beneath; and of the hooks on one event the strictest in failure stands outermost.
 */
function spelled(planned: PlannedHook, policy: CompiledPolicy): string {
  const event = quote(planned.event)
  switch (planned.hook) {
    case 'record':
      return `  on(${event}, ($, e, next) => castellan.record(doorsOf($), e, next)).catch(($, e, next) => void castellan.recordFailure(e, next))`
    case 'withhold': {
      const nouns = policy.withhold.join(', ')
      return `  on('engine.create', async ($, e, next) => {\n    const { ${nouns}, ...rest } = await next(e)\n    return { ...rest }\n  })`
    }
    case 'settings':
      return `  on('settings.read', ($, e, next) => next.to(e, 'append')).catch(($, e, next) => (next.called ? next(e) : { deny: FAILED }))`
    case 'plugins':
      return `  on('plugin.register', async ($, e, next) => {\n    const refusal = castellan.pluginRefusal(doorsOf($), e)\n    return refusal === undefined ? next(e) : { refuse: refusal }\n  }).catch(($, e, next) => (next.called ? next(e) : { refuse: FAILED }))`
    case 'start':
      return `  on('session.start', async ($, e, next) => {\n    await castellan.start(doorsOf($))\n    return next(e)\n  }).catch(($, e, next) => next(e))`
    case 'check':
      if (isHydrating(policy.secrets))
        return `  on('tool.check', async ($, e, next) => {\n    const below = castellan.isHidden(e) ? next.to(e, 'append') : next(e)\n    return castellan.check(doorsOf($), e, next.origin, await below)\n  }).catch(() => ({ decision: 'deny', reason: FAILED }))`
      return `  on('tool.check', async ($, e, next) => castellan.check(doorsOf($), e, next.origin, await next(e)))\n    .catch(() => ({ decision: 'deny', reason: FAILED }))`
    case 'ceiling':
      return `  on('tool.check', { op: [${CEILING_OPS.map(quote).join(', ')}] }, async ($, e, next) => castellan.ceiling(e, next) ?? next(e))\n    .catch(($, e, next) => (next.called ? next(e) : { decision: 'deny', reason: FAILED }))`
    case 'asks':
      return `  on('classic.PermissionRequest', async ($, e, next) => ((await castellan.isAskedHere(doorsOf($), e)) ? {} : next(e)))\n    .catch(() => ({}))`
    case 'mod-tools':
      return `  on('tool.call', { tool: /^mcp__/ }, async ($, e, next) => (await castellan.modTool(doorsOf($), e, next.origin)) ?? next(e))\n    .catch(($, e, next) => (next.called ? next(e) : { deny: FAILED }))`
    case 'refused-files':
      return `  on('tool.call', { tool: [${FILE_TOOL_NAMES.map(quote).join(', ')}] }, async ($, e, next) => castellan.refusedFile(doorsOf($), e, next.origin, await next(e)))\n    .catch(($, e, next) => (next.called ? next(e) : { deny: FAILED }))`
    case 'results':
      if (isHydrating(policy.secrets))
        return `  on('tool.call', async ($, e, next) => {\n    const redact = await castellan.redactor(doorsOf($))\n    const call = await castellan.hydrate(doorsOf($), e, next.origin)\n    if (call === undefined) return redact.result(e, await next(e))\n    return call.deny === undefined ? redact.result(e, await next.to(call.send, 'append')) : redact.result(e, { deny: call.deny })\n  }).catch(() => ({ deny: WITHHELD }))`
      return `  on('tool.call', async ($, e, next) => {\n    const redact = await castellan.redactor(doorsOf($))\n    return redact.result(e, await next(e))\n  }).catch(() => ({ deny: WITHHELD }))`
    case 'hidden':
      return `  on(${event}, ($, e, next) => (castellan.isHidden(e) ? next.to(e, 'append') : next(e)))\n    .catch(($, e, next) => (next.called ? next(e) : next.to(e, 'append')))`
    case 'rows':
      return `  on('session.append', async ($, e, next) => {\n    const redact = await castellan.redactor(doorsOf($))\n    const row = redact.row(e)\n    return row === e ? next(e) : next.to(row, 'append')\n  }).catch(($, e, next) => next({ ...e, message: { ...e.message, content: e.message.content.map(withheld) } }))`
    case 'requests':
      return `  on('http.fetch', async ($, e, next) => {\n    if (next.origin.tier === 'user') return (await castellan.modCall(doorsOf($), 'http.fetch', e, next.origin)) ?? next(e)\n    if (next.origin.plugin !== 'engine') return castellan.posted(next.origin, next(e))\n    const redact = await castellan.redactor(doorsOf($))\n    const request = redact.request(e)\n    return request.deny === undefined ? next.to(request.send, 'append') : { deny: request.deny }\n  }).catch(($, e, next) => (next.origin.plugin === 'engine' || !next.called ? { deny: UNSENT } : next(e)))`
    case 'answers':
      return `  on(${event}, async ($, e, next) => (await castellan.redactor(doorsOf($))).answer(e, await next(e)))\n    .catch(() => (${WITHHELD_ANSWERS[planned.event] ?? '{ text: WITHHELD }'}))`
    case 'prompts':
      return `  on('prompt.submit', async ($, e, next) => {\n    const redact = await castellan.redactor(doorsOf($))\n    return next(redact.prompt(e))\n  }).catch(($, e, next) => (next.called ? next(e) : { drop: UNSENT }))`
    case 'commands':
      return `  on('command.run', async ($, e, next) => {\n    const redact = await castellan.redactor(doorsOf($))\n    return redact.printed(e, await next(redact.args(e)))\n  }).catch(($, e, next) => (next.called ? { text: WITHHELD } : next(e)))`
    case 'compactions':
      return `  on('session.compact', async ($, e, next) => {\n    const redact = await castellan.redactor(doorsOf($))\n    return redact.compacted(e, await next(e))\n  }).catch(($, e, next) => (next.called ? { messages: e.messages } : { skip: UNSENT }))`
    case 'steps':
      // A block of its own, past any that is open: in an open one of tool arguments a text would be lost (seen on 2.1.332). A call that is not whole is not run.
      return `  on('turn.step', async function* ($, e, next) {\n    const redact = await castellan.redactor(doorsOf($), next.signal)\n    return yield* redact.step(e, next(e))\n  }).catch(async function* ($, e) {\n    yield { kind: 'text', index: 999, text: WITHHELD }\n    yield { kind: 'stop', stopReason: 'end_turn', usage: null }\n    return { turnId: e.turnId, index: e.index, answer: WITHHELD, toolUses: [], stopReason: 'end_turn', usage: null }\n  })`
    case 'telemetry':
      if (!hasSecrets(policy.secrets))
        return `  on('telemetry.log', { to: 'collector' }, ($, e, next) => next.to(castellan.stamped(e), 'append')).catch(($, e, next) => next(e))`
      // Stamped first: what the engine tells of its spans is known before anything else happens.
      return `  on('telemetry.log', { to: 'collector' }, async ($, e, next) => {\n    const stamped = castellan.stamped(e)\n    const redact = await castellan.redactor(doorsOf($), next.signal)\n    return next.to(redact.telemetry(stamped, next), 'append')\n  }).catch(($, e, next) => (next.called ? next(e) : next({ ...e, attributes: {} })))`
    case 'mentions':
      if (hasSecrets(policy.secrets))
        return `  on('prompt.mention', async ($, e, next) => {\n    const refusal = await castellan.mention(doorsOf($), e, next.origin)\n    if (refusal !== undefined) return refusal\n    const redact = await castellan.redactor(doorsOf($))\n    const { input, told, deny } = await redact.mention(e)\n    return deny === undefined ? told(await next(input)) : { deny }\n  }).catch(($, e, next) => (next.called ? next(e) : { deny: FAILED }))`
      return `  on('prompt.mention', async ($, e, next) => (await castellan.mention(doorsOf($), e, next.origin)) ?? next(e))\n    .catch(($, e, next) => (next.called ? next(e) : { deny: FAILED }))`
    case 'mod-call':
      return `  on(${event}, async ($, e, next) => (await castellan.modCall(doorsOf($), ${event}, e, next.origin)) ?? next(e))\n    .catch(($, e, next) => (next.called ? next(e) : { deny: FAILED }))`
    case 'mod-stream':
      return `  on(${event}, async function* ($, e, next) {\n    const refusal = await castellan.modCall(doorsOf($), ${event}, e, next.origin)\n    return refusal ?? (yield* next(e))\n  }).catch(async function* ($, e, next) {\n    return next.called ? yield* next(e) : { deny: FAILED }\n  })`
    case 'status':
      return `  on('command.run', { command: 'castellan' }, async $ => castellan.status(doorsOf($)))\n    .catch(() => ({ text: 'castellan: the status could not be read; the seat itself answered this.', isTextDisplayOnly: true }))`
  }
}

/** `on(<event>, <handler>)<catch>`, as `spelled` has it. */
const REGISTRATION = /^( {2}on\('[^']+', )(?:async )?\(\$, e, next\) => ([\s\S]*?)(\)\s*\.catch\([\s\S]*\))$/

/** A gate that records what it comes to, a failure of its own among it. The `.catch` is the gate's, from constants. */
function registration(planned: PlannedHook, policy: CompiledPolicy): string {
  const text = spelled(planned, policy)
  if (!planned.records) return text
  const [, head, handler, rescue] = REGISTRATION.exec(text) ?? []
  if (head === undefined) throw new Error(`a hook on ${planned.event} is spelled in a way that cannot record`)
  const body = handler?.startsWith('{') ? handler.replaceAll('\n', '\n  ') : `(${handler})`
  return `${head}($, e, next) =>\n    castellan.around(doorsOf($), e, next, async () => ${body})${rescue}`
}

/** The text of `seat.js`. Depends on the policy and its plan alone. */
export function renderSeat(policy: CompiledPolicy, plan: SeatPlan): string {
  const parts = partsOf(policy)
  return `// Generated by castellan ${policy.castellan} from the policy "${policy.name}". Do not edit: build again.
// Policy digest ${policy.digest}
import { createCastellan } from './castellan.js'
import { policy } from './policy.js'${parts.imports}

// What a gate answers when its hook threw, overran or answered wrongly: constants, so that nothing can fail in their making.
const FAILED = ${quote(FAILED)}
const WITHHELD = ${quote(WITHHELD)}
const UNSENT = ${quote(UNSENT)}
// Of a row, what a hook may change; calls, thinking and the like the engine puts back as they were.
const withheld = block => {
  if (block.type === 'tool_result') return { ...block, content: WITHHELD }
  const isChangeable = block.type === 'text' || block.type === 'image' || block.type === 'document'
  return isChangeable ? { type: 'text', text: WITHHELD } : block
}

${renderDoors(policy)}

const castellan = createCastellan(policy${parts.argument})

export function register(on) {
${plan.hooks.map(planned => registration(planned, policy)).join('\n\n')}
}
`
}
