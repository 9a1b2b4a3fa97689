import { describe, expect, it } from 'vitest'
import type { RunCheck } from '../../../policy/compile/compiled.ts'
import { matchRuns } from '../../../policy/decide/match-run.ts'
import { ENGINE } from '../../../policy/facts/facts.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { shown } from '../truth.ts'

const NO_CHECKS: readonly RunCheck[] = []

/** Whether a rule about any use of the program hears of it. */
const heard = (command: string, program: string) => {
  const facts = { subject: 'tool', caller: ENGINE, agent: 'main', paths: [], places: { home: [], project: [] } } as const
  const condition = { kind: 'run', program: { equals: program }, checks: NO_CHECKS } as const
  return shown(matchRuns(condition, { ...facts, command: evaluateCommand(command) }))
}

describe('a run that prints its help', () => {
  it.each([
    'git push --help',
    'git push -h',
    'sudo git stash drop --help',
    'aws s3 rm help',
    'aws help -h',
    'kubectl delete pod -h',
    'terraform destroy --help',
    'gh issue create --help',
    'docker rm --help',
    'npm publish -h',
  ])('%s fits no rule', command => {
    const program = /aws|git|kubectl|terraform|gh|docker|npm/.exec(command)?.[0] ?? ''
    expect(heard(command, program)).toBe('no')
  })

  it.each([
    // The flag is a value, an operand or another program's.
    'git commit -m --help',
    'git push -- --help',
    'git push origin topic --help',
    'git -c alias.x=y push --help',
    'git --help',
    'git push --help x',
    'git push "$X"',
    'git "$X" --help',
    'git push --help; git push',
    'docker run alpine --help',
    'npm exec rimraf --help',
    'aws s3 cp s3://b/x help',
    'aws s3 cp -h help x',
    // BSD programs stop reading options at the first operand.
    'rm x --help',
    'shutdown now -h',
    'psql db -h',
  ])('%s is heard', command => {
    expect(heard(command, command.split(' ', 1)[0] ?? '')).toBe('yes')
  })
})
