/** Commands that `sed` runs. */
import { textArg } from './arg.ts'
import { sedScripts } from './file-tables.ts'
import type { Launch } from './launch.ts'
import type { Launching } from './launching.ts'
import { optionSpecOf } from './option-specs.ts'
import { readOptions } from './read-options.ts'

export function sedLaunches({ name, args }: Launching): readonly Launch[] {
  if (name !== 'sed' && name !== 'gsed') return []
  return sedScripts(readOptions(optionSpecOf('sed', []), args)).flatMap(({ commands, isRunningInput }): Launch[] => [
    ...(isRunningInput ? [{ as: 'mark', marker: 'dynamic-script' } as const] : []),
    ...commands.map(text => ({ as: 'script', via: 'sed e', words: [textArg(text)] }) as const),
  ])
}
