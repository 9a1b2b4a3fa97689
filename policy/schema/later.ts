/** Names of the language that this version does not have yet, and what they are for. */
export const LATER = {
  count: 'how often something may happen',
} as const
