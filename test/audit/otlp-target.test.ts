import { expect, test } from 'vitest'
import { otlpTarget } from '../../audit/otlp-target.ts'

const OWN = { 'content-type': 'application/json' }
const urlOf = (traces?: string, all?: string): string => otlpTarget(OWN, traces, all, undefined, undefined).url
const headersOf = (traces?: string, all?: string, own = OWN) => otlpTarget(own, undefined, undefined, traces, all).headers

test('the endpoint of traces is taken as it is; that of all signals has their path put behind it', () => {
  expect(urlOf('https://a.example/x', 'https://b.example')).toBe('https://a.example/x')
  expect(urlOf(undefined, 'https://b.example')).toBe('https://b.example/v1/traces')
  expect(urlOf('', 'https://b.example/otlp//')).toBe('https://b.example/otlp/v1/traces')
  expect([urlOf(), urlOf('', '')]).toEqual(['', ''])
})

test('headers are pairs, percent-encoded; those of traces go before those of all, and the policy’s before both', () => {
  expect(headersOf(undefined, 'Authorization=Bearer%20x=y, X-Two = 2 ,broken,=none')).toEqual({
    ...OWN,
    authorization: 'Bearer x=y',
    'x-two': '2',
  })
  expect(headersOf('a=1', 'b=2')).toEqual({ ...OWN, a: '1' })
  expect(headersOf('content-type=text/plain')).toEqual(OWN)
  expect(headersOf('a=%E0%A4%A')).toEqual({ ...OWN, a: '%E0%A4%A' })
})
