import { describe, expect, test } from 'vitest'
import { describeToolCall } from '../../../policy/facts/describe-tool-call.ts'
import type { Caller } from '../../../policy/facts/facts.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'

const isUnattended = (origin: Caller, isOutsideLoop = false): boolean => {
  const call = { tool: 'Bash', input: { command: 'ls' }, origin, isOutsideLoop, cwd: '/p', places: { home: [], project: ['/p'] } }
  return describeToolCall(call, evaluateCommand).isUnattended === true
}

describe('who can be asked about a tool call', () => {
  test('a person, about the model’s own', () => {
    expect(isUnattended({ plugin: 'engine', tier: 'core' })).toBe(false)
  })
  test('nobody, about a mod’s own, in whatever tier', () => {
    expect(isUnattended({ plugin: 'tips', tier: 'user' })).toBe(true)
    expect(isUnattended({ plugin: 'cc-plugin-lookalike', tier: 'user' })).toBe(true)
    expect(isUnattended({ plugin: 'helper', tier: 'prepend' })).toBe(true)
    expect(isUnattended({ plugin: 'hook:PostToolUse', tier: 'core' })).toBe(true)
  })
  test('nobody, about a call of the engine that is none of the model’s loop', () => {
    expect(isUnattended({ plugin: 'engine', tier: 'core' }, true)).toBe(true)
  })
  test('the engine’s own guard asks what would be said of the model’s call', () => {
    expect(isUnattended({ plugin: 'cc-plugin-sec-default', tier: 'prepend' }, true)).toBe(false)
  })
})
