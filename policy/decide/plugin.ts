import type { Tier } from '../compile/compiled.ts'

/** What `plugin.register` tells of a plugin that is about to load and castellan judges it by. */
export type PluginFacts = {
  /** `<name>@<marketplace>`, `<name>@inline`, `<name>@builtin`. */
  readonly provenance: string
  readonly tier: Tier
  readonly uses: { readonly calls: readonly string[]; readonly events: readonly string[] }
}
