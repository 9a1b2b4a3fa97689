import { base64FormsOf, type Edge, utf8Of, utf16Of } from './base64.ts'
import { eligible } from './eligible.ts'
import { jsonEscaped, jsonSpellings, jsonTwiceSpellings } from './json-spellings.ts'
import { markupSpellings } from './markup-spellings.ts'
import { percentSpellings } from './percent-spellings.ts'
import { textFrom } from './realm.ts'
import { shellSpellings } from './shell-spellings.ts'
import { isTree, partsOf } from './structured.ts'

/** How a value is dressed: `line` is one line of it, `part` what `structured.ts` finds in it; the others are encodings of the value, a line or a part. */
export type Disguise =
  | 'value'
  | 'line'
  | 'part'
  | 'json'
  | 'json-twice'
  | 'percent'
  | 'markup'
  | 'shell'
  | 'base64'
  | 'base64url'
  | 'hex'
  | 'bytes'

/** One spelling to look for. `edge`: what base64 lets it share with its neighbours. */
export type Form = { readonly form: string; readonly kind: Disguise; readonly edge: Edge }

/** `-----BEGIN ... KEY-----`: the same in every file of its kind, so alone it says nothing. */
const isArmour = (line: string) => /^-----(BEGIN|END) [^\n]*-----$/.test(line)

/** Nothing that JSON, a URL, markup, a shell or a regular expression would write otherwise. */
const isPlain = (text: string) => /^[\w-]*$/.test(text)

const LEAST = 4
const hexOf = (bytes: readonly number[]) => bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Forms by spelling and edge, in order: of two kinds with one spelling the first stays. */
class Found {
  readonly #known = new Set<string>()
  readonly forms: Form[] = []
  add(kind: Disguise, spellings: readonly string[], edge: Edge = 0): void {
    for (const form of spellings) {
      const key = edge === 0 ? form : `${form} ${edge}`
      if (form.length < LEAST || this.#known.has(key)) continue
      this.#known.add(key)
      this.forms.push({ form, kind, edge })
    }
  }
}

function addDisguises(found: Found, text: string): void {
  if (!isPlain(text)) {
    found.add('json', jsonSpellings(text))
    found.add('json-twice', jsonTwiceSpellings(text))
    found.add('percent', percentSpellings(text))
    found.add('markup', markupSpellings(text))
    // A quoting may take characters away: what is left must still be worth looking for.
    const quoted = shellSpellings(text).filter(form => form.length >= text.length || eligible(form).ok)
    // A command line is seen as JSON writes it: the arguments of a call.
    found.add('shell', [...quoted, ...quoted.map(jsonEscaped)])
  }
  // What a reader that knows no UTF-8 makes of it: a dump, and a wrong charset.
  if (/[^\0-\x7f]/.test(text)) {
    const units = utf8Of(text).map(byte => textFrom(byte))
    found.add('bytes', [units.join('')])
  }
  for (const bytes of [utf8Of(text), utf16Of(text)]) {
    for (const { form, edge } of base64FormsOf(bytes)) {
      found.add('base64', [form], edge)
      if (!/[+/]/.test(form)) continue
      const as = (plus: string, slash: string) => form.replaceAll('+', plus).replaceAll('/', slash)
      found.add('base64url', [as('-', '_')], edge)
      found.add('base64', [as('+', '\\/'), as('\\u002B', '/'), as('%2B', '%2F'), as('%2b', '%2f')], edge)
    }
    const hex = hexOf(bytes)
    found.add('hex', [hex, hex.toUpperCase()])
  }
}

/** The same text as Unicode and line endings let it be written. */
function variantsOf(text: string): readonly string[] {
  const endings = /[\r\n]/.test(text) ? [text, text.replace(/\r\n?/g, '\n'), text.replace(/\r\n?|\n/g, '\r\n')] : [text]
  return endings.flatMap(ending => [ending, ending.normalize('NFC'), ending.normalize('NFD')])
}

function unquoted(value: string): readonly string[] {
  const inner = /^(["'`])([\s\S]*)\1$/.exec(value)?.[2]
  const judged = inner === undefined ? undefined : eligible(inner)
  return judged?.ok ? [judged.value] : []
}

/** A key kept in one line, with `\n` for its line breaks, as environment variables have it. */
const unfolded = (value: string): readonly string[] => (value.startsWith('-----BEGIN ') ? [value.replaceAll('\\n', '\n')] : [])

function linesOf(value: string): readonly string[] {
  const lines = isTree(value) ? [] : value.split(/\r\n|\n|\r/)
  return lines.length < 2 ? [] : lines.map(line => line.trim()).filter(line => eligible(line).ok && !isArmour(line))
}

/**
 * The spellings a value is looked for in, without repeats, the value itself first: the value (without quotes around it, in both Unicode forms, with
 * either line ending), each of its lines and structured parts that would be eligible on its own, and all of these JSON-escaped once and twice, percent-encoded,
 * in markup, quoted for shells and in JSON, in base64 and base64url at all three alignments, and in hex, both of UTF-8 and UTF-16. None is shorter than 4 units.
 * `value` is one that `eligible` answered; `name`, what it is called, may say how it is built.
 */
export function formsOf(value: string, name = ''): readonly Form[] {
  const found = new Found()
  const { parts, places } = partsOf(value, name)
  const whole = [value, ...unquoted(value)].flatMap(text => [text, ...unfolded(text)])
  const pieces: [Disguise, readonly string[]][] = [
    ['value', whole],
    ['line', whole.flatMap(linesOf)],
    ['part', parts],
    ['part', places],
    ['line', parts.flatMap(linesOf)],
  ]
  const texts = pieces.map(([kind, list]) => [kind, list.flatMap(variantsOf)] as const)
  for (const [kind, list] of texts) found.add(kind, list)
  for (const text of new Set(texts.flatMap(([, list]) => list))) addDisguises(found, text)
  return found.forms
}
