/** The mirrored permission rules in the real engine, with no mod but a probe that hears what is beneath and lets nothing run. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mirrorPolicy } from '../../cli/build/mirror/mirror.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { CASE_HOME, CASE_PROJECT } from '../../policy/check/case.ts'
import { runCase } from '../../policy/check/run-case.ts'
import { indexPolicy } from '../../policy/decide/decide.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { isLong } from '../support/long.ts'
import { seatPlugins, writePlugin } from '../support/plugin.ts'
import { createSandbox, writeFiles } from '../support/sandbox.ts'
import { toolUse } from '../support/scripted-reply.ts'
import { runSession, UNATTENDED } from '../support/session.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Answers every check with what is beneath it, as a refusal: nothing that is tried here runs. */
const PROBE = `export function register(on) {
  on('tool.check', async ($, e, next) => ({ decision: 'deny', reason: 'BENEATH ' + JSON.stringify(await next(e)) }))
    .catch(() => ({ decision: 'deny', reason: 'BENEATH failed' }))
}
`

type Call = { readonly tool: string; readonly input: unknown }
/** What the permission rules say of a call: 'allow', or why not. */
type Said = 'allow' | 'ask' | 'deny'

const CALLS_A_TURN = 40

/** Plays the calls, in a few turns of many each, and answers what was said of each. Files that are read exist. */
async function saidOf(permissions: object, calls: readonly Call[]): Promise<Said[]> {
  const sandbox = createSandbox()
  const placed = JSON.parse(JSON.stringify(calls).replaceAll(CASE_PROJECT, sandbox.cwd).replaceAll(CASE_HOME, sandbox.home)) as Call[]
  const turns: Call[][] = []
  for (let at = 0; at < placed.length; at += CALLS_A_TURN) turns.push(placed.slice(at, at + CALLS_A_TURN))
  for (const { tool, input } of placed) {
    const path = (input as { file_path?: unknown }).file_path
    const isOwn = typeof path === 'string' && path.startsWith(sandbox.dir)
    if (tool === 'Read' && isOwn) writeFiles('/', { [path]: 'text\n' })
  }
  const probe = writePlugin(sandbox.dir, 'probe', PROBE)
  const session = await runSession({
    sandbox,
    script: turns.map((turn, n) => turn.map((call, k) => toolUse(call.tool, call.input, `call_${n * CALLS_A_TURN + k}`))),
    prompt: 'go',
    settings: { ...seatPlugins(sandbox.dir, [probe], 'none'), permissions },
    args: [...UNATTENDED],
    timeoutMs: 110_000,
  })
  const results = new Map<string, string>()
  const messages = session.requests.filter(request => request.kind === 'main').at(-1)?.body?.messages ?? []
  for (const message of messages as { content: unknown }[]) {
    for (const block of Array.isArray(message.content) ? message.content : []) {
      if (block.type === 'tool_result')
        results.set(block.tool_use_id, typeof block.content === 'string' ? block.content : JSON.stringify(block.content))
    }
  }
  return placed.map((_, n) => {
    const text = results.get(`call_${n}`)
    if (text === undefined) throw new Error(`no result of call ${n}: ${session.debugLog.slice(-2000)}`)
    // The engine's words where a file tool is refused before any check is raised.
    if (/denied by your permission settings|covered by a Read deny rule/.test(text)) return 'deny'
    const beneath = /BENEATH \{.*?decision\\?":\\?"(\w+)/s.exec(text)?.[1]
    return beneath === 'deny' || beneath === 'ask' ? beneath : 'allow'
  })
}

const loaded = loadPolicy(join(ROOT, 'policies/reference'), ROOT)
if (!loaded.ok) throw new Error(loaded.errors[0]?.message)
const { policy, tests } = loaded
const mirror = mirrorPolicy(policy, tests)
const floor = { deny: mirror.deny, ask: mirror.ask }

// Hundreds of calls: CI plays them once `npm test` is through.
test.runIf(isLong)('no silent test of a mirrored rule is stopped by the floor unless the policy stops it too', async () => {
  const indexed = indexPolicy(policy)
  const mirrored = new Set(mirror.rules.filter(rule => rule.extent !== 'none').map(rule => rule.rule))
  const calls: Call[] = []
  for (const { rule, expect: wanted, case: about } of tests) {
    const isPlain =
      about.kind === 'tool' && !about.links && !about.cwd && !about.from && ['Bash', 'Read', 'Write', 'Edit'].includes(about.tool)
    const isSilent = isPlain && wanted === 'silent' && mirrored.has(rule) && runCase(indexed, about, evaluateCommand).verdict === 'none'
    if (isSilent && about.kind === 'tool') calls.push({ tool: about.tool, input: about.input })
  }
  expect(calls.length).toBeGreaterThan(50)
  const [without, withFloor] = [await saidOf({}, calls), await saidOf(floor, calls)]
  const stopped = calls.filter((_, n) => withFloor[n] !== without[n]).map(call => JSON.stringify(call.input))
  expect(stopped).toEqual([])
})

test('every mirrored command is stopped as the rule says, with no mod of ours loaded', async () => {
  const heads = (list: readonly string[]) => list.flatMap(text => /^Bash\((.*?)(?::\*)?\)$/.exec(text)?.[1] ?? [])
  const denied = heads(mirror.deny).slice(0, 60)
  const asked = heads(mirror.ask).slice(0, 60)
  const said = await saidOf(
    floor,
    [...denied, ...asked].map(command => ({ tool: 'Bash', input: { command } })),
  )
  const open = [...denied, ...asked].filter((_, n) => said[n] === 'allow')
  expect(open).toEqual([])
  expect(said.slice(0, denied.length)).toEqual(denied.map(() => 'deny'))
})

test('files named by the floor are refused to the file tools, their neighbours are not', async () => {
  const write = (file_path: string): Call => ({ tool: 'Write', input: { file_path, content: 'x' } })
  const read = (file_path: string): Call => ({ tool: 'Read', input: { file_path } })
  const permissions = {
    deny: ['Edit(.//one)', 'Edit(./w/*)', 'Edit(~/.netrc)', 'Read(~/.aws/**)', 'Edit(//**/plugins/castellan/**)'],
    ask: [],
  }
  const stopped = ['one', 'w/a', 'w/d/e', 'x/plugins/castellan/hooks/seat.js'].map(path => write(`${CASE_PROJECT}/${path}`))
  const passed = ['s/one', 's/w/a', 'ones', 'x/plugins/other/a'].map(path => write(`${CASE_PROJECT}/${path}`))
  const home = [
    write(`${CASE_HOME}/.netrc`),
    read(`${CASE_HOME}/.aws/sso/cache/a`),
    write(`${CASE_HOME}/s/.netrc`),
    read(`${CASE_HOME}/s/.aws/a`),
  ]
  const said = await saidOf(permissions, [...stopped, ...passed, ...home])
  expect(said).toEqual([...stopped.map(() => 'deny'), ...passed.map(() => 'allow'), 'deny', 'deny', 'allow', 'allow'])
})
