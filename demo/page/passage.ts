import { escaped, type Html, html } from '../../cli/page/html.ts'
import type { Passage } from '../result.ts'
import { MASK } from '../secrets.ts'

const MARKER = /‹secret:[\w.-]+›/g

/** A text with its markers and its masked values set apart. */
function marked(text: string): Html {
  const markup = escaped(text.trimEnd())
    .replace(MARKER, found => `<mark class="marker">${found}</mark>`)
    .replaceAll(MASK, `<mark class="value">${MASK}</mark>`)
  return { markup }
}

const pane = (title: string, note: string, text: string, kind: string): Html =>
  html`<figure class="pane ${kind}"><figcaption>${title}<span>${note}</span></figcaption><pre tabindex="0">${marked(text)}</pre></figure>`

/** The same text twice: as it lies on the disk, and as the model saw it. */
export function passageOf({ source, onDisk, reachedModel }: Passage): Html {
  return html`<div class="panes">
${pane('On the disk', `${source}, value masked on this page`, onDisk, 'before')}
${pane('What the model saw', 'from the body of the request', reachedModel, 'after')}
</div>`
}
