import { describe, expect, test } from 'vitest'
import { redactAnswer, redactArguments, redactCompacted, redactPrinted, redactPrompt, redactTelemetry } from '../../hooks/answers.ts'
import { counter } from '../../hooks/count-hits.ts'
import { createNotes } from '../../hooks/notes.ts'
import { createTally } from '../../hooks/tally.ts'
import { createRedactor } from '../../redact/redactor.ts'

const VALUE = 'zq7-fixture-value-1'
const SHOWN = '‹secret:TOKEN›'
const redactor = createRedactor([{ name: 'TOKEN', value: VALUE }])

function bench() {
  const notes = createNotes()
  const count = counter(notes, createTally())
  return { count, noted: (e: object) => notes.peek(e)?.redactions }
}

const nested = (depth: number): unknown => {
  let value: unknown = VALUE
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

describe('an answer for the model', () => {
  test.each([
    [
      { text: `a ${VALUE}`, breakPromptCache: true },
      { text: `a ${SHOWN}`, breakPromptCache: true },
    ],
    [
      { description: VALUE, isDeferred: true },
      { description: SHOWN, isDeferred: true },
    ],
    [{ blocks: [{ name: 'claudeMd', text: VALUE }] }, { blocks: [{ name: 'claudeMd', text: SHOWN }] }],
    [
      {
        sections: [
          { id: 'intro', text: 'a', scope: 'shared' },
          { id: 'x', text: VALUE, scope: 'session' },
        ],
      },
      {
        sections: [
          { id: 'intro', text: 'a', scope: 'shared' },
          { id: 'x', text: SHOWN, scope: 'session' },
        ],
      },
    ],
  ])('goes up without the value, and the rest of it stays: %j', (answer, clean) => {
    const { count, noted } = bench()
    const e = {}
    expect(redactAnswer(redactor, count, e, answer)).toEqual(clean)
    expect(noted(e)).toEqual({ TOKEN: 1 })
  })

  test('without a value in it is the very object it was, null for a text included', () => {
    const { count, noted } = bench()
    for (const answer of [{ text: null }, { text: 'x' }, { sections: [] }, { consumed: 'kept' }]) {
      const e = {}
      expect(redactAnswer(redactor, count, e, answer)).toBe(answer)
      expect(noted(e)).toBeUndefined()
    }
  })

  test('nested too deeply is not vouched for', () => {
    expect(() => redactAnswer(redactor, () => true, {}, { text: nested(600) })).toThrow('too deeply')
  })
})

describe('a prompt', () => {
  test('goes down without the value, in what stands beside it too', () => {
    const { count } = bench()
    const e = { text: `use ${VALUE}`, context: ['x', VALUE], wait: false, origin: { kind: 'sdk' } }
    expect(redactPrompt(redactor, count, e)).toEqual({ ...e, text: `use ${SHOWN}`, context: ['x', SHOWN] })
    expect(redactPrompt(redactor, count, { text: VALUE })).toEqual({ text: SHOWN })
  })

  test('is the very object it was without one, and where it is a command: the engine takes no other text for that', () => {
    const { count, noted } = bench()
    for (const e of [{ text: 'x' }, { text: `/told ${VALUE}`, command: { name: 'told', args: VALUE } }]) {
      expect(redactPrompt(redactor, count, e)).toBe(e)
      expect(noted(e)).toBeUndefined()
    }
  })
})

describe('a command', () => {
  test('runs with clean arguments', () => {
    const { count, noted } = bench()
    const e = { command: 'told', args: `a ${VALUE}` }
    expect(redactArguments(redactor, count, e)).toEqual({ command: 'told', args: `a ${SHOWN}` })
    expect(noted(e)).toEqual({ TOKEN: 1 })
    const clean = { command: 'told', args: '' }
    expect(redactArguments(redactor, count, clean)).toBe(clean)
  })

  test('prints clean text; notes beside it come back untouched, or the engine would take the raw answer', () => {
    const { count } = bench()
    const context = [`see ${VALUE}`]
    expect(redactPrinted(redactor, count, {}, { text: VALUE, context })).toEqual({ text: SHOWN, context })
    for (const answer of [{ text: 'x', context }, { context }, { ref: 1 }, {}])
      expect(redactPrinted(redactor, count, {}, answer)).toBe(answer)
  })
})

describe('a compaction', () => {
  test('keeps the messages that are clean with their handles; one that is changed is built anew, without', () => {
    const { count } = bench()
    const kept = { role: 'user', text: 'clean', toolUses: [], handle: 'h1' }
    const answer = { messages: [kept, { role: 'user', text: `about ${VALUE}`, toolUses: [], handle: 'h2' }], tokensBefore: 9 }
    const clean = redactCompacted(redactor, count, {}, answer)
    expect(clean).toEqual({ messages: [kept, { role: 'user', text: `about ${SHOWN}`, toolUses: [] }], tokensBefore: 9 })
    expect(clean.messages[0]).toBe(kept)
  })

  test('without a value, or skipped, is the very object it was', () => {
    const { count } = bench()
    for (const answer of [{ messages: [{ text: 'x', handle: 'h' }] }, { messages: [] }, { skip: 'no' }])
      expect(redactCompacted(redactor, count, {}, answer)).toBe(answer)
  })

  test('with a call nested too deeply is not vouched for', () => {
    const messages = [{ toolUses: [{ input: nested(600) }] }]
    expect(() => redactCompacted(redactor, () => true, {}, { messages })).toThrow('too deeply')
  })
})

describe('a record of the engine for the collector', () => {
  test('goes without the value in any of its attributes; its name and address stay', () => {
    const e = { to: 'collector', name: 'user_prompt', attributes: { prompt: `a ${VALUE}`, list: [VALUE], n: 1 } }
    const { sent, hits } = redactTelemetry(redactor, e)
    expect([sent, hits]).toEqual([{ ...e, attributes: { prompt: `a ${SHOWN}`, list: [SHOWN], n: 1 } }, { TOKEN: 2 }])
  })

  test('without one, or without attributes, is the very object it was', () => {
    for (const e of [{ to: 'collector', attributes: { a: 'x' } }, { to: 'collector' }]) expect(redactTelemetry(redactor, e).sent).toBe(e)
  })
})
