/** Code of another language without its comments, and with a mark for each string: what is left is safe to look for names in. */

export type Family = 'py' | 'js' | 'rb' | 'pl' | 'php' | 'lua' | 'awk' | 'as'

/** Stands for what nobody knows: in code, what the shell line does not tell; in a string, also what the code puts there. No argument can hold it. */
export const GAP = '\0'
/** In a string: around a name whose value is put there. */
export const REF = /\ue004([^\ue005]*)\ue005/g
/** A string's mark stands between these. */
const OPEN = '\ue000'
const CLOSE = '\ue001'
const MAX_NESTING = 24
const MAX_TEXTS = 4096

const HASH = '#.*'
const SLASHES = '//.*|/\\*[^]*?(?:\\*/|$)'
const QUOTE = '()(["\'`])'
/** Comments, then what strings begin with: a prefix, the quote. What looks for its end takes the rest of the text where there is none. */
const SHAPES: Readonly<Record<Family, string>> = {
  py: `(${HASH})|([rRbBuUfF]{0,2})("""|'''|["'])`,
  js: `(${SLASHES})|${QUOTE}`,
  rb: `(${HASH})|%([wqQx]?)([{[(<|!])|${QUOTE}`,
  pl: `((?<!\\$)${HASH})|(?<![-$@%&>\\w])(q[qwxr]?|m|s|tr|y)(?=\\s*[{[(<]|[^\\w\\s,;)=}>])\\s*(.)|${QUOTE}`,
  php: `(${HASH}|${SLASHES})|${QUOTE}`,
  lua: '(--\\[\\[[^]*?(?:\\]\\]|$)|--.*)|()(["\']|\\[=*\\[)',
  awk: `(${HASH})|()(")`,
  as: '(--.*)|()(")',
}
/** What puts a value into a string, by language. */
const MIXES: Partial<Readonly<Record<Family, string>>> = { rb: '#', pl: '$@', php: '$' }
const REGEX = /\/(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])+\/\w*/y
const REST = /\w*/y
const VALUE_END = /[)\]}\w"'`]$/
/** Those written as numbers are as good as unknown. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\n': '', x: GAP, u: GAP, U: GAP, N: GAP, 0: GAP, 1: GAP }
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** `code`: the strings are marks in it. `texts`: what the marks stand for. Undefined: more than is read. */
export function mask(written: string, family: Family): { readonly code: string; readonly texts: string[] } | undefined {
  const source = written.replace(/[\ue000-\ue005]/g, GAP)
  const special = new RegExp(`${SHAPES[family]}|[{}/]`, 'g')
  const texts: string[] = []
  let at = 0
  let nesting = 0
  let isCut = false
  /** Up to here no regular expression ends. */
  let regexless = 0
  /** Code inside of strings. */
  let inner = ''

  const add = (text: string): string => {
    isCut ||= texts.length > MAX_TEXTS
    return OPEN + (texts.push(text) - 1) + CLOSE
  }

  /** A string's rest. `mix`: characters that put a value into it. */
  const string = (quote: string, mix: string): string => {
    const close = family === 'lua' ? quote.replaceAll('[', ']') : (CLOSERS[quote] ?? quote)
    let text = ''
    for (let depth = 0; at < source.length && !isCut; ) {
      const char = source[at] as string
      const next = source[at + 1] ?? ''
      if (source.startsWith(close, at) && --depth < 0) {
        at += close.length
        break
      }
      if (char === quote) depth++
      const isIn = mix.includes(char)
      at++
      if (char === '\\' && close[0] !== ']') {
        text += ESCAPES[next] ?? next
        at++
      } else if (isIn && (mix === '{' ? next !== '{' : next === '{')) {
        if (mix !== '{') at++
        isCut ||= ++nesting > MAX_NESTING
        const code = scan()
        inner += `\n(${code})`
        nesting--
        text += /^\w{1,40}$/.test(code) ? `\ue004${code}\ue005` : GAP
      } else if (isIn && family !== 'js' && family !== 'rb' && /[\w:{]/.test(next)) {
        text += mix === '{' ? char : GAP
        while (/[\w:]/.test(source[at] ?? '')) at++
        if (mix === '{') at++
      } else text += char
    }
    return text
  }

  /** Code, up to the brace that closes what it stands in. */
  const scan = (): string => {
    let code = ''
    for (let depth = 0; !isCut; ) {
      special.lastIndex = at
      const found = special.exec(source)
      code += source.slice(at, found?.index)
      at = found === null ? source.length : special.lastIndex
      if (found === null) break
      const [whole, comment, prefix = '', quote = found[5]] = found
      if (comment !== undefined) code += ' '
      else if (quote !== undefined) {
        const isPattern = family === 'pl' && /^(?:m|s|tr|y|qr)$/.test(prefix)
        const isPlain = isPattern || quote === "'" || /^(?:w|q|qw)$/.test(prefix)
        const isPython = family === 'py'
        const text = string(
          quote,
          isPython ? (/f/i.test(prefix) ? '{' : '') : isPlain ? '' : family === 'js' ? (quote === '`' ? '$' : '') : (MIXES[family] ?? ''),
        )
        if (isPattern && !/[mq]/.test(prefix)) {
          if (quote in CLOSERS) while (/[\s([{<]/.test(source[at] ?? '')) at++
          const replacement = string(quote, '')
          REST.lastIndex = at
          // Code whose strings are as good as unknown.
          if (prefix === 's' && REST.exec(source)?.[0].includes('e')) code += ` ${replacement.replaceAll('`', '$sh(x)')} `
          at = Math.max(at, REST.lastIndex)
        }
        if (/w$/.test(prefix)) code += `[${text.split(/\s+/).map(add).join(',')}]`
        else if (isPattern) code += add(GAP) + (/\(\?\??\{/.test(text) ? GAP : '')
        else
          code +=
            (quote === '`' && (family !== 'js' || source[found.index - 1] === '$')) || /x$/.test(prefix) ? ` $sh(${add(text)})` : add(text)
      } else if (whole === '/') {
        REGEX.lastIndex = at - 1
        const isRegex =
          'js rb pl awk'.includes(family) && at > regexless && !VALUE_END.test(source.slice(Math.max(0, at - 20), at - 1).trimEnd())
        const [regex = ''] = (isRegex && REGEX.exec(source)) || []
        const line = source.indexOf('\n', at)
        if (isRegex && regex === '') regexless = line < 0 ? source.length : line
        at += Math.max(0, regex.length - 1)
        code += regex === '' ? whole : add(GAP)
      } else {
        depth += whole === '{' ? 1 : -1
        if (depth < 0 && nesting > 0) break
        code += whole
      }
    }
    return code
  }

  const code = scan()
  return isCut ? undefined : { code: code + inner, texts }
}
