/** A little less than a `Date` holds either way of the epoch, milliseconds. */
const MOST = 8e15

/** Whether it is a time, milliseconds since the epoch: whoever made a record up may have written any number there, or none. */
export const isTime = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < MOST
