/** What a rule decides where it holds. */
export type Verdict = 'deny' | 'ask'
