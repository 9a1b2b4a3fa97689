import { expect, test } from 'vitest'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'

/** The patterns of what a line's `find` deletes. */
const deleted = (line: string): string => JSON.stringify(evaluateCommand(line).effects.filter(effect => effect.kind === 'delete'))

test('behind hundreds of words the names that find asks for are not told apart: it may delete anything', () => {
  const actions = (count: number): string => '-exec true {} + '.repeat(count)
  expect(deleted(`find src ${actions(2)}-name old.log -delete`)).toContain('old.log')
  const many = deleted(`find src ${actions(200)}-name old.log -delete`)
  expect(many).toContain('delete')
  expect(many).not.toContain('old.log')
})
