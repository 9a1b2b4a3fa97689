/** What takes secret values out of the texts of records. Most of them are the same words again and again: what was made of a short one is kept. */
import type { Mask } from '../audit/shown.ts'
import type { Redactor } from '../redact/redactor.ts'

const MAX_LENGTH = 65
const MAX_KNOWN = 1024

/** Nothing is masked before there is a redactor; where there is another, nothing is known any more. */
export function createMask(redactorOf: () => Pick<Redactor, 'text'> | undefined): Mask {
  let redactor: Pick<Redactor, 'text'> | undefined
  const known = new Map<string, string>()
  return text => {
    const now = redactorOf()
    if (now !== redactor || known.size > MAX_KNOWN) known.clear()
    redactor = now
    const found = known.get(text) ?? now?.text(text).text ?? text
    if (text.length < MAX_LENGTH) known.set(text, found)
    return found
  }
}
