/** Messages as compilers print them, so that editors and people can jump to the place. */
import type { PolicyError } from '../policy/compile/result.ts'

/** `file:line:column: message`, one line. Control characters are shown as escapes: file names and YAML may hold any. */
export const place = (error: PolicyError, kind?: 'warning' | 'note'): string =>
  `${printable(`${error.file}:${error.line}:${error.column}: ${kind ? `${kind}: ` : ''}${error.message}`)}\n`

/** Text without anything a terminal would obey; line breaks become `\n`. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, character => {
    if (character === '\n') return '\\n'
    if (character === '\t') return '\\t'
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** `1 rule`, `2 rules`. */
export const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
