/** From the policy folder to a seat that this run can use. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { loadPolicy } from '../cli/load-policy.ts'
import { main } from '../cli/main.ts'
import { packageRoot } from '../cli/package-root.ts'
import type { CompiledPolicy } from '../policy/compile/compiled.ts'

export type Seat =
  | {
      readonly ok: true
      readonly policy: CompiledPolicy
      /** The build's own `managed-settings.json`. */
      readonly settings: { readonly prependPlugins: readonly string[] } & Readonly<Record<string, unknown>>
      /** What the build printed. */
      readonly said: string
    }
  | { readonly ok: false; readonly problem: string }

/** The policy of the demo: the reference policy with its audit endpoint, a literal, set to this run's receiver. */
function copyPolicy(folder: string, endpoint: string): void {
  cpSync(join(packageRoot(), 'policies/reference'), folder, { recursive: true })
  const head = join(folder, 'castellan.yaml')
  const document = parseDocument(readFileSync(head, 'utf8'))
  document.setIn(['audit', 'endpoint'], endpoint)
  writeFileSync(head, String(document))
}

/**
 * Builds the reference policy under `dir` with `castellan build`, the engine's checks included. `endpoint` is where its spans go. The problem
 * is what the build said against it.
 */
export function buildSeat(dir: string, engine: string, endpoint: string): Seat {
  const folder = join(dir, 'policy')
  const out = join(dir, 'seat')
  copyPolicy(folder, endpoint)
  let said = ''
  let problem = ''
  const io = {
    out: (text: string) => {
      said += text
    },
    err: (text: string) => {
      problem += text
    },
    cwd: dir,
    env: process.env,
  }
  const code = main(['build', folder, '--out', out, '--engine', engine], io)
  if (code !== 0) return { ok: false, problem: problem.trim() || `castellan build ended with ${code}` }
  const loaded = loadPolicy(folder, dir)
  if (!loaded.ok) return { ok: false, problem: 'the policy that was built cannot be read again' }
  return { ok: true, policy: loaded.policy, said, settings: JSON.parse(readFileSync(join(out, 'managed-settings.json'), 'utf8')) }
}
