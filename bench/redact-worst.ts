/**
 * Redaction on values and texts made to cost: milliseconds of one pass over 2 MB against a bar of 150, whole and as a stream. Prints the slowest of each
 * way; judges nothing. `--smoke`: short texts and few values. `--all`: every slow one, and no bound of time. More words on the command line, '' for any: what the name
 * of the set holds, the count, what the names of the text and the way hold.
 */
import { withBytes } from '../redact/bytes-layer.ts'
import { createRedactor } from '../redact/redactor.ts'
import { hostileSecrets, TEXTS, VALUE_SETS } from './redact-hostile-scenes.ts'

const isSmoke = process.argv.includes('--smoke')
const isAll = process.argv.includes('--all')
const [onlySet = '', onlyCount = '', onlyText = '', onlyWay = ''] = process.argv.slice(2).filter(word => !word.startsWith('--'))
const COUNTS = isSmoke ? [10] : [10, 1000, 10_000]
/** No further set of values is made after so long. */
const MAX_MS = isAll ? Number.POSITIVE_INFINITY : 50_000
const LENGTH = isSmoke ? 20_000 : 2_097_152

type Redactor = ReturnType<typeof createRedactor>
const inPieces = (size: number) => (redactor: Redactor, text: string) => {
  const stream = redactor.stream()
  for (let at = 0; at < text.length; at += size) stream.push(text.slice(at, at + size))
  stream.end()
}
const WAYS: Readonly<Record<string, (redactor: Redactor, text: string) => void>> = {
  text: (redactor, text) => void redactor.text(text),
  'stream 4096': inPieces(4096),
  'stream 7': inPieces(7),
  'stream 1': inPieces(1),
}

const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const timed = (run: () => void): number => {
  const start = processorMs()
  run()
  return processorMs() - start
}

let left = 0
const all: { name: string; way: string; ms: number }[] = []
for (const count of COUNTS.filter(count => onlyCount === '' || count === Number(onlyCount))) {
  for (const set of VALUE_SETS.filter(name => name.includes(onlySet))) {
    if (performance.now() > MAX_MS) {
      left++
      continue
    }
    const secrets = hostileSecrets(set, count)
    let redactor = withBytes(createRedactor([]))
    const built = timed(() => {
      redactor = withBytes(createRedactor(secrets))
    })
    const values = secrets.map(({ value }) => value)
    if (isAll) console.log(`${set}, ${count} values: built ${built.toFixed(0)} ms`)
    for (const [name, textOf] of Object.entries(TEXTS).filter(([name]) => name.includes(onlyText))) {
      const text = textOf(values, LENGTH)
      for (const [way, run] of Object.entries(WAYS).filter(([name]) => name.includes(onlyWay))) {
        let ms = timed(() => run(redactor, text))
        for (let round = 0; round < 2 && ms > 60; round++)
          ms = Math.min(
            ms,
            timed(() => run(redactor, text)),
          )
        all.push({ name: `${set} x ${count}, ${name}`, way, ms })
        if (isAll && ms > 60) console.log(`  ${name.padEnd(26)} ${way.padEnd(12)} ${ms.toFixed(0)} ms`)
      }
    }
  }
}
for (const way of Object.keys(WAYS)) {
  const slowest = all.filter(one => one.way === way).sort((one, other) => other.ms - one.ms)
  const over = slowest.filter(({ ms }) => ms > 150).length
  const shown = slowest.slice(0, 6).map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`)
  console.log(`${way}: ${slowest.length} texts of ${LENGTH} units, ${over} over 150 ms; slowest ${shown.join(' | ')}`)
}
if (left > 0) console.log(`no time for ${left} sets of values`)
