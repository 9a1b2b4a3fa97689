import type { DraftPath } from './draft.ts'
import type { PathFact } from './facts.ts'
import { CANNOT_SPELL, type Spelled } from './spell.ts'

/** Links followed for one call, each a round trip of the edge. */
export const MAX_RESOLVED = 64
/** Paths of one call that rules are matched against one by one. */
export const MAX_PATHS = 512

export type FoundPath = {
  readonly action: PathFact['action']
  readonly written: string
  readonly spelled: Spelled
  readonly may?: PathFact['may']
  readonly by?: PathFact['by']
  readonly inScript?: PathFact['inScript']
}

/**
 * The paths of one call, each once, bounded. Past `MAX_RESOLVED` a path is matched as written and may land elsewhere;
 * past `MAX_PATHS` one path per action stands for the rest, and cannot be told.
 */
export const boundPaths = (found: readonly FoundPath[]): readonly DraftPath[] => {
  const seen = new Set<string>()
  const kept: DraftPath[] = []
  const dropped = new Set<PathFact['action']>()
  let follows = 0
  for (const { spelled, ...fact } of found) {
    const { action, may, inScript, written, by } = fact
    const starts = spelled.spellings ?? spelled.pattern?.starts ?? []
    const key = [action, may, inScript, written, by, ...starts].join('\0')
    if (seen.has(key)) continue
    seen.add(key)
    if (kept.length === MAX_PATHS) {
      dropped.add(action)
      continue
    }
    const isFollowed = follows + spelled.toResolve.length <= MAX_RESOLVED
    if (isFollowed) follows += spelled.toResolve.length
    kept.push(draftPath(fact, isFollowed ? spelled : { ...spelled, toResolve: [], mayLandElsewhere: true }))
  }
  for (const action of dropped) kept.push(draftPath({ action, written: '(further paths)' }, CANNOT_SPELL))
  return kept
}

const draftPath = (fact: Omit<FoundPath, 'spelled'>, { mayLandElsewhere, ...spelled }: Spelled): DraftPath => ({
  ...fact,
  ...spelled,
  ...(mayLandElsewhere && { mayLandElsewhere }),
})
