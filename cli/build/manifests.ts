/** The three small JSON files that make a folder a plugin and a marketplace. */
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'

const DESCRIPTION = "An organisation's own policy at the head of Claude Code's function-hook chain"

const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** `plugin.json`. */
export const pluginManifest = (version: string): string =>
  text({ name: 'castellan', version, description: DESCRIPTION, author: { name: 'castellan' }, license: 'Apache-2.0' })

/** `hooks.json`: the one module. */
export const hooksManifest = (): string => text({ modules: ['./seat.js'] })

/** `marketplace.json` of the built folder. */
export const marketplaceManifest = (policy: CompiledPolicy): string =>
  text({
    name: policy.seat.marketplace,
    owner: { name: policy.seat.marketplace },
    description: `The policy ${policy.name}, built by castellan ${policy.castellan}`,
    plugins: [{ name: 'castellan', source: './plugins/castellan', description: DESCRIPTION }],
  })
