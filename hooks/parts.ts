/** What a seat imports besides the runtime that all have, each from a file of its own: only where the policy needs it. */

import type { Keeper } from '../audit/keeper.ts'
import type { EnabledPattern } from '../redact/patterns.ts'
import type { Redactor } from '../redact/redactor.ts'
import type { Doors } from './doors.ts'
import type { createHydration } from './hydrate.ts'
import type { MoreSources } from './secret-source.ts'
import type { SpoolSettings } from './spool.ts'

export type Parts = {
  /** From `sources.js`. */
  readonly moreSources?: MoreSources
  /** From `patterns.js`. */
  readonly withPatterns?: (redactor: Redactor, enabled: readonly EnabledPattern[]) => Redactor
  /** From `hydrate.js`. */
  readonly createHydration?: typeof createHydration
  /** From `spool.js`. */
  readonly createSpool?: (settings: SpoolSettings, doors: Doors) => Keeper
}
