/** The schemas for editors: what a YAML language server offers and underlines. The compiler checks more than they can say. */
import { z } from 'zod'
import { headShape } from './head.ts'
import { tableShape } from './table.ts'

const draft7 = (shape: z.ZodType, title: string) => ({ title, ...z.toJSONSchema(shape, { target: 'draft-7', io: 'input' }) })

/** JSON Schema (draft 7) of `castellan.yaml`. */
export const policySchema = draft7(headShape, 'castellan.yaml')

/** JSON Schema (draft 7) of a table under `rules/`. */
export const tableSchema = draft7(tableShape, 'castellan rule table')
