/**
 * Redaction on values and texts made to cost, in the engine's own realm: milliseconds of one pass over 2 MB against a bar of 150. A session for each part of
 * the scenes. Prints the slowest; judges nothing. A number on the command line: so many values, else 1,000.
 */
import type { Worst } from './engine-worst-mod.ts'
import { answerInEngine } from './in-engine.ts'

const isSmoke = process.argv.includes('--smoke')
const COUNT = Number(process.argv.slice(2).find(word => /^\d+$/.test(word)) ?? (isSmoke ? 10 : 1000))
const LENGTH = isSmoke ? 20_000 : 2_097_152
const PARTS = isSmoke ? 60 : 84
/** No further session is begun after so long. */
const MAX_MS = process.argv.includes('--all') ? Number.POSITIVE_INFINITY : 60_000

const answers: Worst[] = []
let part = 0
for (; part < (isSmoke ? 1 : PARTS) && performance.now() < MAX_MS; part++) {
  const define = { PART: part, PARTS, COUNT, LENGTH }
  const words = Object.entries(define).map(([name, value]) => [name, String(value)])
  answers.push(await answerInEngine<Worst>('bench/redact-engine-worst-mod.ts', '/worst', Object.fromEntries(words)))
}
const sum = (of: (answer: Worst) => number) => answers.reduce((total, answer) => total + of(answer), 0)
const slowest = answers.flatMap(answer => answer.slowest).sort((one, other) => other[1] - one[1])
const over = slowest.filter(([, ms]) => ms > 150).length
console.log(
  `in the engine, ${COUNT} values, texts of ${LENGTH} units made to cost: ${sum(answer => answer.measured)} texts, ${sum(answer => answer.left)} without time, ${over} over 150 ms; slowest ${slowest
    .slice(0, 6)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
    .join(' | ')}${part < PARTS && !isSmoke ? `; ${PARTS - part} of ${PARTS} parts not begun` : ''}`,
)
