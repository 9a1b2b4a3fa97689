import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { policySchema, tableSchema } from '../../../policy/schema/json-schema.ts'

test('the editors’ schemas name every key and take no others', () => {
  expect(policySchema).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    required: ['policy', 'seat'],
  })
  expect(Object.keys(policySchema.properties ?? {})).toEqual([
    'policy',
    'mode',
    'include',
    'override',
    'withhold',
    'plugins',
    'secrets',
    'audit',
    'seat',
  ])
  expect(Object.keys(tableSchema.properties ?? {})).toEqual(['table', 'mode', 'rules', 'only'])
})

test('conditions refer to themselves, so they nest without end', () => {
  const text = JSON.stringify(tableSchema)
  expect(text).toContain('"$ref":"#/definitions/')
  for (const key of ['any-flag', 'all-flags', 'not-flags', 'operand', 'mcp', 'caller', 'ignore-case', 'allow', 'globals', 'only-flags'])
    expect(text).toContain(`"${key}"`)
})

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

test('what ships is what the source says: run `npm run schemas`', () => {
  expect(JSON.parse(read('schemas/policy.schema.json'))).toEqual(JSON.parse(JSON.stringify(policySchema)))
  expect(JSON.parse(read('schemas/table.schema.json'))).toEqual(JSON.parse(JSON.stringify(tableSchema)))
})

describe('read by another, the schemas', () => {
  const fits = (name: string, value: unknown): boolean =>
    z.fromJSONSchema(JSON.parse(read(`schemas/${name}.schema.json`))).safeParse(value).success
  const tables = readdirSync(new URL('../../../policy/rules', import.meta.url)).map(name => `policy/rules/${name}`)

  test.each(['policies/reference/castellan.yaml'])('take the head %s', path => expect(fits('policy', parse(read(path)))).toBe(true))
  test.each(tables)('take the table %s', path => expect(fits('table', parse(read(path)))).toBe(true))
  test('underline a misspelt key and a wrong word', () => {
    const rule = { id: 'a.b', when: { tool: 'Bash' }, decide: 'deny', reason: 'x', tests: { fires: ['a'], silent: ['b'] } }
    expect(fits('table', { table: 'a', rules: [rule] })).toBe(true)
    expect(fits('table', { table: 'a', rules: [{ ...rule, decide: 'allow' }] })).toBe(false)
    expect(fits('table', { table: 'a', rules: [{ ...rule, decied: 'deny' }] })).toBe(false)
    expect(fits('policy', { policy: 'a', seat: { marketplace: 'b' }, includes: [] })).toBe(false)
  })
})
