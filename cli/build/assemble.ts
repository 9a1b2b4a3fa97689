/** Every file of a build, in memory: the layout of the built folder in one place. */
import { OWN_NAME } from '../../hooks/doors.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { renderBuildPage } from './build-md.ts'
import { CONTRACT, CONTRACT_FILE } from './contract.ts'
import { INNER_FOLDER } from './inner.ts'
import { managedSettings } from './managed-settings.ts'
import { hooksManifest, marketplaceManifest, pluginManifest } from './manifests.ts'
import type { Mirror } from './mirror/mirror.ts'
import { partFiles } from './parts.ts'
import type { SeatPlan } from './plan.ts'
import { renderPolicyModule } from './policy-module.ts'
import type { Runtime } from './runtime.ts'
import { renderSeat } from './seat.ts'
import type { BuildFile } from './write-build.ts'

/** Where the plugin lies in the built folder. */
export const PLUGIN_FOLDER = `plugins/${OWN_NAME}`

/** The files of the plugin, relative to its folder. */
export function pluginFiles(policy: CompiledPolicy, plan: SeatPlan, runtime: Runtime): BuildFile[] {
  const isKeepingState = plan.states.length > 0
  const types = isKeepingState ? { types: `./${CONTRACT_FILE}` } : {}
  return [
    { path: '.claude-plugin/plugin.json', text: pluginManifest(policy.castellan, undefined, undefined, types) },
    ...(isKeepingState ? [{ path: CONTRACT_FILE, text: CONTRACT }] : []),
    { path: 'hooks/hooks.json', text: hooksManifest() },
    { path: 'hooks/seat.js', text: renderSeat(policy, plan) },
    { path: 'hooks/castellan.js', text: runtime.own },
    { path: 'hooks/vendor.js', text: runtime.vendor },
    ...partFiles(policy, runtime),
    { path: 'hooks/policy.js', text: renderPolicyModule(policy) },
  ]
}

/** The whole built folder. Depends on its input alone, so that the same policy, place and version give the same bytes. */
export function buildFiles(input: {
  readonly policy: CompiledPolicy
  readonly plan: SeatPlan
  readonly mirror: Mirror
  readonly plugin: readonly BuildFile[]
  /** Of the inner seat; none where the policy has none. */
  readonly inner?: readonly BuildFile[]
  readonly seatAt: string
}): BuildFile[] {
  const { policy, plan, mirror, plugin, inner = [], seatAt } = input
  const files = [
    { path: '.claude-plugin/marketplace.json', text: marketplaceManifest(policy) },
    ...plugin.map(file => ({ ...file, path: `${PLUGIN_FOLDER}/${file.path}` })),
    ...inner.map(file => ({ ...file, path: `${INNER_FOLDER}/${file.path}` })),
    { path: 'managed-settings.json', text: managedSettings(policy, mirror, seatAt) },
  ]
  return [...files, { path: 'BUILD.md', text: renderBuildPage({ policy, plan, mirror, seatAt, files }) }]
}
