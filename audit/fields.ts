/** Data that anybody may have written, looked into without trusting its shape. */

export type Fields = { readonly [key: string]: unknown }

/** The fields of an object, or of a list; of anything else none. */
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** The items of a list; of anything else none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
