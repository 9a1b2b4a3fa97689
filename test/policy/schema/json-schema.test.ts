import { expect, test } from 'vitest'
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
