import { doGlobsMeet, isGlobWithin } from './name-glob.ts'

/**
 * Whether a plugin's own event pattern, as it wrote it (`tool.call`, `tool.*`, `*`, `!ui.*`), selects some event that `wanted`, a name or glob, is about.
 * A pattern stands alone: `!x` selects every event but those of `x`, whatever other patterns the plugin has.
 */
export const doesPatternSelect = (pattern: string, wanted: string): boolean =>
  pattern.startsWith('!') ? !isGlobWithin(wanted, pattern.slice(1)) : doGlobsMeet(pattern, wanted)
