/** The schemas for editors: what a YAML language server offers and underlines. The compiler checks more than they can say. */
import { z } from 'zod'
import { headShape } from './head.ts'
import { tableShape } from './table.ts'

/** A pattern by Unicode's classes means something else to an editor that reads patterns the old way: it would underline what is right. */
const withoutClasses = (key: string, value: unknown): unknown =>
  key === 'pattern' && typeof value === 'string' && value.includes('\\p{') ? undefined : value

type JsonSchema = z.core.JSONSchema.BaseSchema

const draft7 = (shape: z.ZodType, title: string): JsonSchema => {
  const schema = { title, ...z.toJSONSchema(shape, { target: 'draft-7', io: 'input' }) }
  return JSON.parse(JSON.stringify(schema, withoutClasses)) as JsonSchema
}

/** JSON Schema (draft 7) of `castellan.yaml`. */
export const policySchema = draft7(headShape, 'castellan.yaml')

/** JSON Schema (draft 7) of a table under `rules/`. */
export const tableSchema = draft7(tableShape, 'castellan rule table')
