import { expect, test } from 'vitest'
import { createJudge } from '../../hooks/judge.ts'
import { createSessionFacts } from '../../hooks/session.ts'
import { createShell } from '../../hooks/shell.ts'
import { describeToolCall } from '../../policy/facts/describe-tool-call.ts'
import { ENGINE } from '../../policy/facts/facts.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { compiled, onlyTable } from '../policy/only/allowlists.ts'
import { fakeDoors, PROJECT } from './doors.ts'

test('a file that an allowlist has is judged by where its link leads', async () => {
  const { policy } = compiled(onlyTable('[{ program: ls }]', 'write: "/srv/project/**"'))
  const verdict = async (links: Record<string, string>): Promise<string> => {
    const judge = createJudge(policy, createSessionFacts(), createShell())
    const describe = (at: { cwd: string; places: { home: readonly string[]; project: readonly string[] } }) =>
      describeToolCall({ tool: 'Bash', input: { command: 'ls > out' }, origin: ENGINE, ...at }, evaluateCommand)
    return (await judge(fakeDoors({ files: { [`${PROJECT}/a`]: '' }, links }), describe)).verdict
  }
  expect(await verdict({})).toBe('none')
  expect(await verdict({ [`${PROJECT}/out`]: '/etc/out' })).toBe('ask')
})
