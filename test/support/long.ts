/** What CI plays besides: in `npm test` it would take too long. */
export const isLong = process.env.CASTELLAN_LONG === '1'

/** A session that only CI plays, for tests that only CI runs (`test.runIf(isLong)`). */
export const whenLong = async <Session>(play: () => Promise<Session>): Promise<Session> => (isLong ? play() : (undefined as Session))
