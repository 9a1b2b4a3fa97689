import { describe, expect, test } from 'vitest'
import type { Doors, Entry } from '../../hooks/doors.ts'
import { createJudge } from '../../hooks/judge.ts'
import { createNotes } from '../../hooks/notes.ts'
import { createSessionFacts } from '../../hooks/session.ts'
import { createShell } from '../../hooks/shell.ts'
import { createTally } from '../../hooks/tally.ts'
import { createToolGates } from '../../hooks/tools.ts'
import { policy, rule, runs } from '../policy/rules.ts'
import { deferred, fakeDoors, HOME } from './doors.ts'

const FOLDER = `${HOME}/.claude/shell-snapshots`
const alias = (name: string, text: string) => `alias -- ${name}='${text}'\n`
const ENGINE = { plugin: 'engine', tier: 'core' }
const OWN = { plugin: 'castellan', tier: 'prepend' }

/** A folder that holds nothing until the shell has been started. */
function startingShell(snapshots: Record<string, string>, more: Partial<Doors> = {}) {
  let isStarted = false
  return fakeDoors(
    { files: Object.fromEntries(Object.entries(snapshots).map(([name, text]) => [`${FOLDER}/${name}`, text])) },
    {
      startShell: async () => {
        await new Promise(done => setTimeout(done, 120))
        isStarted = true
      },
      list: async () => (isStarted ? Object.keys(snapshots).map(name => ({ name, kind: 'file', mtimeMs: 0 })) : []),
      ...more,
    },
  )
}

const gates = () => {
  const one = policy([rule('push', runs('git', 'push'))])
  return createToolGates(one, createJudge(one, createSessionFacts(), createShell()), createNotes(), createTally())
}
const bash = (command: string) => ({ tool: 'Bash', input: { command }, tool_use_id: 't1' })
const decided = async (doors: Doors, command: string) => (await gates().check(doors, bash(command), ENGINE, { decision: 'allow' })).decision

describe('what is learned', () => {
  test('the shell is started once, and the first command already meets its aliases', async () => {
    const doors = startingShell({ 'snapshot-bash-1-a.sh': alias('g', 'git') })
    const { check } = gates()
    const verdicts = await Promise.all(
      ['g push', 'g push -q', 'g status'].map(command => check(doors, bash(command), ENGINE, { decision: 'allow' })),
    )
    expect(verdicts.map(({ decision }) => decision)).toEqual(['deny', 'deny', 'allow'])
    expect(doors.asked.filter(asked => asked === 'startShell')).toHaveLength(1)
  })

  test('a file is read when it has changed, and not again while it stays', async () => {
    let entries: Entry[] = [{ name: 'a.sh', kind: 'file', mtimeMs: 1 }]
    let text = alias('g', 'git')
    const doors = fakeDoors({}, { list: async () => entries, readText: async () => text })
    const shell = createShell()
    for (const _ of [1, 2]) expect((await shell.learn(doors))?.aliases.get('g')).toBe('git')
    expect(doors.asked.filter(asked => asked.startsWith('readText'))).toHaveLength(1)
    ;[entries, text] = [[{ name: 'a.sh', kind: 'file', mtimeMs: 2 }], alias('h', 'git')]
    expect((await shell.learn(doors))?.aliases.get('h')).toBe('git')
  })

  test('of many files the newest are read, and where they differ no one knows which is this session’s', async () => {
    const entries = [5, 3, 9, 1, 7, 8].map(mtimeMs => ({ name: `${mtimeMs}.sh`, kind: 'file' as const, mtimeMs }))
    const doors = fakeDoors(
      {},
      { list: async () => entries, readText: async path => alias('g', path.slice(-4, -3)) + alias(`own${path.slice(-4, -3)}`, 'x') },
    )
    expect([...((await createShell().learn(doors))?.aliases ?? [])]).toEqual([
      ['g', null],
      ['own5', 'x'],
      ['own7', 'x'],
      ['own8', 'x'],
      ['own9', 'x'],
    ])
  })

  test('the folder that the environment names is looked into', async () => {
    const doors = fakeDoors(
      { files: { '/etc/person/shell-snapshots/a.sh': alias('g', 'git') } },
      { configFolder: async () => '/etc/person' },
    )
    expect((await createShell().learn(doors))?.aliases.get('g')).toBe('git')
  })

  test('is told without starting anything', async () => {
    const doors = startingShell({ 'snapshot-bash-1-a.sh': alias('g', 'git') })
    const shell = createShell()
    expect(await shell.learned()).toBeUndefined()
    expect(doors.asked).toEqual([])
    await shell.learn(doors)
    expect((await shell.learned())?.aliases.get('g')).toBe('git')
  })

  test('from no folder where there is no home, and the folder is asked for once where there is', async () => {
    const snapshots = { 'snapshot-bash-1-a.sh': alias('g', 'git') }
    const homeless = startingShell(snapshots, { home: async () => undefined })
    expect(await createShell().learn(homeless)).toBeUndefined()
    let asked = 0
    const shell = createShell()
    const doors = startingShell(snapshots, {
      configFolder: async () => {
        asked++
        return undefined
      },
    })
    for (const _ of [1, 2, 3]) expect((await shell.learn(doors))?.aliases.get('g')).toBe('git')
    expect(asked).toBe(1)
  })

  test('only for what a shell runs', async () => {
    const doors = fakeDoors()
    const { check } = gates()
    await check(doors, { tool: 'Read', input: { file_path: '/x' }, tool_use_id: 't1' }, ENGINE, { decision: 'allow' })
    expect(doors.asked).not.toContain('startShell')
    await check(doors, { tool: 'Monitor', input: { command: 'x' }, tool_use_id: 't1' }, ENGINE, { decision: 'allow' })
    expect(doors.asked).toContain('startShell')
  })
})

describe('where it cannot be learned, the names are judged as they stand', () => {
  const gone = () => Promise.reject(new Error('gone'))

  test.each<[string, Partial<Doors>]>([
    ['no such tool', { startShell: gone }],
    ['no folder', { list: gone }],
    ['no file', { list: async () => [{ name: 'a.sh', kind: 'file', mtimeMs: 0 }], readText: gone }],
  ])('%s', async (_what, doors) => {
    expect(await decided(fakeDoors({}, doors), 'git push')).toBe('deny')
    expect(await decided(fakeDoors({}, doors), 'g push')).toBe('allow')
  })

  test('a start that fails is not tried again, and is told in the debug log', async () => {
    const doors = fakeDoors({}, { startShell: gone })
    const shell = createShell()
    for (const _ of [1, 2, 3]) expect(await shell.learn(doors)).toBeUndefined()
    expect(doors.asked.filter(asked => asked === 'startShell')).toHaveLength(1)
    expect(doors.logged).toEqual(['castellan: the shell could not be started: no aliases'])
  })

  test('a shell that never comes up holds nobody for good', { timeout: 20_000 }, async () => {
    const doors = fakeDoors({}, { startShell: () => deferred<void>().promise })
    const { check } = gates()
    const verdict = async (command: string) => (await check(doors, bash(command), ENGINE, { decision: 'allow' })).decision
    expect(await verdict('git push')).toBe('deny')
    const since = Date.now()
    expect(await verdict('git push')).toBe('deny')
    expect(Date.now() - since).toBeLessThan(2000)
  })

  test("castellan's own call, which starts it, waits for nothing", { timeout: 3000 }, async () => {
    const { promise, resolve } = deferred<void>()
    const doors = fakeDoors({}, { startShell: () => promise })
    const { check } = gates()
    const first = check(doors, bash('ls'), ENGINE, { decision: 'allow' })
    expect(await check(doors, bash(':'), OWN, { decision: 'allow' })).toEqual({ decision: 'allow' })
    resolve()
    expect(await first).toEqual({ decision: 'allow' })
  })
})
