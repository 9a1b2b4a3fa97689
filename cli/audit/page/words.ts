/** Times and numbers as a person reads them. */

/** `2026-11-30 10:04:05`, UTC. */
export const dateTime = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ')

export const timeOfDay = (time: number): string => new Date(time).toISOString().slice(11, 19)

/** From one moment to another: the day once, where it is one. */
export function period(from: number, to: number): string {
  const [start, end] = [dateTime(from), dateTime(to)]
  return start.slice(0, 10) === end.slice(0, 10) ? `${start} to ${end.slice(11)}` : `${start} to ${end}`
}

/** With thin groups of three. */
export const number = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, '\u202f')

export const plural = (count: number, one: string, many = `${one}s`): string => `${number(count)} ${count === 1 ? one : many}`
