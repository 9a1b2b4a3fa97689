/**
 * A test for `claude plugin test` that proves what `plugin validate` cannot: that the module loads in the engine's realm, answers and refuses.
 * It runs on a copy and never ships.
 */
import { CASE_HOME, CASE_PROJECT } from '../../policy/check/case.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import type { Verdict } from '../../policy/compile/verdict.ts'
import type { SeatPlan } from './plan.ts'

/** A command that the policy must stop, and one that it must let through, where it has such. */
export type CanaryProbe = { readonly stopped?: { readonly command: string; readonly verdict: Verdict }; readonly passed?: string }

/** A second each on a quiet machine; a busy one may not fail a build. */
const TEST_MS = 60_000

const quote = (value: string): string => JSON.stringify(value)

/** What stands beneath the seat in the kit for each call it makes, as source text. A call that is not listed is left unanswered and rejects. */
const BENEATH: Readonly<Record<string, string>> = {
  'command.register': `{ value: { command: 'castellan' } }`,
  'fs.list': `{ value: [] }`,
  'fs.read': `{ deny: 'canary: there is no such file' }`,
  'fs.stat': `{ value: { kind: 'file', size: 0, mtimeMs: 0, isLink: false, realPath: e.path } }`,
  'fs.write': `{ value: undefined }`,
  'http.fetch': `{ value: { status: 200, headers: {}, body: '' } }`,
  'session.cwd': `{ value: ${quote(CASE_PROJECT)} }`,
  'session.id': `{ value: 'canary' }`,
  'session.root': `{ value: ${quote(CASE_PROJECT)} }`,
  'settings.read': `{ value: {} }`,
  'tool.call': `{ result: {} }`,
  'tool.list': `{ value: [] }`,
  'ui.log': `{ value: undefined }`,
}

function beneath(plan: SeatPlan): string {
  const answered = plan.calls.filter(call => Object.hasOwn(BENEATH, call))
  const lines = [
    `on('session.start', ($, e) => ({ cwd: e.cwd }))`,
    `on('tool.check', () => ({ decision: 'allow' }))`,
    `mock.env(on, { HOME: ${quote(CASE_HOME)} })`,
    `mock.clock(on, { now: 1 })`,
    ...answered.map(call => `on(${quote(call)}, ($, e) => (${BENEATH[call]}))`),
  ]
  return lines.map(line => `  ${line}`).join('\n')
}

const checked = (command: string, verdict: string): string =>
  [
    `  const answer = await $.tool.check({ tool: 'Bash', input: { command: ${quote(command)} }, tool_use_id: 'canary' })`,
    `  expect(answer.decision, ${quote(`the decision about: ${command}`)}).toBe(${quote(verdict)})`,
    `  expect(answer.reason ?? '', 'the guard itself failed').not.toContain('guard-failed')`,
  ].join('\n')

const test = (name: string, body: string): string =>
  `test(${quote(name)}, { timeoutMs: ${TEST_MS} }, async ($, on) => {\n  seated(on)\n  await $.session.start(START)\n${body}\n})\n`

/** The text of the canary. */
export function renderCanary(policy: CompiledPolicy, plan: SeatPlan, probe: CanaryProbe): string {
  const status = [
    `  const said = await $.command.run({ command: 'castellan', args: '', origin: { kind: 'composer' }, presentation: { isFullscreen: false, columns: 100 } })`,
    `  expect(said.text).toContain(${quote(policy.name)})`,
    `  expect(said.text).toContain(${quote(policy.digest.slice(0, 12))})`,
  ].join('\n')
  return [
    `import { expect, mock, test, tier } from 'claude-code/testing'\n`,
    `tier('prepend')\n`,
    `const START = { surface: 'terminal', isInteractive: true, cwd: ${quote(CASE_PROJECT)} }`,
    `const seated = on => {\n${beneath(plan)}\n}\n`,
    test('the seat loads and /castellan answers', status),
    ...(probe.stopped ? [test('a call that a rule stops is stopped', checked(probe.stopped.command, probe.stopped.verdict))] : []),
    ...(probe.passed === undefined ? [] : [test('a call that no rule names passes', checked(probe.passed, 'allow'))]),
  ].join('\n')
}
