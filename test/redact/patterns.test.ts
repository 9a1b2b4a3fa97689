import { describe, expect, test } from 'vitest'
import { createPatternFinder, openPattern, PATTERNS } from '../../redact/patterns.ts'
import { TOKENS } from './tokens.ts'

const NAMES = PATTERNS.map(({ name }) => name)
const find = createPatternFinder(NAMES.map(name => ({ name })))

describe('patterns', () => {
  test('every one has a token here, a source, and a place in the order of names', () => {
    expect(Object.keys(TOKENS)).toEqual(NAMES)
    expect(NAMES).toEqual([...NAMES].sort())
    for (const { source } of PATTERNS) expect(source).toMatch(/^https:\/\//)
  })

  test.each(NAMES)('%s: found whole, in quotes, after an equals sign, at both ends', name => {
    const token = TOKENS[name] ?? ''
    for (const [before, after] of [
      ['', ''],
      ['token="', '"'],
      ['KEY=', '\nnext'],
      ['(', ').'],
    ]) {
      const found = find(`${before}${token}${after}`)
      expect(found.map(hit => hit.name)).toEqual([`pattern.${name}`])
      expect([found[0]?.start, (found[0]?.end ?? 0) >= (before?.length ?? 0) + token.length]).toEqual([before?.length, true])
    }
  })

  test.each(NAMES)('%s: not inside a longer word, and not where the policy does not name it', name => {
    const token = TOKENS[name] ?? ''
    if (!token.startsWith('-')) expect(find(`x${token}`).filter(hit => hit.name === `pattern.${name}`)).toEqual([])
    const others = createPatternFinder(NAMES.filter(one => one !== name).map(one => ({ name: one })))
    expect(others(token).map(hit => hit.name)).not.toContain(`pattern.${name}`)
  })

  test('a token whose checksum is wrong is none', () => {
    for (const name of ['github', 'npm']) {
      const token = TOKENS[name] ?? ''
      expect(find(token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a'))).toEqual([])
    }
  })

  test('placeholders are none', () => {
    for (const text of [
      `glpat-${'x'.repeat(20)}`,
      `sk_test_${'0'.repeat(24)}`,
      `AIza${'A'.repeat(35)}`,
      `AKIA${'X'.repeat(16)}`,
      `hf_${'a'.repeat(34)}`,
    ])
      expect(find(text)).toEqual([])
  })

  test('a token that the policy lets be is none', () => {
    const lenient = createPatternFinder([{ name: 'stripe', allow: [/^sk_test_/] }])
    const tested = (TOKENS.stripe ?? '').replace('live', 'test')
    expect([lenient(tested).length, lenient(TOKENS.stripe ?? '').length]).toEqual([0, 1])
  })

  test('several in one text, in order', () => {
    const text = NAMES.map(name => `${name}: ${TOKENS[name]}`).join('\n')
    expect(find(text).map(hit => hit.name)).toEqual(NAMES.map(name => `pattern.${name}`))
  })

  test('a text of beginnings costs no more than its length allows', () => {
    for (const piece of ['eyJ', '-----BEGIN RSA PRIVATE KEY-----', 'eyJaaaaaaaaaa.', 'sk-', 'aaaaaaaaaaaaaa.', 'xoxb-']) {
      expect(find(piece.repeat(20_000))).toEqual([])
    }
  })
})

describe('openPattern', () => {
  test('waits for a word that may go on, and for a key that has not ended', () => {
    expect(openPattern('say hello ')).toBe(10)
    expect(openPattern('token ghp_abc')).toBe(6)
    expect(openPattern('x -----BEGIN RSA PRIVATE KEY-----\nabc\n')).toBe(2)
    expect(openPattern(`${TOKENS['private-key']} `)).toBe((TOKENS['private-key'] ?? '').length + 1)
  })
})
