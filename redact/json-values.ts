/** A value in a tree of keys, as text. `keys` is the way to it; a place in a list is its number. */
export type Leaf = { readonly keys: readonly string[]; readonly value: string }

/** `badLine`: the first line, from 1, that is not what the format has; what could be read of the rest is in `leaves` all the same. */
export type Leaves = { readonly leaves: readonly Leaf[]; readonly badLine?: number }

/** One collection in brackets, read. `end`: the offset after it; `badAt`: the offset of the first thing that does not belong. */
type Brackets = { readonly leaves: readonly Leaf[]; readonly end: number; readonly badAt?: number }

const parse = JSON.parse
const stringify = JSON.stringify

/** Deeper than any file of secrets; past it reading stops, and says so. */
const MAX_DEPTH = 64

/** Comments of both languages: they are no JSON, and stand in many files of that name. */
const GAP = /(?:\s+|#.*|\/\/.*|\/\*[\s\S]*?\*\/)*/y
/**
 * A quoted text, one without an end, a sign, or a plain text as YAML has it, with blanks and colons. In JSON a quoted text ends with its line, so that one
 * without an end takes no other with it.
 */
const PLAIN = /["'].*|[{}[\],]|:(?=[\s,{}[\]]|$)|(?:[^\s{}[\],:]+|:(?![\s,{}[\]]|$)|[^\S\n]+(?![#\s]))+/y.source
const JSON_TOKEN = new RegExp(`${/"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'/.source}|${PLAIN}`, 'y')
const YAML_TOKEN = new RegExp(`${/"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'/.source}|${PLAIN}`, 'y')

/** What the expression, a sticky one, finds at this place; '' where it finds nothing. */
export function readAt(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at
  return expression.exec(text)?.[0] ?? ''
}

/** Escapes that YAML has and JSON has not, in their order, and what they stand for. */
const YAML_ESCAPES = ' \t0aveNLP_'
const STANDS_FOR = ' \t\0\x07\v\x1b\x85\u2028\u2029\xa0'

/** A text in double quotes with JSON's escapes alone, and characters that JSON wants escaped as escapes. */
const asJson = (written: string): string =>
  written
    .replace(/\\(?:x(..)|U(.{8})|([\s\S]))/g, (found, short: string | undefined, long: string | undefined, one = '') => {
      const at = YAML_ESCAPES.indexOf(one || '"')
      if (at >= 0) return STANDS_FOR[at] as string
      return short !== undefined ? `\\u00${short}` : long !== undefined ? String.fromCodePoint(Number(`0x${long}`)) : found
    })
    .replace(/\p{Cc}/gu, found => stringify(found).slice(1, -1))

/** What a scalar stands for; a quoted one that has escapes of neither language is taken as it is written, and so is one without an end. */
export function scalarText(written: string): string {
  const quote = written[0]
  const inner = written.replace(/^["']|["']$/g, '')
  if (quote === "'") return inner.replaceAll("''", "'")
  if (quote !== '"') return written.trim()
  try {
    return parse(asJson(written))
  } catch {
    return inner
  }
}

/** A value over several lines, as YAML folds it: into one, with a line break for each line left empty. In double quotes a backslash joins lines. */
export function folded(text: string): string {
  // Runs of blanks are taken whole: a search for those with a line break in them would begin at each blank anew.
  return text.replace(text[0] === '"' ? /\\\n\s*|\\[\s\S]|\s+/g : /\s+/g, found => {
    if (found[0] === '\\') return found[1] === '\n' ? '' : found
    return found.includes('\n') ? '\n'.repeat(found.split('\n').length - 2) || ' ' : found
  })
}

/** Whether a plain scalar is no text: a truth, nothing, or an alias of YAML, whose value is read where it stands. */
export const isNoText = (plain: string): boolean => /^(?:true|false|null|~|\*\S*)$/.test(plain)

/** The number of the line, from 1, that an offset is in. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/**
 * Reads the collection in brackets that begins at `from`: of YAML, which stands beneath the keys of `base`, or without them of JSON. What is out of place is noted and passed over, so that one which is
 * broken in one place gives up the rest of its values.
 */
export function readBrackets(text: string, from: number, base?: readonly string[]): Brackets {
  const isYaml = base !== undefined
  const leaves: Leaf[] = []
  const open: { readonly isMap: boolean; key?: string; index: number }[] = []
  let badAt: number | undefined
  let needsComma = false
  let at = from
  do {
    at += readAt(GAP, text, at).length
    const token = readAt(isYaml ? YAML_TOKEN : JSON_TOKEN, text, at)
    const top = open.at(-1)
    const sign = token[0]
    if (sign === undefined || open.length > MAX_DEPTH) {
      badAt ??= at
      break
    }
    const end = at + token.length
    const colon = end + readAt(GAP, text, end).length
    const isKey = top?.isMap === true && /[^{}[\],]/.test(sign) && text[colon] === ':'
    const isValue = /[^}\],]/.test(sign) && !isKey
    const lacksKey = isValue && top?.isMap === true && top.key === undefined
    const lacksValue = !isYaml && !isValue && !needsComma && top?.key !== undefined
    let isBad = (needsComma && (isKey || isValue)) || lacksKey || lacksValue
    if ('{['.includes(sign)) open.push({ isMap: sign === '{', index: 0 })
    else if ('}]'.includes(sign)) isBad ||= open.pop()?.isMap !== (sign === '}')
    else if (isKey) top.key = scalarText(token)
    else if (isValue) {
      const isOpen = /^(["'])(?:$|.*(?!\1).$)/s.test(token)
      isBad ||= top === undefined || isOpen || token === ':' || (!isYaml && /^[^"'].*"/.test(token))
      const value = scalarText(isOpen ? token.trimEnd().replace(/,$/, '') : isYaml ? folded(token) : token)
      if (token !== ':' && !isNoText(token))
        leaves.push({ keys: [...(base ?? []), ...open.map(({ key, index }) => key ?? `${index}`)], value })
    } else if (top !== undefined) {
      top.key = undefined
      top.index++
    }
    if (isBad) badAt ??= at
    needsComma = !isKey && !'{[,'.includes(sign)
    at = isKey ? colon + 1 : end
  } while (open.length > 0)
  return { leaves, end: at, badAt }
}

/**
 * Every text and number of a JSON file; of a key that stands twice both values. Comments, commas too many and text without quotes are let by. Never throws.
 */
export function jsonValues(text: string): Leaves {
  const leaves: Leaf[] = []
  let badAt: number | undefined
  // What follows the place where the brackets close is read as well.
  for (let at = text[0] === '\ufeff' ? 1 : 0; at < text.length || at === 0; ) {
    const read = readBrackets(text, at)
    leaves.push(...read.leaves)
    const rest = read.end + readAt(GAP, text, read.end).length
    badAt ??= read.badAt ?? (rest < text.length ? rest : undefined)
    at = rest > at ? rest : text.length + 1
  }
  return badAt === undefined ? { leaves } : { leaves, badLine: lineAt(text, badAt) }
}
