import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../redact/redactor.ts'

const SECRET = 'FAKE-hunter2-0001'
const MARKER = '‹secret:PW›'
const { deep } = createRedactor([
  { name: 'PW', value: SECRET },
  { name: 'OTHER', value: 'FAKE-other-0002' },
])

describe('deep', () => {
  test('strings anywhere, keys too', () => {
    const before = { a: [`x ${SECRET}`, { [SECRET]: SECRET, n: 1, t: true, nothing: null }], b: 'clean' }
    const { value, hits } = deep(before)
    expect(value).toEqual({ a: [`x ${MARKER}`, { [MARKER]: MARKER, n: 1, t: true, nothing: null }], b: 'clean' })
    expect(hits).toEqual({ PW: 3 })
    expect(before.b).toBe('clean')
    expect(before.a[0]).toContain(SECRET)
  })

  test('the same reference when nothing changed, at every level', () => {
    const clean = { list: [1, 'two', { three: 3 }] }
    expect(deep(clean).value).toBe(clean)
    const half = { clean, dirty: SECRET }
    expect(deep(half).value.clean).toBe(clean)
    expect(deep('text').value).toBe('text')
    expect(deep(7).value).toBe(7)
    expect(deep(undefined).value).toBe(undefined)
  })

  test('two keys that come to read the same keep both fields', () => {
    const value = deep({ [SECRET]: 1, [MARKER]: 2 }).value as Record<string, number>
    expect(Object.entries(value)).toEqual([
      [MARKER, 1],
      [`${MARKER}~2`, 2],
    ])
  })

  test('an own field named __proto__ stays a field', () => {
    const value = deep(JSON.parse(`{"__proto__":{"x":"${SECRET}"}}`))
    expect(JSON.stringify(value.value)).toBe(`{"__proto__":{"x":"${MARKER}"}}`)
  })

  test('leaves the data of images and documents, and the signatures of thinking', () => {
    const blocks = [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: SECRET } },
      { type: 'document', title: SECRET, source: { type: 'base64', media_type: 'application/pdf', data: SECRET } },
      { type: 'thinking', thinking: SECRET, signature: SECRET },
      { type: 'redacted_thinking', data: SECRET },
    ]
    expect(deep(blocks).value).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: SECRET } },
      { type: 'document', title: MARKER, source: { type: 'base64', media_type: 'application/pdf', data: SECRET } },
      { type: 'thinking', thinking: MARKER, signature: SECRET },
      { type: 'redacted_thinking', data: SECRET },
    ])
  })

  test('the same names elsewhere are text like any other', () => {
    const others = [
      { type: 'base64', data: SECRET },
      { type: 'document', source: { type: 'text', data: SECRET } },
      { type: 'image', source: { type: 'base64', note: SECRET, data: [SECRET] } },
      { type: 'text', signature: SECRET, data: SECRET },
      { type: 'thinking', signature: { nested: SECRET } },
    ]
    expect(JSON.stringify(deep(others).value)).not.toContain(SECRET)
  })

  test('data of another realm, and without a prototype, is walked; instances are left alone', () => {
    const bare = Object.assign(Object.create(null), { a: SECRET })
    expect(deep({ bare }).value.bare).toEqual({ a: MARKER })
    const date = new Date(0)
    const bytes = new Uint8Array([1, 2])
    const held = { date, bytes }
    expect(deep(held).value).toBe(held)
  })

  test('a circle and a bottomless nesting are withheld, never walked for ever', () => {
    const ring: Record<string, unknown> = { text: SECRET }
    ring.self = ring
    const around = deep(ring)
    expect(around.isCut).toBe(true)
    expect((around.value as Record<string, unknown>).text).toBe(MARKER)

    let nested: unknown = SECRET
    for (let n = 0; n < 100_000; n++) nested = [nested]
    const answer = deep(nested)
    expect(answer.isCut).toBe(true)
    expect(JSON.stringify(answer.value)).not.toContain(SECRET)
  })

  test('an object shared a million times over is walked once', () => {
    let shared: unknown = [SECRET]
    for (let n = 0; n < 60; n++) shared = [shared, shared]
    const { value, hits, isCut } = deep(shared)
    expect(isCut).toBe(false)
    expect(hits).toEqual({ PW: 1 })
    let leaf = value as unknown[]
    while (Array.isArray(leaf[0])) leaf = leaf[0]
    expect(leaf).toEqual([MARKER])
  })
})
