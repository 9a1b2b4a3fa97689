import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The real rule tester: the one on PATH, or the one that scripts/promtool.sh unpacked. Undefined where there is none. */
export function findPromtool(): string | undefined {
  const cached = join(process.env.CASTELLAN_CACHE ?? join(homedir(), '.cache', 'castellan'), 'promtool', 'promtool')
  return [process.env.PROMTOOL, cached, 'promtool'].find(
    path => path !== undefined && (path === 'promtool' || existsSync(path)) && spawnSync(path, ['--version']).status === 0,
  )
}
