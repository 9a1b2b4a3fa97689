/** `castellan build`: a policy folder becomes the folder that seats it. Every refusal comes before anything is written. */
import { isAbsolute, resolve } from 'node:path'
import { buildFiles, pluginFiles } from '../build/assemble.ts'
import { renderCanary } from '../build/canary.ts'
import { canaryProbe } from '../build/canary-probe.ts'
import { type Disk, realDisk } from '../build/disk.ts'
import { checkWithEngine } from '../build/engine-check.ts'
import { type Engine, findEngine } from '../build/find-engine.ts'
import { innerFiles, planInner, renderInnerCanary } from '../build/inner.ts'
import { mirrorPolicy } from '../build/mirror/mirror.ts'
import { planSeat, type SeatPlan } from '../build/plan.ts'
import { readRuntime } from '../build/runtime.ts'
import { type BuildFile, writeBuild } from '../build/write-build.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadPolicy } from '../load-policy.ts'
import { json, place, plural, printable } from '../messages.ts'
import { ruleTally } from './test.ts'

export type BuildOptions = {
  readonly out: string
  readonly seatAt?: string
  readonly engine?: string
  readonly unchecked?: boolean
  readonly json?: boolean
}

const NO_ENGINE =
  'No Claude Code engine was found to check the build with. Name one with --engine or CASTELLAN_ENGINE, install it, or build with --unchecked.\n'

/** Answers an exit code where the engine (or its absence) speaks against the build; undefined: go on. */
function engineRefusal(engine: Engine, plugin: readonly BuildFile[], plan: SeatPlan, canary: string, io: Io): number | undefined {
  if (!engine.found) {
    io.err(engine.is === 'absent' ? NO_ENGINE : `${printable(engine.why)}\n`)
    return engine.is === 'absent' ? EXIT.noEngine : EXIT.badInput
  }
  const verdict = checkWithEngine(engine.path, plugin, plan, canary)
  if (verdict.is === 'well') return undefined
  if (verdict.is === 'no-engine') {
    io.err(`The engine ${printable(engine.path)} could not be run: ${printable(verdict.why)}\n`)
    return EXIT.noEngine
  }
  io.err('The engine does not read the seat as it was planned. Nothing was written.\n')
  for (const line of verdict.lines) io.err(`${printable(line)}\n`)
  return EXIT.fails
}

/** `disk`: tests put in one that fails. */
export function build(folder: string, options: BuildOptions, io: Io, disk: Disk = realDisk): number {
  const out = resolve(io.cwd, options.out)
  const seatAt = options.seatAt ?? out
  if (!isAbsolute(seatAt)) {
    io.err(
      `--seat-at must be an absolute path: it is where the folder lies on the machines that load it, and ${printable(seatAt)} is not one.\n`,
    )
    return EXIT.badInput
  }
  const result = loadPolicy(folder, io.cwd)
  if (!result.ok) {
    for (const error of result.errors) io.err(place(error))
    return EXIT.badInput
  }
  const { policy, tests, warnings } = result
  for (const warning of warnings) io.err(place(warning, 'warning'))
  const { failed } = ruleTally(policy, tests)
  if (failed.length > 0) {
    for (const one of failed) io.err(one.line)
    io.err('The policy fails its own tests. Nothing was written.\n')
    return EXIT.fails
  }
  const runtime = readRuntime()
  if (!runtime.ok) {
    io.err(`The bundled runtime ${runtime.file} cannot be read: ${runtime.problem}. In a checkout, run \`npm run build\` first.\n`)
    return EXIT.badInput
  }
  const plan = planSeat(policy)
  const plugin = pluginFiles(policy, plan, runtime.runtime)
  const inner = policy.seat.inner ? innerFiles(policy, runtime.runtime) : []
  if (!options.unchecked) {
    const canary = renderCanary(policy, plan, canaryProbe(policy, tests))
    const engine = findEngine(options.engine, io.env, io.cwd)
    const refusal =
      engineRefusal(engine, plugin, plan, canary, io) ??
      (inner.length > 0 ? engineRefusal(engine, inner, planInner(policy), renderInnerCanary(), io) : undefined)
    if (refusal !== undefined) return refusal
  }
  const mirror = mirrorPolicy(policy, tests)
  const written = writeBuild(out, buildFiles({ policy, plan, mirror, plugin, inner, seatAt }), disk)
  if (!written.ok) {
    io.err(`${printable(written.problem)}\n`)
    return EXIT.badInput
  }
  if (written.leftOver) io.err(`The earlier build could not be removed and is still at ${printable(written.leftOver)}.\n`)
  const unmirrored = mirror.rules.filter(rule => rule.extent === 'none').length
  if (options.json) {
    io.out(
      json({
        policy: policy.name,
        digest: policy.digest,
        out,
        seatAt,
        rules: policy.rules.length,
        unmirrored,
        checked: !options.unchecked,
        replaced: written.replaced,
      }),
    )
    return EXIT.well
  }
  io.out(
    `${policy.name}: ${plural(policy.rules.length, 'rule')}, digest ${policy.digest.slice(0, 12)}\n` +
      `${written.replaced ? 'Replaced' : 'Built'} ${printable(out)}${options.unchecked ? ' (not checked by an engine)' : ''}\n` +
      `Read BUILD.md; managed-settings.json seats it from ${printable(seatAt)}.\n`,
  )
  return EXIT.well
}
