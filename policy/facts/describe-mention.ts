import { boundPaths } from './bound-paths.ts'
import type { Draft } from './draft.ts'
import { type Caller, ENGINE, type Places } from './facts.ts'
import { spellPath } from './spell.ts'

export type Mention = {
  /** Where the engine says the mention leads. */
  readonly path: string
  /** What the person typed after the `@`, for messages. */
  readonly mention?: string
  readonly agentId?: string
  readonly origin?: Caller
  readonly cwd: string
  readonly places: Places
}

/** What an `@` mention would do: read one file into the prompt. */
export const describeMention = ({ path, mention, agentId, origin, cwd, places }: Mention): Draft => ({
  subject: 'mention',
  caller: origin ?? ENGINE,
  agent: agentId === undefined ? 'main' : 'sub',
  paths: boundPaths([{ action: 'read', written: mention ?? path, spelled: spellPath(path, cwd, places.home, 'tool') }]),
  places,
})
