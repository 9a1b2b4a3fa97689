const hasOwn = Object.hasOwn

/** `value[key]` when `value` is an object that itself holds `key`; anything else answers undefined. */
export const ownValue = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
