/** The text whose hash the first record of a chain holds as `prev`. */
export const genesisText = (policyDigest: string, sessionId: string, chain: string): string =>
  `castellan/1 ${policyDigest} ${sessionId} ${chain}`
