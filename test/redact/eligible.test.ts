import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eligible } from '../../redact/eligible.ts'

describe('eligible', () => {
  test.each([
    ['fake_8ch', 'fake_8ch'],
    ['  fake-trim-me-01 \n', 'fake-trim-me-01'],
    ['123456789012', '123456789012'],
    ['fake$&$1$$`value', 'fake$&$1$$`value'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a value, not a template string
    ['pa${ss}word-99', 'pa${ss}word-99'],
    ['clé-élève', 'clé-élève'],
    ['redis://:fake-pw-1@localhost:6379', 'redis://:fake-pw-1@localhost:6379'],
    ['http://localhost:3000/?key=fake', 'http://localhost:3000/?key=fake'],
    ['http://localhost.evil.example/', 'http://localhost.evil.example/'],
    ['http://localhost:3000/hook/4fakeT0ken', 'http://localhost:3000/hook/4fakeT0ken'],
  ])('takes %j', (value, trimmed) => {
    expect(eligible(value)).toEqual({ ok: true, value: trimmed })
  })

  test.each([
    ['', 'is empty'],
    [' \n ', 'is empty'],
    ['fake_7c', 'has fewer than 8 characters'],
    ['  fake_7c   ', 'has fewer than 8 characters'],
    ['🔑🔒🔓🔐', 'has fewer than 8 characters'],
    ['********', 'has fewer than 4 different characters'],
    ['abcabcabcabc', 'has fewer than 4 different characters'],
    ['Password', 'is a common word'],
    ['changeme', 'is a common word'],
    ['localhost', 'is a common word'],
    ['127.0.0.1', 'is a common word'],
    ['undefined', 'is a common word'],
    ['http://localhost:3000', 'is an address of this machine, without a secret in it'],
    ['http://127.0.0.1:8080/api/auth', 'is an address of this machine, without a secret in it'],
    ['redis://localhost:6379/', 'is an address of this machine, without a secret in it'],
    ['0.0.0.0:3000', 'is an address of this machine, without a secret in it'],
    ['20260123', 'is a number of fewer than 12 digits'],
    ['-12345.6789', 'is a number of fewer than 12 digits'],
    ['2024-02-01', 'is a number of fewer than 12 digits'],
    ['10.0.0.1:5432', 'is a number of fewer than 12 digits'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of another language
    ['${DB_PASSWORD}', 'is a template, not a value'],
    ['$DB_PASSWORD', 'is a template, not a value'],
    ['$(cat secret.txt)', 'is a template, not a value'],
    ['%DB_PASSWORD%', 'is a template, not a value'],
    ['{{ secrets.TOKEN }}', 'is a template, not a value'],
    ['<your-api-key-here>', 'is a template, not a value'],
    ['***MASKED***', 'is a template, not a value'],
    ['((redacted))', 'is a template, not a value'],
    ['x ‹secret:OTHER› y', 'holds the marker of a secret'],
  ])('refuses %j', (value, why) => {
    expect(eligible(value)).toEqual({ ok: false, why })
  })

  test('refuses what is too long to be looked for in every text', () => {
    const long = 'fake'.repeat(131_072)
    const why = 'has more than 524288 characters, 13 for one past ASCII'
    expect([eligible(long).ok, eligible(`${long}x`)]).toEqual([true, { ok: false, why }])
    const past = 'äöüß'.repeat(10_082)
    expect([eligible(past).ok, eligible(`${past}ää`)]).toEqual([true, { ok: false, why }])
    expect([eligible('fake'.repeat(131_069)).ok, eligible(`${'fake'.repeat(131_069)}ä`).ok]).toEqual([true, false])
  })

  test('force lets 4 to 7 characters pass, and nothing else', () => {
    expect(eligible(' k7!q ', true)).toEqual({ ok: true, value: 'k7!q' })
    for (const [value, why] of [
      ['k7!', 'has fewer than 4 characters'],
      ['1234', 'is a number of fewer than 12 digits'],
      ['aabb', 'has fewer than 4 different characters'],
      ['password', 'is a common word'],
    ] as const)
      expect(eligible(value, true)).toEqual({ ok: false, why })
  })

  test('answers for what is not text', () => {
    for (const value of [undefined, null, 7, {}, []]) expect(eligible(value as never)).toEqual({ ok: false, why: 'is not text' })
  })

  test('the reason is one of a few sentences, whatever the value', () => {
    const reasons = new Set<string>()
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('1', '2', '3', '$', '{', '}', ' ') }))
    fc.assert(
      fc.property(text, value => {
        const verdict = eligible(value)
        if (!verdict.ok) reasons.add(verdict.why)
      }),
      { seed: 11, numRuns: 2000 },
    )
    expect(reasons.size).toBeLessThan(9)
  })
})
