/** The result as text for a person at a terminal, 100 columns wide. */
import { type DemoResult, type SecretCount, type Step, verdictOf } from '../result.ts'
import { cellsOf, SPAN_HEAD, transcriptNote } from '../shown-text.ts'
import { type Colours, colours } from './colours.ts'
import { table } from './table.ts'
import { plain, wrap } from './wrap.ts'

const WIDTH = 100
const INDENT = 4
const LABEL = 10
const SECRET_WIDTHS = [22, 15, 7, 8, 8, 8]
const SPAN_WIDTHS = [15, 19, 8, 21, 13, 14]

const margin = ' '.repeat(INDENT)

function labelled(label: string, text: string, paint: Colours): string[] {
  const [first = '', ...rest] = wrap(text, WIDTH - INDENT - LABEL)
  return [`${margin}${paint.quiet(label.padEnd(LABEL))}${first}`, ...rest.map(line => `${margin}${' '.repeat(LABEL)}${line}`)]
}

/** A text line for line, each cut to the width. */
function quoted(label: string, text: string, paint: Colours): string[] {
  const room = WIDTH - INDENT - LABEL - 2
  const lines = text.trimEnd().split('\n').map(plain)
  return lines.map((line, at) => {
    const shown = line.length > room ? `${line.slice(0, room - 1)}…` : line
    return `${margin}${paint.quiet((at === 0 ? label : '').padEnd(LABEL))}${paint.quiet('|')} ${shown}`
  })
}

function stepLines(step: Step, number: number, paint: Colours): string[] {
  const title = `${String(number).padStart(2)}  ${plain(step.title)}`
  return [
    '',
    `${paint.strong(title.padEnd(WIDTH - 16))}${paint.quiet(step.actor.padStart(16))}`,
    ...labelled('asked', step.asked, paint),
    ...labelled('happened', step.happened, paint),
    ...step.rules.flatMap(rule => [
      `${margin}${paint.quiet('rule'.padEnd(LABEL))}${paint.rule(plain(rule.id))}`,
      ...labelled('', [rule.reason, rule.instead === undefined ? '' : `Instead: ${rule.instead}`].join(' ').trim(), paint),
    ]),
    ...(step.told === undefined ? [] : labelled('told', step.told, paint)),
    ...(step.passage === undefined
      ? []
      : [...quoted('on disk', step.passage.onDisk, paint), ...quoted('model saw', step.passage.reachedModel, paint)]),
    ...step.checks.flatMap(check => [
      `${margin}${check.holds ? paint.good('holds') : paint.bad('FAILS')}     ${plain(check.claim)}`,
      ...wrap(check.seen, WIDTH - INDENT - LABEL).map(line => `${margin}${' '.repeat(LABEL)}${paint.quiet(line)}`),
    ]),
  ]
}

function secretLines(secrets: readonly SecretCount[], requests: number, paint: Colours): string[] {
  const head = ['secret', 'source', 'on disk', 'in requests', 'markers there', 'in spans']
  const rows = secrets.map(one => [one.name, one.source, one.onDisk, one.inRequests, one.markersInRequests, one.inSpans])
  return [
    '',
    paint.strong(`What reached the model: ${requests} requests, searched whole`),
    ...table(
      SECRET_WIDTHS,
      head,
      rows.map(cells => cells.map(String)),
    ),
    ...wrap(transcriptNote(secrets), WIDTH),
  ]
}

function spanLines({ spans }: DemoResult, paint: Colours): string[] {
  const others = spans.events.map(({ event, count }) => `${event} ${count}`).join(', ')
  return [
    '',
    paint.strong(`Spans received: ${spans.received}; those in which castellan spoke: ${spans.rows.length}`),
    ...table(SPAN_WIDTHS, SPAN_HEAD, spans.rows.map(cellsOf)),
    '',
    ...wrap(`All dispatches, by event: ${others}.`, WIDTH).map(paint.quiet),
  ]
}

/** The whole report, ending in the verdict's line. `page` is where the same is written as a page. */
export function terminalReport(result: DemoResult, page: string, hasColours: boolean): string {
  const paint = colours(hasColours)
  const { policy } = result
  const verdict = verdictOf(result)
  const head = `Claude Code ${result.engine}; policy ${policy.name}, ${policy.rules} rules, digest ${policy.digest.slice(0, 12)}; ${result.seconds} s`
  const lines = [
    '',
    paint.strong('castellan: one session on the real engine, with a scripted model'),
    paint.quiet(plain(head)),
    ...result.steps.flatMap((step, at) => stepLines(step, at + 1, paint)),
    ...secretLines(result.secrets, result.requests, paint),
    ...spanLines(result, paint),
    '',
    `The same as a page: ${plain(page)}`,
    (verdict.holds ? paint.good : paint.bad)(verdict.line),
  ]
  return `${lines.join('\n')}\n`
}
