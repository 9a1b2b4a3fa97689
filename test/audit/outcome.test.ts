import { describe, expect, test } from 'vitest'
import { MAX_RETRY_AFTER_MS, MAX_WAIT_MS, waitAfter } from '../../audit/backoff.ts'
import { failureOf, outcomeOf } from '../../audit/outcome.ts'

describe('outcomeOf', () => {
  test.each([200, 201, 202, 204, 299])('%d is success', status => {
    expect(outcomeOf({ status, headers: {}, text: '' }, 5)).toEqual({ kind: 'sent', rejected: 0 })
  })

  test.each([408, 429, 502, 503, 504])('%d is worth another try', status => {
    expect(outcomeOf({ status, headers: { 'retry-after': '7' }, text: 'x' }, 5)).toEqual({
      kind: 'retry',
      why: `HTTP ${status}`,
      retryAfter: '7',
    })
  })

  test.each([301, 400, 415, 500, 501])('%d is final', status => {
    expect(outcomeOf({ status, headers: {}, text: '' }, 5)).toEqual({ kind: 'refused', why: `HTTP ${status}` })
  })

  test.each([401, 403, 404, 407])('%d is about who sends, or where to', status => {
    const why = `HTTP ${status}: its address or credentials are wrong`
    expect(outcomeOf({ status, headers: {}, text: '' }, 5)).toEqual({ kind: 'refused', why, isHeld: true })
  })

  test('413 is about how much', () => {
    expect(outcomeOf({ status: 413, headers: {}, text: '' }, 5)).toEqual({ kind: 'refused', why: 'HTTP 413', isTooLong: true })
  })

  test.each<[string, number]>([
    ['{"partialSuccess":{"rejectedSpans":"2","errorMessage":"x"}}', 2],
    ['{"partialSuccess":{"rejectedSpans":3}}', 3],
    ['{"partialSuccess":{}}', 0],
    ['{"partialSuccess":{"rejectedSpans":"-1"}}', 0],
    ['{"partialSuccess":{"rejectedSpans":"999"}}', 0],
    ['{"partialSuccess":{"rejectedSpans":"many"}}', 0],
    ['null', 0],
    ['not json', 0],
  ])('of 5 spans %s rejects %d', (text, rejected) => {
    expect(outcomeOf({ status: 200, headers: {}, text }, 5)).toEqual({ kind: 'sent', rejected })
  })

  test('an answer of the wrong shape is none', () => {
    for (const reply of [undefined, null, {}, { status: '200' }])
      expect(outcomeOf(reply as never, 5)).toEqual({ kind: 'retry', why: 'no answer' })
  })
})

describe('failureOf', () => {
  test('keeps the code of an error and none of its words', () => {
    expect(failureOf(new Error('castellan: $.http.fetch: connect ECONNREFUSED 127.0.0.1:4318'))).toEqual({
      kind: 'retry',
      why: 'ECONNREFUSED',
    })
    for (const error of [new Error('bad token FAKE-hunter2-0001'), 'FAKE-hunter2-0001', undefined, null, { message: 7 }])
      expect(failureOf(error)).toEqual({ kind: 'retry', why: 'the request failed', isSilent: true })
  })
})

describe('waitAfter', () => {
  test('doubles from half a second to half a minute, give or take a fifth', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(n => waitAfter(n, undefined, 0, 0.5))).toEqual([
      500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
    expect(waitAfter(1, undefined, 0, 0)).toBe(400)
    expect(waitAfter(1, undefined, 0, 1)).toBeCloseTo(600)
    expect(waitAfter(5000, undefined, 0, 0.5)).toBe(MAX_WAIT_MS)
  })

  test.each<[string, number]>([
    ['0', 0],
    ['7', 7000],
    ['-7', 0],
    ['1e12', MAX_RETRY_AFTER_MS],
    ['Thu, 01 Jan 1970 00:01:10 GMT', 10_000],
    ['Thu, 01 Jan 1970 00:00:10 GMT', 0],
    ['soon', 500],
    ['', 500],
  ])('Retry-After: %s', (told, ms) => {
    expect(waitAfter(1, told, 60_000, 0.5)).toBe(ms)
  })
})
