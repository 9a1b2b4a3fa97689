import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { cutBatch, MAX_BODY_CHARACTERS } from '../../audit/batch.ts'

const spans = (n: number) => Array.from({ length: n }, (_, k) => ({ name: `${k}` }) as ReadableSpan)
const nameAll = (list: readonly ReadableSpan[]) => list.map(({ name }) => name).join()

test('no more than 512 at a time, from the front', () => {
  expect(cutBatch(spans(3), nameAll)).toEqual({ count: 3, body: '0,1,2' })
  expect(cutBatch(spans(600), nameAll).count).toBe(512)
})

test('halved until the body can be sent', () => {
  const body = (list: readonly ReadableSpan[]) => 'x'.repeat(list.length * 30_000)
  const cut = cutBatch(spans(512), body)
  expect(cut.count).toBe(128)
  expect(cut.body?.length).toBeLessThanOrEqual(MAX_BODY_CHARACTERS)
})

test('one that cannot be sent, or not be written, comes back alone and without a body', () => {
  expect(cutBatch(spans(8), () => 'x'.repeat(MAX_BODY_CHARACTERS + 1))).toEqual({ count: 1, body: undefined })
  const fussy = (list: readonly ReadableSpan[]) => {
    if (list.some(({ name }) => name === '5')) throw new Error('cannot')
    return nameAll(list)
  }
  expect(cutBatch(spans(8), fussy)).toEqual({ count: 4, body: '0,1,2,3' })
  expect(cutBatch(spans(8).slice(5), fussy)).toEqual({ count: 1, body: undefined })
})
