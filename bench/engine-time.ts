/** How much processor time a session of the real engine takes: the engine's own and that of everything it starts. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { engineBinary } from '../test/support/engine.ts'
import { createSandbox } from '../test/support/sandbox.ts'

const work = createSandbox()
const timed = join(work.dir, 'engine')
const told = join(work.dir, 'times')
writeFileSync(timed, `#!/bin/bash\n'${engineBinary()}' "$@"\ncode=$?\ntimes > '${told}'\nexit $code\n`)
chmodSync(timed, 0o755)
process.env.CASTELLAN_ENGINE = timed

/** Seconds of the session that ended last, from the second line of `times`. */
export function engineSeconds(): number {
  const [, children = ''] = readFileSync(told, 'utf8').split('\n')
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}
