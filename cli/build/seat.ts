/**
 * The generated seat: every registration, every `$` call, every literal the engine's source scan demands, and nothing else.
 * The thinking is in castellan.js; this file is short so that a reviewer can read what castellan touches.
 */
import { FAILED, UNSENT, WITHHELD } from '../../hooks/guard-failed.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { CEILING_OPS, FILE_TOOL_NAMES, type PlannedHook, type SeatPlan } from './plan.ts'

const quote = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
const property = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name))

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
      return `  on('*', ($, e, next) => castellan.record(doorsOf($), e, next)).catch(($, e, next) => void castellan.recordFailure(e, next))`
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
      return `  on('tool.call', async ($, e, next) => {\n    const redact = await castellan.redactor(doorsOf($))\n    return redact.result(e, await next(e))\n  }).catch(() => ({ deny: WITHHELD }))`
    case 'rows':
      return `  on('session.append', async ($, e, next) => {\n    const redact = await castellan.redactor(doorsOf($))\n    return next(redact.row(e))\n  }).catch(($, e, next) => next({ ...e, message: { ...e.message, content: e.message.content.map(withheld) } }))`
    case 'requests':
      return `  on('http.fetch', async ($, e, next) => {\n    if (next.origin.tier === 'user') return (await castellan.modCall(doorsOf($), 'http.fetch', e, next.origin)) ?? next(e)\n    if (next.origin.plugin !== 'engine') return next(e)\n    const redact = await castellan.redactor(doorsOf($))\n    const request = redact.request(e)\n    return request.deny === undefined ? next.to(request.send, 'append') : { deny: request.deny }\n  }).catch(($, e, next) => (next.origin.plugin === 'engine' || !next.called ? { deny: UNSENT } : next(e)))`
    case 'mentions':
      return `  on('prompt.mention', async ($, e, next) => (await castellan.mention(doorsOf($), e, next.origin)) ?? next(e))\n    .catch(($, e, next) => (next.called ? next(e) : { deny: FAILED }))`
    case 'mod-call':
      return `  on(${event}, async ($, e, next) => (await castellan.modCall(doorsOf($), ${event}, e, next.origin)) ?? next(e))\n    .catch(($, e, next) => (next.called ? next(e) : { deny: FAILED }))`
    case 'mod-stream':
      return `  on(${event}, async function* ($, e, next) {\n    const refusal = await castellan.modCall(doorsOf($), ${event}, e, next.origin)\n    return refusal ?? (yield* next(e))\n  }).catch(async function* ($, e, next) {\n    return next.called ? yield* next(e) : { deny: FAILED }\n  })`
    case 'status':
      return `  on('command.run', { command: 'castellan' }, async $ => castellan.status(doorsOf($)))\n    .catch(() => ({ text: 'castellan: the status could not be read; the seat itself answered this.', isTextDisplayOnly: true }))`
  }
}

/** The thunks of doors.ts, spelled. */
function doors(policy: CompiledPolicy): string {
  const secrets = policy.secrets.env.map(name => `${property(name)}: await $.env.get(${quote(name)})`)
  const headers = [
    `'content-type': 'application/json'`,
    ...(policy.audit?.headers.map(header => `${quote(header.name)}: (await $.env.get(${quote(header.env)})) ?? ''`) ?? []),
  ]
  const post = policy.audit
    ? `
  ready: () => headersOf($),
  post: async body => $.http.fetch(${quote(policy.audit.endpoint)}, { method: 'POST', headers: await headersOf($), body }),`
    : ''
  const known = policy.audit
    ? `// Learned once: a record that must leave at once cannot wait for answers.
let known
const headersOf = async $ => (known ??= { ${headers.join(', ')} })

`
    : ''
  return `${known}const doorsOf = $ => ({
  home: () => $.env.get('HOME'),
  configFolder: () => $.env.get('CLAUDE_CONFIG_DIR'),
  projectRoot: () => $.session.root(),
  cwd: () => $.session.cwd(),
  sessionId: () => $.session.id(),
  readText: path => $.fs.read(path),
  realPath: async path => (await $.fs.stat(path, { resolve: true })).realPath,
  list: path => $.fs.list(path),
  startShell: () => $.tool.call({ tool: 'Bash', command: ':' }),
  tools: () => $.tool.list(),
  managedSettings: () => $.settings.read({ source: 'policy' }),
  secretEnv: async () => (${secrets.length === 0 ? '{}' : `{ ${secrets.join(', ')} }`}),
  registerCommand: () => $.command.register({ name: 'castellan', description: 'Does the organisation policy hold in this session?', immediate: true }),
  every: (ms, fn) => $.clock.every(ms, fn),
  log: line => $.ui.log(line, { to: 'debug' }),${post}
})`
}

/** The text of `seat.js`. Depends on the policy and its plan alone. */
export function renderSeat(policy: CompiledPolicy, plan: SeatPlan): string {
  return `// Generated by castellan ${policy.castellan} from the policy "${policy.name}". Do not edit: build again.
// Policy digest ${policy.digest}
import { createCastellan } from './castellan.js'
import { policy } from './policy.js'

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

${doors(policy)}

const castellan = createCastellan(policy)

export function register(on) {
${plan.hooks.map(planned => spelled(planned, policy)).join('\n\n')}
}
`
}
