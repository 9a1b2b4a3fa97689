import { describe, expect, it } from 'vitest'
import { matchOption } from '../../../policy/decide/match-option.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { shown } from '../truth.ts'

const test = (line: string, names: readonly string[], wanted: string) => {
  const run = evaluateCommand(line).effects.find(effect => effect.kind === 'run')
  if (run === undefined) throw new Error('nothing runs')
  return shown(matchOption({ check: 'option', names, is: { equals: wanted } }, run))
}

describe('an option with a value', () => {
  const NAMESPACE = ['-n', '--namespace']

  it.each([
    'kubectl -n prod get pods',
    'kubectl get pods -n prod',
    'kubectl get pods -nprod',
    'kubectl get pods --namespace prod',
    'kubectl get pods --namespace=prod',
    'kubectl get pods -n=prod',
    'kubectl get pods -wn prod',
    'kubectl get -n dev pods -n prod',
    'kubectl get pods "--namespace=pr"od',
  ])('is heard in each way to give it: %s', line => {
    expect(test(line, NAMESPACE, 'prod')).toBe('yes')
  })

  it.each([
    'kubectl get pods',
    'kubectl get pods prod',
    'kubectl get pods -n dev prod',
    'kubectl get pods --namespace=production',
    'kubectl get pods -l -n=prod',
    'kubectl get pods -n',
    'kubectl exec web -- tool -n prod',
    'docker run image tool -n prod',
  ])('is not heard in %s', line => {
    expect(test(line, NAMESPACE, 'prod')).toBe('no')
  })

  it('reads a word with one dash as a whole where the program does', () => {
    expect(test('terraform apply -target=aws_db', ['-target'], 'aws_db')).toBe('yes')
    expect(test('terraform apply -target aws_db', ['-target'], 'aws_db')).toBe('yes')
    expect(test('terraform apply -targets=aws_db', ['-target'], 'aws_db')).toBe('no')
  })

  it('may hold where the line does not tell the value, or whether the option is there', () => {
    for (const line of ['kubectl get pods -n "$NS"', 'kubectl get pods --namespace="$NS"', 'kubectl get pods $FLAGS'])
      expect(test(line, NAMESPACE, 'prod')).toBe('maybe')
    expect(test('kubectl get pods -n "dev-$NS"', NAMESPACE, 'prod')).toBe('no')
  })
})
