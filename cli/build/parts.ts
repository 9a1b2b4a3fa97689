/** What a seat has besides what all do: each part in a file of its own, which is there only where the policy needs it. */
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { FROM_ENV } from '../../policy/compile/endpoint.ts'
import { hasSpool } from '../../policy/compile/has-spool.ts'
import { hasMoreSources, hasPatterns, isHydrating } from '../../policy/compile/secrets-of.ts'
import type { Runtime } from './runtime.ts'
import type { BuildFile } from './write-build.ts'

type Needing = Pick<CompiledPolicy, 'secrets' | 'audit'>

type Part = {
  /** The file without its ending, here and in the seat. */
  readonly file: Exclude<keyof Runtime, 'own' | 'vendor' | 'inner'>
  /** What the seat imports from it. */
  readonly name: string
  /** Used by the seat itself, and not handed to the runtime. */
  readonly isOwn?: true
  readonly isNeeded: (policy: Needing) => boolean
}

const PARTS: readonly Part[] = [
  { file: 'sources', name: 'moreSources', isNeeded: ({ secrets }) => hasMoreSources(secrets) },
  { file: 'patterns', name: 'withPatterns', isNeeded: ({ secrets }) => hasPatterns(secrets) },
  { file: 'hydrate', name: 'createHydration', isNeeded: ({ secrets }) => isHydrating(secrets) },
  { file: 'spool', name: 'createSpool', isNeeded: hasSpool },
  { file: 'endpoint', name: 'otlpTarget', isOwn: true, isNeeded: ({ audit }) => audit?.endpoint === FROM_ENV },
]

const partsFor = (policy: Needing): readonly Part[] => PARTS.filter(({ isNeeded }) => isNeeded(policy))

/** What a seat imports of them, and how it is handed over, as source text. The inner seat hydrates nothing and keeps no records. */
export function partsOf(policy: Needing): { readonly imports: string; readonly argument: string } {
  const parts = partsFor(policy)
  const handed = parts.filter(({ isOwn }) => !isOwn).map(({ name }) => name)
  return {
    imports: parts.map(({ file, name }) => `\nimport { ${name} } from './${file}.js'`).join(''),
    argument: handed.length === 0 ? '' : `, { ${handed.join(', ')} }`,
  }
}

/** Their files, beside the runtime. */
export const partFiles = (policy: Needing, runtime: Runtime): BuildFile[] =>
  partsFor(policy).map(({ file }) => ({ path: `hooks/${file}.js`, text: runtime[file] }))
