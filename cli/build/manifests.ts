/** The three small JSON files that make a folder a plugin and a marketplace. */
import { INNER_NAME, OWN_NAME } from '../../hooks/doors.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'

const DESCRIPTION = "An organisation's own policy at the head of Claude Code's function-hook chain"

const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** `plugin.json`. `more`: what else stands in it. */
export const pluginManifest = (version: string, name = OWN_NAME, description = DESCRIPTION, more: object = {}): string =>
  text({ name, version, description, author: { name: 'castellan' }, license: 'Apache-2.0', ...more })

/** `hooks.json`: the one module. */
export const hooksManifest = (): string => text({ modules: ['./seat.js'] })

/** `marketplace.json` of the built folder. */
export const marketplaceManifest = (policy: CompiledPolicy): string =>
  text({
    name: policy.seat.marketplace,
    owner: { name: policy.seat.marketplace },
    description: `The policy ${policy.name}, built by castellan ${policy.castellan}`,
    plugins: [
      { name: OWN_NAME, source: `./plugins/${OWN_NAME}`, description: DESCRIPTION },
      ...(policy.seat.inner ? [{ name: INNER_NAME, source: `./plugins/${INNER_NAME}`, description: 'Its inner seat' }] : []),
    ],
  })
