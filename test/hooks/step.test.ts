import { describe, expect, test } from 'vitest'
import { redactStep, type StepChunk, type StepResult } from '../../hooks/step.ts'
import { addHits, type Hits, NO_HITS } from '../../redact/hits.ts'
import { createRedactor, type Redactor } from '../../redact/redactor.ts'

const VALUE = 'zq7-fixture-value-1'
const SHOWN = '‹secret:TOKEN›'
const redactor = createRedactor([{ name: 'TOKEN', value: VALUE }])
const END: StepResult = { answer: '', toolUses: [] }

/** What comes out of the step, chunk by chunk, with its result and what was counted. */
async function played(chunks: readonly StepChunk[], end: StepResult = END, by: Redactor = redactor) {
  async function* below() {
    yield* chunks
    return end
  }
  const told: Hits[] = []
  const step = redactStep(by, hits => told.push(hits), below())
  const out: StepChunk[] = []
  for (;;) {
    const { done, value } = await step.next()
    if (done) return { out, end: value, told: told.reduce(addHits, NO_HITS), times: told.length }
    out.push(value)
  }
}

/** The text of one block, however many pieces it came in. */
const blockOf = (out: readonly StepChunk[], kind: string, index: number): string =>
  out
    .filter(chunk => chunk.kind === kind && chunk.index === index)
    .map(chunk => chunk.text ?? chunk.json)
    .join('')

const text = (piece: string, index = 0): StepChunk => ({ kind: 'text', index, text: piece })
const thinking = (piece: string, index = 0): StepChunk => ({ kind: 'thinking', index, text: piece })
const input = (json: string, index = 0): StepChunk => ({ kind: 'input', index, json })
const cutAt = (whole: string, at: number) => [whole.slice(0, at), whole.slice(at)].filter(piece => piece !== '')

describe('a value in what the model writes', () => {
  const whole = `the key is ${VALUE}, yes`

  test('is cut wherever its pieces end', async () => {
    for (let at = 0; at <= whole.length; at++) {
      const { out, told } = await played(cutAt(whole, at).map(piece => text(piece)))
      expect([blockOf(out, 'text', 0), told], `${at}`).toEqual([`the key is ${SHOWN}, yes`, { TOKEN: 1 }])
    }
    const { out } = await played([...whole].map(piece => text(piece)))
    expect(blockOf(out, 'text', 0)).toBe(`the key is ${SHOWN}, yes`)
  })

  test('is cut in every kind of block that carries text, and in several of a kind', async () => {
    const json = JSON.stringify({ command: `echo ${VALUE}` })
    const { out, told } = await played([
      ...cutAt(whole, 14).map(piece => thinking(piece)),
      ...cutAt(whole, 15).map(piece => text(piece, 1)),
      ...cutAt(whole, 16).map(piece => text(piece, 2)),
      { kind: 'tool', index: 3 },
      ...cutAt(json, 20).map(piece => input(piece, 3)),
    ])
    const clean = `the key is ${SHOWN}, yes`
    expect([blockOf(out, 'thinking', 0), blockOf(out, 'text', 1), blockOf(out, 'text', 2)]).toEqual([clean, clean, clean])
    expect([JSON.parse(blockOf(out, 'input', 3)), told]).toEqual([{ command: `echo ${SHOWN}` }, { TOKEN: 4 }])
  })

  test('leaves the arguments of a call JSON where it is a number, or holds its own quotes', async () => {
    const by = createRedactor([
      { name: 'PIN', value: '123456789012' },
      { name: 'QUOTED', value: '"fixture-quoted"' },
    ])
    const json = '{"pin":123456789012,"q":"fixture-quoted"}'
    const shown = { pin: '‹secret:PIN›', q: '‹secret:QUOTED›' }
    const end = { answer: '', toolUses: [{ name: 'Bash', input: JSON.parse(json) as unknown }] }
    for (let at = 1; at <= json.length; at++) {
      const played1 = await played(
        cutAt(json, at).map(piece => input(piece)),
        end,
        by,
      )
      expect([JSON.parse(blockOf(played1.out, 'input', 0)), played1.end.toolUses[0]?.input], `${at}`).toEqual([shown, shown])
    }
  })

  test('is not put together from two blocks', async () => {
    const { out, told } = await played([text('zq7-fixture-', 0), text('value-1', 1)])
    expect([blockOf(out, 'text', 0), blockOf(out, 'text', 1), told]).toEqual(['zq7-fixture-', 'value-1', {}])
  })

  test('is cut in the result as well', async () => {
    const serverToolUses = [{ id: 's', input: { q: VALUE } }]
    const end = { answer: `= ${VALUE}`, toolUses: [{ name: 'Bash', input: { command: VALUE }, id: 't1' }], serverToolUses, stopReason: 'x' }
    expect((await played([], end)).end).toEqual({
      answer: `= ${SHOWN}`,
      toolUses: [{ name: 'Bash', input: { command: SHOWN }, id: 't1' }],
      serverToolUses: [{ id: 's', input: { q: SHOWN } }],
      stopReason: 'x',
    })
    expect((await played([])).end).toEqual(END)
  })
})

test('chunks of the engine’s own, calls and the stop go through as the very objects they were, in their order', async () => {
  const own = [
    { kind: 'engine', ref: 1 },
    { kind: 'tool', index: 1, name: 'Bash' },
    { kind: 'engine', ref: 2 },
    { kind: 'stop' },
  ] as StepChunk[]
  const { out, times } = await played([own[0], text('a b'), own[1], input('{}', 1), own[2], own[3]] as StepChunk[])
  expect(out.filter(chunk => own.includes(chunk))).toEqual(own)
  expect(out.filter(chunk => own.includes(chunk)).every((chunk, at) => chunk === own[at])).toBe(true)
  expect(out.map(({ kind }) => kind)).toEqual(['engine', 'text', 'tool', 'input', 'engine', 'stop'])
  expect(times).toBe(1)
})

describe('a tail that is held back', () => {
  /** Holds the last character of everything, and marks where a stream ends. */
  const holding: Redactor = {
    ...redactor,
    stream: () => {
      let held = ''
      return {
        push(chunk) {
          const all = held + chunk
          held = all.slice(-1)
          return all.slice(0, -1)
        },
        end: () => held,
        hits: NO_HITS,
      }
    },
  }
  const kinds = async (chunks: readonly StepChunk[]) =>
    (await played(chunks, END, holding)).out.map(chunk => chunk.text ?? chunk.json ?? chunk.kind)

  test('leaves before any chunk of another kind or block, and before the end', async () => {
    const engine: StepChunk = { kind: 'engine' }
    expect(await kinds([text('ab'), engine, text('cd'), text('ef')])).toEqual(['a', 'b', 'engine', 'c', 'de', 'f'])
    expect(await kinds([text('ab', 0), text('cd', 1)])).toEqual(['a', 'b', 'c', 'd'])
    expect(await kinds([thinking('ab'), text('cd'), input('"ef')])).toEqual(['a', 'b', 'c', 'd', '"e', 'f'])
  })

  test('keeps the block it belongs to, and nothing is yielded for an empty one', async () => {
    const { out } = await played([input('"ab', 7), text('c', 8)], END, holding)
    expect(out).toEqual([input('"a', 7), input('b', 7), text('c', 8)])
    expect(await kinds([text(''), { kind: 'stop' }])).toEqual(['stop'])
  })
})

test('a stream that fails beneath fails here, and what is held back is not handed up', async () => {
  async function* below(): AsyncGenerator<StepChunk, StepResult> {
    yield text('the key is zq7-fixture-val')
    throw new Error('lost')
  }
  const step = redactStep(redactor, () => undefined, below())
  const out: StepChunk[] = []
  const all = async () => {
    for await (const chunk of step) out.push(chunk)
  }
  await expect(all()).rejects.toThrow('lost')
  expect(blockOf(out, 'text', 0)).not.toContain('zq7')
})
