import { expect, test } from 'vitest'
import { isUrgent } from '../../audit/urgent.ts'
import { recordOf } from './example.ts'

test.each([
  ['a denial', { decision: 'deny' }, true],
  ['an ask', { decision: 'ask' }, true],
  ['a refused plugin', { event: 'plugin.register', decision: 'deny' }, true],
  ['a redaction', { redactions: { TOKEN: 1 } }, true],
  ['a failed guard', { guardFailure: { event: 'fs.read' } }, true],
  ['an allowed call', { decision: 'allow' }, false],
  ['what nobody judged', {}, false],
] as const)('%s', (_, parts, is) => {
  expect(isUrgent(recordOf(parts))).toBe(is)
})
