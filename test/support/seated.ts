import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFiles, PLUGIN_FOLDER, pluginFiles } from '../../cli/build/assemble.ts'
import { innerFiles } from '../../cli/build/inner.ts'
import { mirrorPolicy } from '../../cli/build/mirror/mirror.ts'
import { planSeat, type SeatPlan } from '../../cli/build/plan.ts'
import { readRuntime } from '../../cli/build/runtime.ts'
import { type BuildFile, writeBuild } from '../../cli/build/write-build.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import type { CompiledAudit, CompiledPolicy } from '../../policy/compile/compiled.ts'
import type { CompileResult } from '../../policy/compile/result.ts'
import { type Faults, type Receiver, startReceiver } from './otlp-receiver.ts'
import { PATIENCE_MS } from './play-all.ts'
import { type SeatSettings, writePlugin } from './plugin.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'
import { runSession, type Session, type SessionOptions, UNATTENDED } from './session.ts'

/** What the seat records; `off`: it has no audit. */
export type Reach = CompiledAudit['reach'] | 'off'

/** Changes the text of the built `seat.js`, with the plan it was written from. */
export type Change = (seat: string, plan: SeatPlan) => string

/** The settings that a build writes. */
export type BuiltSettings = SeatSettings & { permissions: { deny: string[]; ask: string[] } }

/** A built folder: `settings` is its own `managed-settings.json`, parsed. */
export type Built = { dir: string; policy: CompiledPolicy; settings: BuiltSettings }

type Compiled = Extract<CompileResult, { ok: true }>
const known = new Map<string, Compiled>()

/** A policy folder compiled, once a process. Throws with the errors of one that does not compile. */
function compiled(folder: string): Compiled {
  const found = known.get(folder)
  if (found !== undefined) return found
  const result = loadPolicy(folder, process.cwd())
  if (!result.ok) throw new Error(result.errors.map(error => `${error.file}:${error.line} ${error.message}`).join('\n'))
  known.set(folder, result)
  return result
}

/**
 * Builds a policy folder as `castellan build --unchecked` does, its audit endpoint set to `endpoint` and its reach to `reach`, and writes the folder `dir`.
 * `more`: what else of its audit is another. `change` is for
 * tests of a seat that is broken: it is done to the built copy alone. Throws where the policy, the runtime or the disk will not have it.
 */
export function buildSeat(
  dir: string,
  folder: string,
  endpoint: string,
  change: Change = seat => seat,
  reach?: Reach,
  more: Partial<CompiledAudit> = {},
): Built {
  const { policy: source, tests } = compiled(folder)
  const { audit, ...unaudited } = source
  const isAudited = audit !== undefined && reach !== 'off'
  const policy: CompiledPolicy = isAudited ? { ...source, audit: { ...audit, endpoint, ...(reach && { reach }), ...more } } : unaudited
  const runtime = readRuntime()
  if (!runtime.ok) throw new Error(`${runtime.file}: ${runtime.problem}: run \`npm run build\` first`)
  const plan = planSeat(policy)
  const inner = policy.seat.inner ? innerFiles(policy, runtime.runtime) : []
  const changed = (file: BuildFile) => (file.path === SEAT ? { ...file, text: change(file.text, plan) } : file)
  const plugin = pluginFiles(policy, plan, runtime.runtime).map(changed)
  const written = writeBuild(dir, buildFiles({ policy, plan, mirror: mirrorPolicy(policy, tests), plugin, inner, seatAt: dir }))
  if (!written.ok) throw new Error(written.problem)
  return { dir, policy, settings: JSON.parse(readFileSync(join(dir, 'managed-settings.json'), 'utf8')) as BuiltSettings }
}

const SEAT = 'hooks/seat.js'

/** Where the plugin of a built folder lies. */
export const pluginOf = ({ dir }: Built): string => join(dir, PLUGIN_FOLDER)

/** The build's settings as a person's own, without the mirrored permission rules: what is refused under them castellan refuses. */
export function asPersons({ permissions: _mirror, ...seat }: BuiltSettings): SeatSettings {
  return seat
}

export type SeatedOptions = Omit<SessionOptions, 'settings' | 'managed' | 'pluginDirs'> & {
  /** The policy folder. */
  policy: string
  change?: Change
  /** Mods that the person loads, by name: the JavaScript source of each one's hooks module. `versions` gives some a version of their own. */
  mods?: Readonly<Record<string, string>>
  versions?: Readonly<Record<string, string>>
  /** How the collector misbehaves. */
  faults?: Faults
  reach?: Reach
  /** The settings of the person, made from those of the build; where left out, `asPersons`. */
  settings?: (built: Built, sandbox: Sandbox) => object
  /** Managed settings, made from those of the build, in the place of the person's. */
  managed?: (built: Built, sandbox: Sandbox) => object
}

/** What a seated session left. */
export type SeatedSession = Session & { built: Built; audit: Pick<Receiver, 'spans' | 'problems' | 'exports'> }

/** Runs one session with the built policy seated and an OTLP receiver of its own. Nobody is asked anything: what no guard refuses, runs. */
export async function runSeated(options: SeatedOptions): Promise<SeatedSession> {
  const {
    policy,
    change,
    mods = {},
    versions = {},
    settings = ({ settings: own }: Built) => asPersons(own),
    managed,
    faults,
    reach,
    ...rest
  } = options
  const sandbox = rest.sandbox ?? createSandbox(rest.keep)
  const audit = await startReceiver(faults)
  try {
    const built = buildSeat(join(sandbox.dir, 'seat'), policy, `${audit.url}/v1/traces`, change, reach)
    const session = await runSession({
      args: UNATTENDED,
      timeoutMs: PATIENCE_MS,
      ...rest,
      sandbox,
      ...(managed === undefined ? { settings: settings(built, sandbox) } : { managed: managed(built, sandbox) }),
      pluginDirs: Object.entries(mods).map(([name, source]) =>
        writePlugin(join(sandbox.dir, 'mods'), name, source, name in versions ? { version: versions[name] } : {}),
      ),
    })
    return { ...session, built, audit }
  } finally {
    await audit.close()
  }
}
