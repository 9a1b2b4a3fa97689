/**
 * What one decision costs, as ratios inside one run: the whole way from a Bash call to a verdict against parsing the same line alone, 500 rules
 * against 50, and a day's lines against what cc-safety-net takes for them. Prints a table; judges nothing. `--smoke`: a few rounds, to see that it runs.
 */
import { checkCommand } from 'cc-safety-net/api'
import { parse } from 'unbash'
import { loadPolicy } from '../cli/load-policy.ts'
import { DAY, HEAVY, TYPICAL } from './commands.ts'
import { medianMicros } from './measure.ts'
import { grown, verdictsOf } from './verdicts.ts'

const loaded = loadPolicy('policies/reference', process.cwd())
if (!loaded.ok) throw new Error('the reference policy does not compile')
const shipped = verdictsOf(loaded.policy)
const at50 = verdictsOf(grown(loaded.policy, 50))
const at500 = verdictsOf(grown(loaded.policy, 500))

for (const [name, command] of [
  ['typical', TYPICAL],
  ['heavy', HEAVY],
] as const) {
  const parsing = medianMicros(() => void parse(command).commands.length)
  const whole = medianMicros(() => void shipped(command))
  const growth = medianMicros(() => void at500(command)) / medianMicros(() => void at50(command))
  const figures = [
    'parse alone 1',
    `whole decision ${(whole / parsing).toFixed(1)}`,
    `500 rules over 50 rules ${growth.toFixed(2)}`,
    `here ${whole.toFixed(0)} us, ${Math.round(1e6 / whole)} a second`,
  ]
  console.log(`${name.padEnd(10)}${figures.join('; ')}`)
}

const cwd = process.cwd()
const ours = medianMicros(() => DAY.forEach(command => void shipped(command))) / DAY.length
const rival = medianMicros(() => DAY.forEach(command => void checkCommand({ command, cwd }))) / DAY.length
console.log(
  `${'a day'.padEnd(10)}castellan 1; cc-safety-net ${(rival / ours).toFixed(2)}; here ${ours.toFixed(0)} us a line, ${Math.round(1e6 / ours)} a second`,
)
