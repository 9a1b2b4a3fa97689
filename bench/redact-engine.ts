/**
 * What redaction costs in the engine's own realm: headless sessions of the real engine with mods that time it. The table of redact.ts, and a request's body.
 * Prints ratios; judges nothing. `--smoke`: a moment, to see that it runs.
 */
import { answerInEngine } from './in-engine.ts'
import type { RedactFigures } from './redact-mod.ts'
import type { Rows } from './redact-rows-mod.ts'

const isSmoke = process.argv.includes('--smoke')
for (const count of isSmoke ? [10] : [10, 100, 1000, 10_000]) {
  const { rows } = await answerInEngine<Rows>('bench/redact-rows-mod.ts', '/rows', { COUNT: `${count}`, IS_SMOKE: `${isSmoke}` })
  for (const row of rows) console.log(`in the engine ${row}`)
}
const { pass, few, many, most, deep, hostile, built } = await answerInEngine<RedactFigures>('bench/redact-mod.ts', '/redaction')
const per = (over: number) => (over / pass).toFixed(2)
console.log(
  `in the engine, 1 MB: a pass unit by unit 1; 10 values ${per(few)}; 1,000 values ${per(many)}; 4,000 values ${per(most)}; in a request of 1,000 texts ${per(deep)}; 2 MB made to cost ${per(hostile)}; here ${many.toFixed(1)} ms for 1,000 values, built in ${built.toFixed(0)} ms`,
)
