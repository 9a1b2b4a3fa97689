/** `castellan redact explain`: which secrets stand in a text, how they are dressed and where. Nothing of the text is shown. */
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { json, plural } from '../messages.ts'
import { redactorOf, type ValueOptions } from '../secret-values.ts'
import { inputOf } from './redact.ts'

export function explainRedaction(options: ValueOptions & { readonly json?: boolean }, io: Io): number {
  const redactor = redactorOf(options, io)
  const text = redactor === undefined ? undefined : inputOf(io)
  if (redactor === undefined || text === undefined) return EXIT.badInput
  const found = redactor.find(text).map(({ name, form, start, end }) => ({ name, form, start, end }))
  if (options.json) io.out(json({ names: redactor.names, refused: redactor.refused, found }))
  else {
    for (const { name, form, start, end } of found) io.out(`${start}-${end}  ${name}  ${form}\n`)
    io.out(`${found.length} found, of ${plural(redactor.names.length, 'name')}\n`)
  }
  return EXIT.well
}
