import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../redact/redactor.ts'

const redactor = createRedactor([
  { name: 'A', value: 'fakeabcdefgh' },
  { name: 'B', value: 'efgh-ijkl-fake' },
  { name: 'SHORT', value: 'fakeprefix' },
  { name: 'LONG', value: 'fakeprefix-and-more-99' },
  { name: 'QUOTED', value: 'fake"quote\\d' },
])

describe('text', () => {
  test.each([
    ['nothing to see', 'nothing to see'],
    ['', ''],
    ['fakeabcdefgh', '‹secret:A›'],
    ['xxfakeabcdefghyy', 'xx‹secret:A›yy'],
    ['fakeabcdefghfakeabcdefgh', '‹secret:A›‹secret:A›'],
    // The tail of one is the head of the next: one marker over both, and nothing of either stays.
    ['<fakeabcdefgh-ijkl-fake>', '<‹secret:A›>'],
    ['<fakeabcdefgh-ijkl-nope>', '<‹secret:A›-ijkl-nope>'],
    ['fakeprefix-and-more-99 fakeprefix', '‹secret:LONG› ‹secret:SHORT›'],
    ['{"k":"fake\\"quote\\\\d"}', '{"k":"‹secret:QUOTED›"}'],
    ['{\\"k\\":\\"fake\\\\\\"quote\\\\\\\\d\\"}', '{\\"k\\":\\"‹secret:QUOTED›\\"}'],
  ])('%j', (text, expected) => {
    expect(redactor.text(text).text).toBe(expected)
  })

  test('a value is not taken for that of a name which begins as this name and value do', () => {
    createRedactor([{ name: 'db', value: 'main hunter2-fixture' }])
    const other = createRedactor([{ name: 'db main', value: 'hunter2-fixture' }])
    expect(other.text('hunter2-fixture').text).toBe('‹secret:db_main›')
  })

  test('counts the markers it set, by name', () => {
    expect(redactor.text('fakeabcdefgh fakeprefix fakeabcdefgh').hits).toEqual({ A: 2, SHORT: 1 })
    expect(Object.keys(redactor.text('nothing to see').hits)).toEqual([])
  })

  test('of two names for one value the first counts', () => {
    const twins = createRedactor([
      { name: 'ZED', value: 'FAKE-hunter2-0001' },
      { name: 'ABLE', value: 'FAKE-hunter2-0001' },
    ])
    expect(twins.text('k=FAKE-hunter2-0001').text).toBe('k=‹secret:ZED›')
    expect(twins.names).toEqual(['ZED', 'ABLE'])
  })

  test('dollar signs of a value mean nothing in the replacement', () => {
    expect(createRedactor([{ name: 'DL', value: "fake$&$1$$`'value" }]).text("x fake$&$1$$`'value y").text).toBe('x ‹secret:DL› y')
  })
})

describe('markers', () => {
  const named = createRedactor([
    { name: 'API_KEY', value: 'fake-token-abc1' },
    { name: 'DB', value: 'secret:API_KEY' },
    { name: 'INNER', value: 'API_KEY› and' },
  ])

  test('a marker that stands already stays, and what was just written is not searched', () => {
    expect(named.text('k=fake-token-abc1 d=secret:API_KEY m=‹secret:API_KEY›').text).toBe(
      'k=‹secret:API_KEY› d=‹secret:DB› m=‹secret:API_KEY›',
    )
  })

  test('a value dressed up as a marker is masked', () => {
    expect(named.text('‹secret:fake-token-abc1›').text).toBe('‹secret:‹secret:API_KEY››')
  })

  test('a value that begins in a marker and goes on outside it is masked', () => {
    expect(named.text('‹secret:API_KEY› and more').text).not.toContain('API_KEY› and')
  })

  test('a name that a marker cannot carry is rewritten', () => {
    const odd = createRedactor([{ name: 'a›b c', value: 'FAKE-hunter2-0001' }])
    expect(odd.text('FAKE-hunter2-0001').text).toBe('‹secret:a_b_c›')
  })

  test('many openings without a close cost one pass', () => {
    expect(named.text(`${'‹secret:'.repeat(50_000)}fake-token-abc1`).hits).toEqual({ API_KEY: 1 })
  })
})

test('what is not eligible is refused by name and never looked for', () => {
  const picky = createRedactor([
    { name: 'EMPTY', value: '' },
    { name: 'WORD', value: 'localhost' },
    { name: 'GOOD', value: ' FAKE-hunter2-0001\n' },
  ])
  expect(picky.names).toEqual(['GOOD'])
  expect(picky.refused.map(({ name }) => name)).toEqual(['EMPTY', 'WORD'])
  expect(picky.text('localhost FAKE-hunter2-0001').text).toBe('localhost ‹secret:GOOD›')
})

test('a secret may be named like a property of objects', () => {
  const odd = createRedactor([{ name: '__proto__', value: 'FAKE-hunter2-0001' }])
  const { hits } = odd.text('FAKE-hunter2-0001')
  expect(Object.entries(hits)).toEqual([['__proto__', 1]])
})

test('what a value is called may say how it is built, also where one of the same value is called otherwise', () => {
  const value = 'svc:fake-pair-1234'
  for (const [name, shown] of [
    ['SVC', 'fake-pair-1234'],
    ['SVC_AUTH', '‹secret:SVC_AUTH›'],
  ])
    expect(createRedactor([{ name: name as string, value }]).text('fake-pair-1234').text).toBe(shown)
})

test('one line of a key, and the whole with the other line ending', () => {
  const key = '-----BEGIN KEY-----\nFAKEfakeFAKEfake01\nZmFrZQ==\n-----END KEY-----'
  const { text } = createRedactor([{ name: 'KEY', value: key }])
  expect(text('  3\tFAKEfakeFAKEfake01').text).toBe('  3\t‹secret:KEY›')
  expect(text(`a\r\n${key.replaceAll('\n', '\r\n')}\r\nb`).text).toBe('a\r\n‹secret:KEY›\r\nb')
  expect(text(JSON.stringify({ key })).text).toBe('{"key":"‹secret:KEY›"}')
})

test('a hundred thousand needles are no argument list', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => ({ name: `N${n}`, value: `fake-value-${n}` }))
  const { names } = createRedactor(many)
  expect(names.length).toBe(10_000)
})
