import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withBytes } from '../../redact/bytes-layer.ts'
import { createRedactor } from '../../redact/redactor.ts'

type Case = {
  readonly id: string
  readonly name: string
  readonly secrets: readonly { name: string; value: string; force?: boolean }[]
  readonly input: string
  readonly expected: string
  readonly chunks?: readonly string[]
  readonly cut?: readonly ('start' | 'end')[]
  readonly skipped?: readonly string[]
  /** Found in whole texts alone: see the page on redaction. */
  readonly whole?: boolean
}

/** What people reported about maskers, in words of our own; `source` names the report. Values and hosts are made up. */
const cases: readonly Case[] = readFileSync(new URL('./cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

test.each(cases.map(one => [one.id, one.name, one] as const))('%s %s', (_id, _name, one) => {
  const redactor = withBytes(createRedactor(one.secrets))
  expect(redactor.text(one.input, { cut: one.cut }).text).toBe(one.expected)
  expect(redactor.refused.map(({ name }) => name)).toEqual(one.skipped ?? [])
  if (one.cut !== undefined || one.whole) return
  // A stream may be cut anywhere: in the pieces of the case, in units, in halves.
  const units = one.input.split('')
  const half = one.input.length >> 1
  for (const chunks of [one.chunks ?? [one.input], units, [one.input.slice(0, half), one.input.slice(half)]]) {
    const stream = redactor.stream()
    expect(chunks.map(stream.push).join('') + stream.end()).toBe(one.expected)
  }
})
