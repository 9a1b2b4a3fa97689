/** A mod for the bench alone: `/gate` times what the proof does to the bodies of one conversation, in the engine's own realm, milliseconds as JSON. */

import { withBytes } from '../redact/bytes-layer.ts'
import { createRedactor } from '../redact/redactor.ts'
import { redactRequestBody } from '../redact/request-body.ts'
import { answersCommand, type On } from './answers-command.ts'
import { proseOf, secretsOf } from './redact-scenes.ts'

/** How many values are known. */
declare const VALUES: number

/** `first`: a body whose texts were never seen, as after a resume. `next`: the median of the requests after it. `built`: the redactor. */
export type GateFigures = { readonly built: number; readonly first: number; readonly next: number }

const timed = (run: () => void): number => {
  const start = performance.now()
  run()
  return performance.now() - start
}

export function register(on: On): void {
  answersCommand(on, 'gate', 'Times the proof.', () => {
    const text = proseOf(1_048_576)
    let redactor = withBytes(createRedactor([]))
    const built = timed(() => {
      redactor = withBytes(createRedactor(secretsOf(VALUES)))
    })
    const messages = Array.from({ length: 256 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: [{ type: 'text', text: text.slice(at * 4096, at * 4096 + 4096) }],
    }))
    const times: number[] = []
    for (let turn = 0; turn < 8; turn++) {
      messages.push({ role: 'user', content: [{ type: 'text', text: proseOf(2000) }] })
      const body = JSON.stringify({ model: 'm', messages })
      times.push(timed(() => void redactRequestBody(body, redactor)))
    }
    const [first = Number.NaN, ...later] = times
    const figures: GateFigures = { built, first, next: later.sort((a, b) => a - b)[3] ?? Number.NaN }
    return figures
  })
}
