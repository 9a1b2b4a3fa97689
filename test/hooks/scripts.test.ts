/** Scripts that a command runs are read from the disk of this moment, and judged. */
import { describe, expect, test } from 'vitest'
import { createJudge } from '../../hooks/judge.ts'
import { createNotes } from '../../hooks/notes.ts'
import { readScriptFiles } from '../../hooks/scripts.ts'
import { createSessionFacts } from '../../hooks/session.ts'
import { createShell } from '../../hooks/shell.ts'
import { createTally } from '../../hooks/tally.ts'
import { createToolGates } from '../../hooks/tools.ts'
import { policy, rule, runs } from '../policy/rules.ts'
import { type FakeDoors, fakeDoors, HOME, PROJECT } from './doors.ts'

const ENGINE = { plugin: 'engine', tier: 'core' }
const OWN = { plugin: 'castellan', tier: 'prepend' }
const files = {
  [`${PROJECT}/push.sh`]: 'git push\n',
  [`${PROJECT}/outer.sh`]: './push.sh\n',
  [`${PROJECT}/push.py`]: 'import subprocess\nsubprocess.run(["git", "push"])\n',
  [`${PROJECT}/pull.sh`]: 'git pull\n',
  [`${HOME}/push.sh`]: 'git push\n',
}

const check = (doors: FakeDoors, command: string, origin = ENGINE, more: Parameters<typeof rule>[2] = {}) => {
  const one = policy([rule('push', runs('git', 'push'), { reason: 'No: {found}.', ...more })])
  const gates = createToolGates(one, createJudge(one, createSessionFacts(), createShell()), createNotes(), createTally())
  return gates.check(doors, { tool: 'Bash', input: { command }, tool_use_id: 't1' }, origin, { decision: 'allow' })
}
const readBy = ({ asked }: FakeDoors): string[] => asked.filter(one => one.startsWith('readText') && !one.includes('.claude'))

describe('tool.check', () => {
  test.each([
    ['bash push.sh', 'bash > push.sh > git push'],
    ['./push.sh -q', './push.sh > git push'],
    ['source ./push.sh', 'source > ./push.sh > git push'],
    ['~/push.sh', '~/push.sh > git push'],
    ['sudo ./outer.sh', 'sudo > ./outer.sh > ./push.sh > git push'],
    ['python3 push.py', 'python3 > push.py > git push'],
  ])('%s is refused for what the script does', async (command, found) => {
    expect(await check(fakeDoors({ files }), command)).toEqual({
      decision: 'deny',
      reason: `castellan (acme-standard): No: ${found}. [push]`,
    })
  })

  test('a script that does nothing of the kind, one that is not there, and one that the line writes first are let by', async () => {
    for (const command of ['./pull.sh', './gone.sh', 'echo git pull > push.sh; bash push.sh']) {
      expect((await check(fakeDoors({ files }), command)).decision, command).toBe('allow')
    }
    const doors = fakeDoors({ files })
    await check(doors, 'echo git pull > push.sh; bash push.sh')
    expect(readBy(doors)).toEqual([])
  })

  test('each file is read once, as the disk is at this call', async () => {
    const world = { ...files }
    const doors = fakeDoors({ files: world })
    expect((await check(doors, './pull.sh; bash ./pull.sh; ./pull.sh')).decision).toBe('allow')
    expect(readBy(doors)).toEqual([`readText ${PROJECT}/pull.sh`])
    world[`${PROJECT}/pull.sh`] = 'git push\n'
    expect((await check(doors, './pull.sh')).decision).toBe('deny')
  })

  test('a line without scripts, a program of the system and a call of its own read nothing', async () => {
    const doors = fakeDoors({ files })
    await check(doors, 'git status; /usr/bin/env; cat push.sh')
    await check(doors, './push.sh', OWN)
    expect(readBy(doors)).toEqual([])
  })

  test('one that was not read is asked about where a rule says so', async () => {
    const unknown = { script: 'ask', default: 'ignore' } as const
    expect((await check(fakeDoors({ files }), './gone.sh', ENGINE, { unknown })).decision).toBe('ask')
    expect((await check(fakeDoors({ files }), './pull.sh', ENGINE, { unknown })).decision).toBe('allow')
  })
})

describe('what is read', () => {
  const read = (text: string, more = {}) =>
    readScriptFiles(fakeDoors({ files: { '/x': text } }, more), [{ place: 'x', path: '/x' }]).then(texts => texts.get('x'))

  test('is a regular file of a bounded size that holds text', async () => {
    expect(await read('a'.repeat(64 * 1024))).toHaveLength(64 * 1024)
    expect(await read('a'.repeat(64 * 1024 + 1))).toBeUndefined()
    expect(await read('\x7fELF\0')).toBeUndefined()
    expect(await read('text', { readText: () => Promise.reject(new Error('refused')) })).toBeUndefined()
  })

  test('is no device, and nothing too long: these are not even opened', async () => {
    for (const size of [0, 64 * 1024 + 1]) {
      const readText = () => Promise.reject(new Error('opened'))
      expect(await read('text', { stat: async () => ({ kind: 'file', size, mtimeMs: 0 }), readText })).toBeUndefined()
    }
    const doors = fakeDoors({ files: { '/x': 'a'.repeat(70_000) } })
    await readScriptFiles(doors, [{ place: 'x', path: '/x' }])
    expect(readBy(doors)).toEqual([])
  })
})
