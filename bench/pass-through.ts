/** A seat in castellan's place that hooks the same events, lets every one pass and does nothing else: what is to be paid for hearing them. */
import type { Matcher } from '../cli/build/planned-hook.ts'
import type { Change } from '../test/support/seated.ts'

const STREAMS: ReadonlySet<string> = new Set(['process.spawn', 'turn.step'])

type Part = { readonly is: string } | { readonly regex: string } | { readonly anyOf: readonly Part[] }

function spelled(part: Part): string {
  if ('anyOf' in part) return `[${part.anyOf.map(spelled).join(', ')}]`
  return 'is' in part ? JSON.stringify(part.is) : `/${part.regex}/`
}

const limit = ({ has }: Matcher): string =>
  `{ ${Object.entries(has)
    .map(([field, part]) => `${field}: ${spelled(part as Part)}`)
    .join(', ')} }, `

export const passThrough: Change = (_seat, { hooks }) => {
  const lines = hooks.map(({ event, matcher }) =>
    STREAMS.has(event)
      ? `  on('${event}', async function* ($, e, next) { return yield* next(e) })`
      : `  on('${event}', ${matcher === undefined ? '' : limit(matcher)}($, e, next) => next(e))`,
  )
  return `export function register(on) {\n${lines.join('\n')}\n}\n`
}
