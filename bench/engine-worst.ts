/** The slowest answers to lines made to be slow, in the engine's own realm: a few sessions, each with its part of them. Prints the slowest; judges nothing. */
import type { Worst } from './engine-worst-mod.ts'
import { answerInEngine } from './in-engine.ts'

const isSmoke = process.argv.includes('--smoke')
const PARTS = isSmoke ? 60 : 4
/** No further session is begun after so long. */
const MAX_MS = 40_000

const answers: Worst[] = []
for (let part = 0; part < (isSmoke ? 1 : PARTS) && performance.now() < MAX_MS; part++) {
  answers.push(await answerInEngine<Worst>('bench/engine-worst-mod.ts', '/worst', { PART: String(part), PARTS: String(PARTS) }))
}
const sum = (of: (answer: Worst) => number) => answers.reduce((total, answer) => total + of(answer), 0)
const slowest = answers.flatMap(answer => answer.slowest).sort((one, other) => other[1] - one[1])
const left = sum(answer => answer.left)
console.log(
  `in the engine, shapes: ${sum(answer => answer.measured)} lines${left === 0 ? '' : ` (no time for ${left} more)`}; slowest ${slowest
    .slice(0, 5)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
    .join(', ')}`,
)
