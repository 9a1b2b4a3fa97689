import { utf8Of } from './base64.ts'

/** What each writer of URLs leaves as it is. A blank among them: the writer makes it `+`. */
const UNTOUCHED: readonly RegExp[] = [
  // encodeURIComponent; RFC 3986; the same for a path (Python's quote).
  /[\w.!~*'()-]/,
  /[\w.~-]/,
  /[\w.~/-]/,
  // Python's quote_plus; URLSearchParams and Java.
  /[\w.~ -]/,
  /[\w.* -]/,
  // encodeURI.
  /[\w.!~*'();/?:@&=+$,#-]/,
  // What browsers make of a user's password and of a query.
  /[\w.!~*'()$&+,%-]/,
  /[\w.!~*();/?:@&=+$,%[\]|^\\`{}-]/,
]

const byteOf = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`

const encoded = (text: string, untouched: RegExp): string =>
  text.replace(/[^\w-]/gu, character => {
    if (!untouched.test(character)) return utf8Of(character).map(byteOf).join('')
    return character === ' ' ? '+' : character
  })

/** How the text reads in a URL or a form, as the writers in use encode it, with capital and small digits, and encoded twice. */
export function percentSpellings(text: string): readonly string[] {
  const once = UNTOUCHED.map(untouched => encoded(text, untouched))
  const small = once.map(form => form.replace(/%[0-9A-F]{2}/g, digits => digits.toLowerCase()))
  const twice = (forms: readonly string[], plus: string) =>
    [0, 1, 3, 4].map(writer => (forms[writer] as string).replaceAll('%', '%25').replaceAll('+', plus))
  return [...once, ...small, ...twice(once, '%2B'), ...twice(small, '%2b')]
}
