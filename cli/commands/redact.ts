/** `castellan redact`: a text without the secrets in it, as a session would show it to the model. */
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { redactorOf, type ValueOptions } from '../secret-values.ts'

/** What stands on stdin; undefined where there is none to read, which has been told. */
export function inputOf(io: Io): string | undefined {
  try {
    if (io.input !== undefined) return io.input()
  } catch {}
  io.err('There is no text to read on stdin.\n')
  return undefined
}

export function redact(options: ValueOptions, io: Io): number {
  const redactor = redactorOf(options, io)
  const text = redactor === undefined ? undefined : inputOf(io)
  if (redactor === undefined || text === undefined) return EXIT.badInput
  io.out(redactor.text(text).text)
  return EXIT.well
}
