/** From the text of a file, or of what a command printed, to the values in it. Apart from found.ts, so that seats without such sources do not hold the readers. */
import { type Found, failed } from './found.ts'
import { type Reading, secretValues } from './secret-values.ts'

/** The values of a text, and where it is not what it is said to be. Never throws. */
export function foundIn(text: string, reading: Reading & { readonly required?: boolean }): Found {
  const { values, badLine } = secretValues(text, reading)
  if (badLine !== undefined) return { values, failure: `line ${badLine} is not ${reading.format}: what else could be read counts` }
  const isAsked = reading.keys !== undefined || reading.required === true
  return isAsked && values.length === 0 ? failed('holds none of what is asked for') : { values }
}
