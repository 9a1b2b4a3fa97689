import { describe, expect, test } from 'vitest'
import { type CallAnswer, redactResult, redactRow } from '../../hooks/conversation.ts'
import { counter } from '../../hooks/count-hits.ts'
import { createNotes } from '../../hooks/notes.ts'
import { redactRequest } from '../../hooks/requests.ts'
import { createTally } from '../../hooks/tally.ts'
import { createRedactor } from '../../redact/redactor.ts'

const VALUE = 'zq7-fixture-value-1'
const SHOWN = '‹secret:TOKEN›'
const redactor = createRedactor([{ name: 'TOKEN', value: VALUE }])

function bench() {
  const notes = createNotes()
  const tally = createTally()
  const count = counter(notes, tally)
  return {
    notes,
    redactions: () => tally.read().redactions,
    result: (e: object, answer: CallAnswer) => redactResult(redactor, count, e, answer),
    row: (content: readonly unknown[]) => redactRow(redactor, count, { message: { type: 'user', content }, uuid: 'u1' }),
    request: <E extends { url: string; init?: { body?: unknown } }>(e: E) => redactRequest(redactor, count, notes, e),
  }
}

const nested = (depth: number): unknown => {
  let value: unknown = VALUE
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

describe('tool results', () => {
  test('an answer without a secret goes up as the very object it was', () => {
    const { result, notes, redactions } = bench()
    const e = {}
    const answer: CallAnswer = { result: { stdout: 'x' }, context: ['y'], text: 'x' }
    expect(result(e, answer)).toBe(answer)
    expect([notes.peek(e), redactions()]).toEqual([undefined, 0])
  })

  test('the record of a tool of the engine keeps its keys and kinds, whatever a value reads like', () => {
    const { result } = bench()
    const answer = result({ tool: 'Read' }, { result: { type: VALUE, [VALUE]: false, file: { content: VALUE } } })
    expect(answer).toEqual({ result: { type: VALUE, [VALUE]: false, file: { content: SHOWN } } })
  })

  test('the data of a picture stays as it is, a PDF with a value in it is not shown, and what is text beside them is cleaned', () => {
    const base64 = Buffer.from(`\x89PNG tEXt ${VALUE} end`, 'latin1').toString('base64')
    const read = (result: unknown) => bench().result({ tool: 'Read' }, { result })
    const image = { result: { type: 'image', file: { base64, type: 'image/png' } } }
    expect(bench().result({ tool: 'Read' }, image)).toBe(image)
    const parts = (text: string) => ({ type: 'parts', file: { filePath: '/a.pdf' }, pages: [{ base64, text }] })
    expect(read(parts(VALUE))).toEqual({ result: parts(SHOWN) })
    expect(read({ type: 'pdf', file: { filePath: '/a.pdf', base64 } })).toEqual({ deny: expect.stringContaining('PDF') })
    const named = (name: string) => ({ type: 'pdf', file: { filePath: `/${name}.pdf`, base64: 'JVBERi0' } })
    expect(read(named(VALUE))).toEqual({ result: named(SHOWN) })
    for (const odd of [{ type: 'image' }, { type: 'parts', pages: 5 }, { type: 'parts', pages: [null] }, { type: 'pdf' }])
      expect(read({ ...odd, text: VALUE })).toEqual({ result: { ...odd, text: SHOWN } })
  })

  test('of an MCP tool, a secret is cut wherever it stands, keys included, counted and noted', () => {
    const { result, notes, redactions } = bench()
    const e = { tool: 'mcp__db__query' }
    const answer = result(e, { result: { stdout: `a ${VALUE} b ${VALUE}`, list: [{ [VALUE]: 1 }] } })
    expect(answer).toEqual({ result: { stdout: `a ${SHOWN} b ${SHOWN}`, list: [{ [SHOWN]: 1 }] } })
    expect([notes.peek(e)?.redactions, redactions()]).toEqual([{ TOKEN: 3 }, 3])
  })

  test('context that hooks beneath attached comes back untouched, secret and all: the engine would take the raw result instead', () => {
    const context = [`see ${VALUE}`]
    expect(bench().result({}, { result: VALUE, context, text: VALUE })).toEqual({ result: SHOWN, context })
    expect((bench().result({}, { result: VALUE, context }) as { context: unknown }).context).toBe(context)
    const answer = { result: 'clean', context }
    expect(bench().result({}, answer)).toBe(answer)
  })

  test('an error is answered as a refusal in its own words, cleaned', () => {
    const { result, redactions } = bench()
    expect(result({}, { isError: true, text: `Exit 1: ${VALUE}`, result: 'Exit 1' })).toEqual({ deny: `Exit 1: ${SHOWN}` })
    expect(result({}, { isError: true, result: `no text ${VALUE}` })).toEqual({ deny: `no text ${SHOWN}` })
    expect(result({}, { isError: true, result: { why: VALUE } })).toEqual({ deny: `{"why":"${SHOWN}"}` })
    expect(redactions()).toBe(3)
  })

  test('what the engine cut off a command, failed, spilled to a file or still running, may end in a part of a value', () => {
    const output = `what was printed before ${VALUE.slice(0, 8)}`
    const shown = `what was printed before ${SHOWN}`
    const { result } = bench()
    expect(result({ tool: 'Bash' }, { isError: true, text: `Exit code 3\n${output}` })).toEqual({ deny: `Exit code 3\n${shown}` })
    const spilled = { persistedOutputPath: '/t/b1.txt' }
    expect(result({ tool: 'Bash' }, { result: { stdout: output, ...spilled } })).toEqual({ result: { stdout: shown, ...spilled } })
    const running = { backgroundTaskId: 'b1' }
    expect(result({ tool: 'Bash' }, { result: { stdout: output, ...running } })).toEqual({ result: { stdout: shown, ...running } })
    for (const answer of [{ result: { stdout: output } }, { isError: true as const, text: output }])
      expect(result({ tool: 'Read' }, answer)).toBe(answer)
  })

  test('an error with the secret in its record alone is not told raw', () => {
    expect(JSON.stringify(bench().result({}, { isError: true, text: 'failed', result: VALUE }))).not.toContain(VALUE)
  })

  test('an error without a secret, and a refusal from beneath, stay what they were', () => {
    const error = { isError: true as const, text: 'Exit 1', result: 'Exit 1' }
    const refusal = { deny: 'not here' }
    expect(bench().result({}, error)).toBe(error)
    expect(bench().result({}, refusal)).toBe(refusal)
    expect(bench().result({}, { deny: `not ${VALUE}` })).toEqual({ deny: `not ${SHOWN}` })
  })

  test('a value nested too deeply, or in a circle, is not vouched for', () => {
    const circle: unknown[] = []
    circle.push(circle)
    for (const result of [nested(600), circle]) {
      expect(() => bench().result({}, { result })).toThrow()
      expect(() => bench().result({}, { isError: true, result })).toThrow()
    }
  })
})

describe('rows', () => {
  test('blocks are cleaned, everything else of the row stays', () => {
    const { row, redactions } = bench()
    const clean = row([
      { type: 'text', text: VALUE },
      { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: `= ${VALUE}` }] },
    ])
    expect(clean).toEqual({
      message: {
        type: 'user',
        content: [
          { type: 'text', text: SHOWN },
          { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: `= ${SHOWN}` }] },
        ],
      },
      uuid: 'u1',
    })
    expect(redactions()).toBe(2)
  })

  test('a row without a secret is the very object it was; one too deep is not vouched for', () => {
    const e = { message: { content: [{ type: 'text', text: 'x' }] } }
    expect(redactRow(redactor, () => false, e)).toBe(e)
    expect(() => bench().row([nested(600)])).toThrow()
  })
})

describe('requests', () => {
  const URL = 'https://api.anthropic.example/v1/messages'
  const fetching = (body: unknown) => ({ url: URL, init: { method: 'POST', headers: { a: 'b' }, body } })

  test('a secret in the body is cut, and noted as a leak', () => {
    const { request, notes, redactions } = bench()
    const e = fetching(JSON.stringify({ messages: [{ content: `a ${VALUE}` }] }))
    expect(request(e)).toEqual({ send: fetching(JSON.stringify({ messages: [{ content: `a ${SHOWN}` }] })) })
    expect([notes.peek(e), redactions()]).toEqual([{ redactions: { TOKEN: 1 }, leaks: ['other.text'] }, 1])
  })

  test('a body without a secret is sent as the very object it was, and is no leak', () => {
    const { request, notes } = bench()
    const e = fetching('{"messages":[]}')
    expect(request(e)).toEqual({ send: e })
    expect((request(e) as { send: unknown }).send).toBe(e)
    expect(notes.peek(e)).toBeUndefined()
  })

  test('a request without a body is sent', () => {
    for (const e of [{ url: URL }, { url: URL, init: {} }, fetching('')]) expect(bench().request(e)).toEqual({ send: e })
  })

  test.each([
    ['no JSON', `{"a": "${VALUE}"`],
    ['bytes', new Uint8Array([1])],
    ['an object', { a: VALUE }],
    ['null', null],
    ['nested too deeply', JSON.stringify(nested(600))],
  ])('a body that cannot be read (%s) is not sent, and the refusal holds none of it', (_, body) => {
    const answer = bench().request(fetching(body))
    expect(answer).toEqual({ deny: expect.stringContaining('castellan: ') })
    expect(JSON.stringify(answer)).not.toContain(VALUE)
  })
})
