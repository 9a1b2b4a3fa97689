import { readFileSync } from 'node:fs'
import { ATTR_ERROR_TYPE, ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import {
  ATTR_GEN_AI_TOOL_CALL_ID,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_SECURITY_RULE_NAME,
  ATTR_SECURITY_RULE_RULESET_NAME,
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SESSION_ID,
} from '@opentelemetry/semantic-conventions/incubating'
import { describe, expect, test } from 'vitest'
import { ATTRIBUTE, ATTRIBUTE_NOTES } from '../../audit/attributes.ts'
import { createSpans } from '../../audit/spans.ts'
import { FULL, recordOf, sourceOf } from './example.ts'
import { trailBench } from './trail-bench.ts'

const names = Object.keys(ATTRIBUTE) as (keyof typeof ATTRIBUTE)[]

describe('docs/attributes.md', () => {
  const page = readFileSync(new URL('../../docs/attributes.md', import.meta.url), 'utf8')
  const rows = page.slice(page.indexOf('| attribute |')).trim().split('\n').slice(2)

  test('has exactly the rows of the code', () => {
    const expected = names.map(name => {
      const { on, type, cardinality, example, meaning } = ATTRIBUTE_NOTES[name]
      return `| \`${ATTRIBUTE[name]}\` | ${on} | ${type} | ${cardinality} | \`${example}\` | ${meaning} |`
    })
    expect(rows).toEqual(expected)
  })
})

describe('attributes', () => {
  const typeOf = (value: unknown) => (Array.isArray(value) ? 'string[]' : Number.isInteger(value) ? 'int' : typeof value)
  const noted = (on: string) =>
    Object.fromEntries(names.filter(name => ATTRIBUTE_NOTES[name].on === on).map(name => [ATTRIBUTE[name], ATTRIBUTE_NOTES[name].type]))

  test('a full record sets every one, of its type, where it is said to be', () => {
    const [dispatch, , link] = createSpans(sourceOf())(FULL)
    const typesOf = (attributes: object) => Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, typeOf(value)]))
    expect(typesOf(dispatch?.resource.attributes ?? {})).toEqual(noted('resource'))
    expect(typesOf(dispatch?.attributes ?? {})).toEqual(noted('dispatch'))
    expect(typesOf(link?.attributes ?? {})).toEqual(noted('link'))
  })

  test('what a seal, a checkpoint and a stamp add is told of, and nothing else', async () => {
    const { trail, sent } = trailBench()
    trail.record(recordOf())
    trail.lose(1, 'x')
    trail.end(0, 'other')
    const [start, record, end] = await sent()
    const plain = createSpans(sourceOf())(recordOf())[0]?.attributes ?? {}
    const addedTo = (span: { attributes: object } | undefined) => Object.keys(span?.attributes ?? {}).filter(key => !(key in plain))
    const own = Object.keys(noted('record'))
    expect(addedTo(record)).toEqual(own.filter(key => key !== ATTRIBUTE.auditLost))
    expect(addedTo(start)).toEqual(addedTo(record))
    expect(addedTo(end).toSorted()).toEqual([...own, ATTRIBUTE.auditCounted].toSorted())
    trail.begin({ id: 's', now: 0 })
    const stamped = Object.keys(trail.stamp())
    expect(stamped.filter(key => !(key in { ...noted('record'), ...noted('checkpoint'), ...noted('stamp') }))).toEqual([])
  })

  test("those that are not castellan's own are named as the conventions name them", () => {
    const foreign = Object.values(ATTRIBUTE).filter(key => !key.startsWith('castellan.'))
    expect(foreign.toSorted()).toEqual(
      [
        ATTR_ERROR_TYPE,
        ATTR_GEN_AI_TOOL_CALL_ID,
        ATTR_GEN_AI_TOOL_NAME,
        ATTR_SECURITY_RULE_NAME,
        ATTR_SECURITY_RULE_RULESET_NAME,
        ATTR_SERVICE_INSTANCE_ID,
        ATTR_SERVICE_NAME,
        ATTR_SERVICE_VERSION,
        ATTR_SESSION_ID,
      ].toSorted(),
    )
  })
})
