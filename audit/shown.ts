/** What may leave: every string masked, well-formed and short. */
import type { Attributes, AttributeValue } from '@opentelemetry/api'

const MAX_ATTRIBUTE_CHARACTERS = 256
const WITHHELD = '‹withheld›'

const isArray = Array.isArray
const entriesOf = Object.entries
const fromEntries = Object.fromEntries

/** Takes secret values out of a text. */
export type Mask = (text: string) => string

export type Shown = {
  readonly text: (text: string) => string
  readonly attributes: (attributes: Attributes) => Attributes
}

/**
 * Masks first and cuts then, so that no value is cut into something the mask does not know. Half a surrogate pair, which strict readers refuse, reads
 * U+FFFD; an attribute without a value is left out. Never throws: a text the mask fails on is withheld whole.
 */
export function createShown(mask: Mask, limit = MAX_ATTRIBUTE_CHARACTERS): Shown {
  const text = (raw: string): string => {
    try {
      return mask(raw).slice(0, limit).toWellFormed()
    } catch {
      return WITHHELD
    }
  }
  const value = (raw: AttributeValue): AttributeValue => {
    if (typeof raw === 'string') return text(raw)
    return isArray(raw) ? raw.map(item => text(`${item}`)) : raw
  }
  return {
    text,
    attributes: raw => fromEntries(entriesOf(raw).flatMap(([key, one]) => (one === undefined ? [] : [[key, value(one)]]))),
  }
}
