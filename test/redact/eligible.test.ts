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
  ])('takes %j', (value, trimmed) => {
    expect(eligible('NAME', value)).toEqual({ ok: true, value: trimmed })
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
    ['20260123', 'is a number of fewer than 12 digits'],
    ['-12345.6789', 'is a number of fewer than 12 digits'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of another language
    ['${DB_PASSWORD}', 'is a template, not a value'],
    ['$DB_PASSWORD', 'is a template, not a value'],
    ['$(cat secret.txt)', 'is a template, not a value'],
    ['%DB_PASSWORD%', 'is a template, not a value'],
    ['{{ secrets.TOKEN }}', 'is a template, not a value'],
    ['<your-api-key-here>', 'is a template, not a value'],
    ['x ‹secret:OTHER› y', 'holds the marker of a secret'],
  ])('refuses %j', (value, why) => {
    expect(eligible('NAME', value)).toEqual({ ok: false, why })
  })

  test('answers for what is not text', () => {
    for (const value of [undefined, null, 7, {}, []]) expect(eligible('NAME', value as never)).toEqual({ ok: false, why: 'is not text' })
  })

  test('the reason is one of a few sentences, whatever the value', () => {
    const reasons = new Set<string>()
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('1', '2', '3', '$', '{', '}', ' ') }))
    fc.assert(
      fc.property(text, value => {
        const verdict = eligible('NAME', value)
        if (!verdict.ok) reasons.add(verdict.why)
      }),
      { seed: 11, numRuns: 2000 },
    )
    expect(reasons.size).toBeLessThan(9)
  })
})
