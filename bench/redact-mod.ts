/** A mod for the bench alone: `/redaction` times redaction in the engine's own realm and answers milliseconds, as JSON. */

import { withBytes } from '../redact/bytes-layer.ts'
import { createRedactor } from '../redact/redactor.ts'
import { answersCommand, type On } from './answers-command.ts'
import { passOver, proseOf, secretsOf } from './redact-scenes.ts'

/** Milliseconds for 1 MB, and for building. */
export type RedactFigures = Readonly<Record<'pass' | 'few' | 'many' | 'most' | 'deep' | 'built' | 'hostile', number>>

const MEGABYTE = 1_048_576

function timed(run: () => void): number {
  const times: number[] = []
  for (let round = 0; round < 7; round++) {
    const start = performance.now()
    run()
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[3] ?? Number.NaN
}

export function register(on: On): void {
  answersCommand(on, 'redaction', 'Times redaction.', () => {
    const text = proseOf(MEGABYTE)
    const few = withBytes(createRedactor(secretsOf(10)))
    const start = performance.now()
    const many = withBytes(createRedactor(secretsOf(1000)))
    const built = performance.now() - start
    const most = withBytes(createRedactor(secretsOf(4000)))
    const body = {
      messages: Array.from({ length: 1000 }, (_, at) => ({
        role: 'user',
        content: [{ type: 'text', text: text.slice(at * 1000, at * 1000 + 1000) }],
      })),
    }
    const periodic = withBytes(
      createRedactor(['abcdefgh'.repeat(500)].flatMap(unit => [`${unit}X`, `Y${unit}`]).map(value => ({ name: 'N', value }))),
    )
    const hostile = 'abcdefgh'.repeat((2 * MEGABYTE) / 8)
    const figures: RedactFigures = {
      pass: timed(() => void passOver(text)),
      few: timed(() => void few.text(text)),
      many: timed(() => void many.text(text)),
      most: timed(() => void most.text(text)),
      deep: timed(() => void many.deep(body, 'api')),
      hostile: timed(() => void periodic.text(hostile)),
      built,
    }
    return figures
  })
}
