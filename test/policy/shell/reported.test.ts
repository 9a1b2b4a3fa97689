import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { type Outcome, outcomeOf } from './intents.ts'

/** A reported command and what a rule of that intent must make of it; `expect` is the wanted verdict, `gives` what this evaluator can say. */
type Reported = {
  readonly id: string
  readonly intent: string
  readonly command: string
  readonly expect: 'deny' | 'ask' | 'none'
  readonly gives: Outcome
}

const rowsOf = (file: string): Reported[] =>
  readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Reported)

describe.each(['reported-cases.jsonl', 'wrapper-forms.jsonl'])('%s', file => {
  const rows = rowsOf(file)

  it.each(rows)('$id $intent: $gives', ({ intent, command, gives }) => {
    expect(outcomeOf(intent, evaluateCommand(command))).toBe(gives)
  })

  it('stops nothing innocent and lets nothing pass unasked', () => {
    const isWrong = ({ expect: wanted, gives }: Reported) => (wanted === 'none') !== (gives === 'silent')
    expect(rows.filter(isWrong)).toEqual([])
  })
})
