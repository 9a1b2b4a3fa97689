/** What decisions cost in the engine's own realm, timed by a mod there. Prints ratios; judges nothing. */
import type { Figures } from './engine-mod.ts'
import { answerInEngine } from './in-engine.ts'

const figures = await answerInEngine<Figures>('bench/engine-mod.ts', '/verdicts')
const per = (over: number, under: number) => (over / under).toFixed(2)
const rows = [
  `typical: parse alone 1; whole decision ${per(figures.typical, figures.parsing)}; p99 over median ${per(figures.p99, figures.typical)}; 500 rules over 50 rules ${per(figures.typical500, figures.typical50)}; here ${figures.typical.toFixed(0)} us, ${Math.round(1e6 / figures.typical)} a second`,
  `heavy: over typical ${per(figures.heavy, figures.typical)}; 500 rules over 50 rules ${per(figures.heavy500, figures.heavy50)}; here ${figures.heavy.toFixed(0)} us, ${Math.round(1e6 / figures.heavy)} a second`,
  `a day: over typical ${per(figures.day, figures.typical)}; here ${figures.day.toFixed(0)} us a line`,
]
for (const row of rows) console.log(`in the engine, ${row}`)
