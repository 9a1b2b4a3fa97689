/** What names a chain: random, one loaded module in one session. */
export const CHAIN_ID = /^[0-9a-f]{16}$/
