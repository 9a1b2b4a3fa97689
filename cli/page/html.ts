/** Markup that is safe to put into markup as it is. */
export type Html = { readonly markup: string }

type Part = string | number | Html | readonly Html[]

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as markup: what a browser would obey becomes what it shows, characters that reorder or hide text become a blank. */
export function escaped(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, ' ').replace(/[&<>"']/g, character => ESCAPES[character] ?? '')
}

/** Markup from a template. Whatever is put in is escaped, unless it is markup already. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = strings.map((string, at) => string + (at < parts.length ? markupOf(parts[at] ?? '') : '')).join('')
  return { markup }
}

/** Text in which words between backticks are code. */
export function prose(text: string): Html {
  return { markup: escaped(text).replace(/`([^`\n]+)`/g, '<code>$1</code>') }
}

/** No markup at all. */
export const NOTHING: Html = { markup: '' }

function markupOf(part: Part): string {
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(one => one.markup).join('')
}
