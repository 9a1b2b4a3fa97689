/** A compiled part as text: equal texts mean the same thing said the same way. */
export const textOfPart = (value: unknown): string => JSON.stringify(value, (_, one) => (one instanceof RegExp ? String(one) : one)) ?? ''

export const isSame = (one: unknown, other: unknown): boolean => textOfPart(one) === textOfPart(other)
