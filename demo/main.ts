/** `npm run demo`: plays the story, prints it, and writes it as a page. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { EXIT } from '../cli/exit.ts'
import { removeSandboxes } from '../test/support/sandbox.ts'
import { runDemo } from './demo.ts'
import { page } from './page/page.ts'
import { verdictOf } from './result.ts'
import { terminalReport } from './terminal/report.ts'

const PAGE = 'demo-report.html'

/** Runs the demo and answers its exit code: 0, 1 where a check does not hold or the run failed, 3 where something has to be installed first. */
async function main(): Promise<number> {
  const isTerminal = process.stdout.isTTY === true
  const hasColours = isTerminal && (process.env.NO_COLOR ?? '') === ''
  const demo = await runDemo(line => process.stderr.write(`${line}\n`))
  if (demo.is === 'missing') {
    process.stderr.write(`${demo.what}\n`)
    return EXIT.noEngine
  }
  if (demo.is === 'failed') {
    process.stderr.write(`${demo.why}\n`)
    return EXIT.fails
  }
  const report = terminalReport(demo.result, PAGE, hasColours)
  const html = page(demo.result)
  const isShowable = demo.values.every(value => !report.includes(value) && !html.includes(value))
  if (!isShowable) {
    process.stderr.write('A secret value of the demo stands in its own report, so the report is not shown. This is a bug in the demo.\n')
    return EXIT.bug
  }
  writeFileSync(resolve(PAGE), html)
  process.stdout.write(report)
  return verdictOf(demo.result).holds ? EXIT.well : EXIT.fails
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    removeSandboxes()
    process.exit(130)
  })
}

process.exitCode = await main().catch(error => {
  process.stderr.write(`The demo itself failed: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`)
  return EXIT.bug
})
