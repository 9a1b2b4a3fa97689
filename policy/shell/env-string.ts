/** The words of `env -S 'string'`. */
import { type Arg, type Part, UNKNOWN } from './arg.ts'

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', _: ' ' }

/** Splits as env does: quotes, backslashes, `#` comments, `${NAME}` as something unknown. No other character is special. */
export function envStringWords(text: string): Arg[] {
  const words: Arg[] = []
  let parts: Part[] | undefined
  let quote = ''
  // Text is one part: an option that is made of several counts as holding its value.
  const add = (part: Part): void => {
    const last = parts?.at(-1)
    const joined = last?.kind === 'text' && part.kind === 'text' ? [{ kind: 'text', text: last.text + part.text } as const] : undefined
    parts = joined === undefined ? [...(parts ?? []), part] : [...(parts ?? []).slice(0, -1), ...joined]
  }
  const end = (): void => {
    if (parts !== undefined) words.push({ parts, isMany: false, source: text })
    parts = undefined
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string
    const next = text[i + 1] ?? ''
    const isSpace = quote === '' && /\s/.test(char)
    const isComment = quote === '' && char === '#' && parts === undefined
    const isEscape = char === '\\' && (quote !== "'" || next === "'" || next === '\\')
    if (isComment) break
    if (isSpace) end()
    else if (isEscape) {
      i++
      if (next === 'c') break
      const isSeparator = next === '_' && quote === ''
      if (isSeparator) end()
      else add({ kind: 'text', text: quote === "'" ? next : (ESCAPES[next] ?? next) })
    } else if (char === quote) quote = ''
    else if (quote === '' && (char === "'" || char === '"')) {
      quote = char
      add({ kind: 'text', text: '' })
    } else if (char === '$' && next === '{' && quote !== "'") {
      add(UNKNOWN)
      const close = text.indexOf('}', i)
      i = close < 0 ? text.length : close
    } else add({ kind: 'text', text: char })
  }
  end()
  return words
}
