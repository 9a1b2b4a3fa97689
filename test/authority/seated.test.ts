/** The seat under managed settings, with the engine's own guard seated first: an organisation's rules, above what a person and their mods may do. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOf, breaking, markerOf, uncaught, WAYS } from '../support/break-seat.ts'
import { engineEnv } from '../support/engine.ts'
import { canUseManaged } from '../support/managed.ts'
import { modSource } from '../support/mod-source.ts'
import { PATIENCE_MS, playAll } from '../support/play-all.ts'
import { runProcess } from '../support/process.ts'
import { createSandbox, type Sandbox, textOf } from '../support/sandbox.ts'
import { bash, say, toolUse } from '../support/scripted-reply.ts'
import { type Built, type Change, runSeated, type SeatedSession } from '../support/seated.ts'
import { inExports, inRequests, inRows, linksOf, spansWith, toolResult } from '../support/session-evidence.ts'
import { skipUnless } from '../support/skip.ts'

const ROOT = join(import.meta.dirname, '../..')
const REFERENCE = join(ROOT, 'policies/reference')
const SESSION = join(ROOT, 'test/session/policy')
const SECRET = 'zq76-canary-value-of-the-tests'
const PUSH = 'git push --force'

/** A project whose branch can be pushed to an empty remote beside it. */
async function pushable(): Promise<Sandbox> {
  const sandbox = createSandbox()
  const env = { ...engineEnv(sandbox), GIT_CONFIG_NOSYSTEM: '1' }
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid']
  const remote = join(sandbox.dir, 'remote.git')
  const steps = [
    ['init', '-q', '-b', 'main'],
    ['init', '-q', '--bare', remote],
    ['remote', 'add', 'origin', remote],
    ['config', 'push.default', 'current'],
    [...identity, 'commit', '-q', '--allow-empty', '-m', 'start'],
  ]
  for (const step of steps) {
    const { code, stderr } = await runProcess(['git', ...step], { cwd: sandbox.cwd, env, timeoutMs: 20_000 })
    if (code !== 0) throw new Error(`git ${step.join(' ')}: ${stderr}`)
  }
  return sandbox
}

const isPushed = ({ sandbox }: SeatedSession): boolean => textOf(join(sandbox.dir, 'remote.git/refs/heads/main')) !== ''

/** What the build wrote, as it stands. */
const asBuilt = ({ settings }: Built) => settings

/** The build's settings, and three rules of the organisation's own. */
const withRules = ({ settings }: Built) => ({
  ...settings,
  permissions: {
    ...settings.permissions,
    deny: [...settings.permissions.deny, 'Read(./locked/**)', 'Bash(touch managed-*)', 'Bash(touch asked-ruled*)'],
  },
})

/** The same, without the engine's own guard. */
const withoutGuard = ({ settings }: Built) => ({ ...settings, prependPlugins: settings.prependPlugins.slice(1), permissions: {} })

const pushing = async (options: { change?: Change; managed: (built: Built) => object }) =>
  runSeated({ policy: REFERENCE, sandbox: await pushable(), prompt: 'go', script: [[bash(PUSH, 'push')], [bash('touch on')]], ...options })

const RULED = [
  bash('touch managed-model', 'model'),
  bash('touch asked-ruled', 'asked'),
  bash('touch forbidden-1', 'own'),
  bash('touch free-1', 'free'),
]

const plays = {
  reference: async () =>
    runSeated({
      policy: REFERENCE,
      managed: asBuilt,
      sandbox: await pushable(),
      mods: { 'env-tips': modSource('env-reader') },
      prompt: 'Look at @.env and @notes.txt.',
      project: { '.env': `KEY=${SECRET}\n`, 'notes.txt': `the key is ${SECRET}\n`, 'README.md': 'text-of-the-readme\n' },
      script: [
        [bash(PUSH, 'push'), bash('git -C . push --force origin main', 'push-c'), toolUse('Read', { file_path: '.env' }, 'env')],
        [bash('cat notes.txt', 'notes'), bash('touch free-1')],
        [say('done')],
      ],
    }),
  ruled: () => binding(seat => seat),
  unmodded: () => runSeated({ policy: SESSION, managed: withRules, prompt: 'go', script: [RULED] }),
  broken: () => binding(breaking({ hook: 'ceiling' }, { marked: 'ceiling' })),
  open: () => binding(allOf(breaking({ hook: 'ceiling' }, { marked: 'ceiling' }), uncaught({ hook: 'ceiling' }))),
  unloadable: () => pushing({ managed: asBuilt, change: seat => `throw new Error('broken on purpose')\n${seat}` }),
  unmade: () => pushing({ managed: asBuilt, change: seat => seat.replace('return { ...rest }', "throw new Error('broken on purpose')") }),
  floorless: () =>
    pushing({ managed: ({ settings }) => ({ ...settings, permissions: {} }), change: seat => `throw new Error('x')\n${seat}` }),
  status: () => runSeated({ policy: REFERENCE, managed: asBuilt, prompt: '/castellan', script: [] }),
  attacked: () => unloading(seat => seat),
  unseated: () => unloading(allOf(breaking({ hook: 'settings' }, { always: 'throws-before' }), uncaught({ hook: 'settings' }))),
}

/** A mod of the person's does itself what managed rules deny, and says that everything may run; the model tries it too. */
function binding(change: Change): Promise<SeatedSession> {
  const files = [...ENDING, 'not'].map(way => [`locked/break.ceiling.${way}.txt`, 'text-of-the-locked'])
  return runSeated({
    policy: SESSION,
    managed: withRules,
    change,
    mods: { tester: modSource('ceiling-tester') },
    prompt: 'go',
    project: { 'open.txt': 'text-of-the-open', ...Object.fromEntries(files) },
    script: [RULED],
  })
}

function unloading(change: Change): Promise<SeatedSession> {
  const script = [[bash('touch free-1')], [bash('touch forbidden-1')]]
  return runSeated({ policy: SESSION, managed: withoutGuard, change, mods: { unloader: modSource('unloader') }, prompt: 'go', script })
}

/** The ways in which a hook that waits for nothing can fail. */
const ENDING = WAYS.filter(way => way !== 'hangs')

const isPossible = !skipUnless(canUseManaged(), 'managed settings', 'neither root nor user namespaces')

describe.runIf(isPossible)('under managed settings', () => {
  let played: { [Name in keyof typeof plays]: SeatedSession }

  beforeAll(async () => {
    played = await playAll(plays)
  }, PATIENCE_MS)

  const decisionOf = (session: SeatedSession, id: string) =>
    spansWith(session, { 'castellan.hook.event': 'tool.check', 'gen_ai.tool.call.id': id })
  const reportOf = (session: SeatedSession) =>
    JSON.parse(session.readProject('report.json')) as Record<string, { answered?: unknown; refused?: string }>

  describe('the settings that the build wrote, as they are', () => {
    test('seat the engine’s own guard first, then castellan', () => {
      const { debugLog } = played.reference
      expect(debugLog).toContain('cc-plugin-sec-default@builtin seated by managed prependPlugins at position 1')
      expect(debugLog).toMatch(/hooks module castellan@acme loaded \(worker, environment \d+, tier prepend\)/)
    })

    test('hold: no force-push, no env file by Read, mention or a mod, no value in any request, row or record', () => {
      const { reference } = played
      expect(isPushed(reference)).toBe(false)
      expect(toolResult(reference, 'push')?.isError).toBe(true)
      expect(toolResult(reference, 'push-c')?.text).toContain('[git.force-push]')
      expect(toolResult(reference, 'env')?.isError).toBe(true)
      expect([inRequests(reference, SECRET), inRows(reference, SECRET), inExports(reference, SECRET)]).toEqual([0, 0, 0])
      expect(toolResult(reference, 'notes')?.text).toContain('‹secret:KEY›')
      expect(JSON.parse(reference.readProject('tips.json'))).toEqual({
        readme: 'text-of-the-readme\n',
        env: expect.stringContaining('[secret.env-file]'),
      })
    })

    test('let the rest go on, and the record shows the person’s mod beneath', () => {
      const { reference } = played
      expect([reference.code, reference.exists('free-1')]).toEqual([0, true])
      expect(reference.audit.problems).toEqual([])
      const calls = spansWith(reference, { 'castellan.hook.event': 'tool.check', 'gen_ai.tool.call.id': 'notes' })
      expect(calls.flatMap(span => linksOf(reference, span))).toContain('env-tips returned')
    })

    test('/castellan says who seats it, and nothing of being advisory', () => {
      expect(played.status.stdout).toContain('seated by managed settings')
      expect(played.status.stdout).not.toContain('advisory')
    })
  })

  describe('managed deny rules', () => {
    const refusalOf = (session: SeatedSession, attempt: string) => reportOf(session)[attempt]?.refused ?? 'nothing'
    const isRun = (session: SeatedSession) => ENDING.filter(way => session.exists(`managed-${markerOf('ceiling', way)}`))

    test('bind what mods do themselves: files, processes, tool calls; each refusal is in the record', () => {
      const { ruled } = played
      const report = reportOf(ruled)
      for (const way of ENDING) expect(refusalOf(ruled, `read ${way}`), way).toContain('[castellan.ceiling]')
      for (const way of ENDING) expect(refusalOf(ruled, `run ${way}`), way).toContain('[castellan.ceiling]')
      for (const way of ENDING) expect(JSON.stringify(report[`call ${way}`]), way).toContain('[castellan.ceiling]')
      expect([isRun(ruled), ENDING.filter(way => ruled.exists(`managed-call-${way}`))]).toEqual([[], []])
      expect(report.open?.answered).toBe('text-of-the-open')
      const spans = spansWith(ruled, { 'castellan.hook.event': 'tool.check', 'castellan.rules': ['castellan.ceiling'] })
      const byTester = spans.filter(
        span => span.attributes['castellan.caller.plugin'] === 'tester' && span.attributes['castellan.decision'] === 'deny',
      )
      expect(byTester.length).toBeGreaterThanOrEqual(3 * ENDING.length)
    })

    test('stand over an allow of a mod, and over an ask of a rule', () => {
      const { ruled, unmodded } = played
      expect(['managed-model', 'forbidden-1', 'free-1'].filter(ruled.exists)).toEqual(['free-1'])
      expect(['managed-model', 'asked-ruled', 'free-1'].filter(unmodded.exists)).toEqual(['free-1'])
      const asked = decisionOf(unmodded, 'asked').map(span => span.attributes['castellan.decision'])
      expect(asked).not.toEqual([])
      expect(new Set(asked)).toEqual(new Set(['deny']))
    })

    test('stay in force when the hook that binds mods to them fails, in whichever way', () => {
      for (const way of ENDING) expect(refusalOf(played.broken, `read ${way}`), way).toContain('[castellan.guard-failed]')
      for (const way of ENDING) expect(refusalOf(played.broken, `run ${way}`), way).toContain('[castellan.guard-failed]')
      expect(isRun(played.broken)).toEqual([])
    })

    test('would not without its catch: this session can tell', () => {
      const report = reportOf(played.open)
      expect(ENDING.filter(way => report[`read ${way}`]?.answered === 'text-of-the-locked')).toEqual(ENDING)
      expect(isRun(played.open)).toEqual(ENDING)
      expect(refusalOf(played.open, 'read not')).toContain('[castellan.ceiling]')
    })
  })

  describe('without a mod the mirrored permissions are the floor', () => {
    test.each(['unloadable', 'unmade'] as const)('no force-push: a seat that is %s', name => {
      expect(played[name].debugLog).toContain('castellan: hooks module did not load')
      expect(played[name].audit.spans.filter(span => span.attributes['castellan.hook.event'] === 'tool.check')).toEqual([])
      expect([isPushed(played[name]), played[name].exists('on')]).toEqual([false, true])
    })

    test('without them either the push runs: these sessions can tell', () => {
      expect(isPushed(played.floorless)).toBe(true)
    })
  })

  describe('a mod that answers the engine’s settings, where the engine’s own guard is not seated', () => {
    test('does not unseat castellan', () => {
      expect(['free-1', 'forbidden-1'].filter(played.attacked.exists)).toEqual(['free-1'])
    })

    test('would, without the hook on settings: this session can tell', () => {
      expect(played.unseated.exists('forbidden-1')).toBe(true)
    })
  })
})
