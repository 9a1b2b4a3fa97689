import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runCase } from '../../../../policy/check/run-case.ts'
import { indexPolicy } from '../../../../policy/decide/decide.ts'
import { evaluateCommand } from '../../../../policy/shell/evaluate.ts'
import { allTables } from '../../rules/reference.ts'

if (!allTables.ok) throw new Error('the tables that ship do not compile')
const indexed = indexPolicy(allTables.policy)

/** Rules that ask about a program whatever its code does: allowlists among them. */
const ANY_CODE = /^(?:code\.(?:python|inline)$|only\.)/

const rulesOn = (command: string): readonly string[] => {
  const { decision } = runCase(indexed, { kind: 'tool', tool: 'Bash', input: { command } }, evaluateCommand)
  return decision?.spoken.map(one => one.rule).filter(rule => !ANY_CODE.test(rule)) ?? []
}

const commands = readFileSync('test/policy/shell/data/everyday-code.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as { command: string })

describe('code of every day, before every table that ships', () => {
  it.each(commands)('$command', ({ command }) => expect(rulesOn(command)).toEqual([]))

  it.each([
    ['a secret in a loop', "python3 -c \"for f in ['a', '.env']: print(open(f).read())\"", 'secret.env-file'],
    ['a secret behind a method', 'python3 -c "from pathlib import Path; print(Path(\'.env\').read_text().strip())"', 'secret.env-file'],
    ['a secret as a module', 'node -p "require(\'./.env\')"', 'secret.env-file'],
  ])('are not deaf: %s', (_, command, rule) => expect(rulesOn(command)).toContain(rule))
})
