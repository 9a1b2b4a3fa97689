/** What XML and HTML writers put for `"`, `'` and other characters, each set as one writer has it; `&`, `<` and, where it is replaced, `>` are the same to all. */
const WRITERS: readonly (readonly [shown: string, ...entities: string[]])[] = [
  [''],
  ['"', '&quot;'],
  ['"\'', '&quot;', '&#39;'],
  ['"\'', '&quot;', '&apos;'],
  ['"\'', '&quot;', '&#x27;'],
  ['"\'', '&quot;', '&#039;'],
  ['"\'', '&#34;', '&#39;'],
  ['"\'/`=', '&quot;', '&#39;', '&#x2F;', '&#x60;', '&#x3D;'],
  ['"\'`=', '&quot;', '&#x27;', '&#x60;', '&#x3D;'],
]

const BASE = '&<>'
const BASE_ENTITIES = ['&amp;', '&lt;', '&gt;']

function entitiesOf(text: string, [shown, ...entities]: (typeof WRITERS)[number]): string {
  return text.replace(/[&<>"'/`=]/g, character => {
    const base = BASE_ENTITIES[BASE.indexOf(character)]
    return base ?? entities[shown.indexOf(character)] ?? character
  })
}

/** How the text reads in XML and HTML; what is no printable ASCII also as numbers, and all that is special, with small and capital digits. */
export function markupSpellings(text: string): readonly string[] {
  const all = WRITERS.map(writer => entitiesOf(text, writer))
  const numbered = (spell: (code: number) => string) => {
    const entity = (character: string) => `&#${spell(character.codePointAt(0) as number)};`
    return [...all.slice(0, 3).map(form => form.replace(/[^ -~]/gu, entity)), text.replace(/[&<>"']|[^ -~]/gu, entity)]
  }
  const hex = numbered(code => `x${code.toString(16)}`)
  // Some leave `>` alone, which opens nothing.
  const open = text.includes('>') ? all.map(form => form.replaceAll('&gt;', '>')) : []
  return [
    ...all,
    ...open,
    ...numbered(String),
    ...hex,
    ...hex.map(form => form.replace(/&#x\w+/g, digits => `&#x${digits.slice(3).toUpperCase()}`)),
  ]
}
