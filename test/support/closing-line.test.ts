import { expect, test } from 'vitest'
import type { TestModule } from 'vitest/node'
import { closingLine, createClosingLine } from './closing-line.ts'

const moduleOf = (states: string[], errors = 0) =>
  ({
    errors: () => Array(errors).fill({}),
    children: { allTests: () => states.map(state => ({ result: () => ({ state }) })) },
  }) as unknown as TestModule

const printed = (modules: TestModule[], unhandled = 0) => {
  const lines: string[] = []
  createClosingLine(line => lines.push(line)).onTestRunEnd?.(modules, Array(unhandled).fill({}), 'passed')
  return lines
}

test('the line counts what passed, failed and was skipped over all files', () => {
  expect(printed([moduleOf(['passed', 'failed']), moduleOf(['passed', 'skipped'])])).toEqual(['2 passed, 1 failed, 1 skipped'])
})

test('a file that does not load, an error nobody awaited and a test that never ended count as failed', () => {
  expect(printed([moduleOf([], 1)])).toEqual(['0 passed, 1 failed'])
  expect(printed([moduleOf(['passed'])], 1)).toEqual(['1 passed, 1 failed'])
  expect(printed([moduleOf(['pending'])])).toEqual(['0 passed, 1 failed'])
})

test('without skips the line says nothing of them', () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
})
