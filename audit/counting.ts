/** Which dispatches have a record of their own. The others are counted, and the next checkpoint tells how many there were. */
import type { CompiledAudit } from '../policy/compile/compiled.ts'
import { levelOf } from './levels.ts'
import type { AuditRecord } from './record.ts'
import type { Checkpoint } from './sealed-record.ts'
import { isUrgent } from './urgent.ts'

/** Calls remembered so that what the engine asks again of the same call is counted and not recorded twice. */
const MAX_ASKED = 4096
/** Calls whose repetitions one checkpoint tells of. */
const MAX_REPEATED = 256

const fromEntries = Object.fromEntries
const stringify = JSON.stringify

export type Counting = {
  /** Whether it is to be recorded; where it is not, it has been counted, if the policy has that counted. */
  readonly isRecorded: (record: AuditRecord) => boolean
  /** What was counted since it was asked last. */
  readonly take: () => Pick<Checkpoint, 'counts' | 'repeats'>
  /** Another session: what was asked in the one before is no repetition. */
  readonly reset: () => void
}

/** Whether a gate had anything to say: what the reach `decisions` records. */
const isDecided = (record: AuditRecord): boolean => record.decision !== 'none' || record.rules.length > 0 || isUrgent(record)

export function createCounting({ levels, reach }: Pick<CompiledAudit, 'levels' | 'reach'>): Counting {
  const asked = new Map<string, string>()
  const repeats = new Map<string, number>()
  let counts: Record<string, number> = {}

  /** Whether it is told of as a repetition. */
  const isFolded = (toolUseId: string): boolean => {
    const times = repeats.get(toolUseId) ?? 0
    const hasRoom = times > 0 || repeats.size < MAX_REPEATED
    if (hasRoom) repeats.set(toolUseId, times + 1)
    return hasRoom
  }

  /** The level of a check that says what its record says already: none where it is told of by its call, else it is counted. */
  const repeated = ({ event, toolUseId, decision, rules, redactions, guardFailure, effects }: AuditRecord) => {
    if (toolUseId === undefined || event !== 'tool.check') return undefined
    const said = stringify([decision, rules, redactions, guardFailure, effects])
    if (asked.get(toolUseId) === said) return isFolded(toolUseId) ? 'none' : 'count'
    if (asked.size >= MAX_ASKED) asked.clear()
    asked.set(toolUseId, said)
    return undefined
  }

  const levelIn = (record: AuditRecord) => {
    const level = levelOf(levels, record)
    if (level === 'none' || level === 'count') return level
    if (reach === 'decisions' && !isDecided(record)) return 'count'
    return repeated(record) ?? level
  }

  return {
    isRecorded(record) {
      const level = levelIn(record)
      if (level === 'count') counts[record.event] = (counts[record.event] ?? 0) + 1
      return level !== 'none' && level !== 'count'
    },
    take() {
      const taken = { counts, ...(repeats.size > 0 && { repeats: fromEntries(repeats) }) }
      counts = {}
      repeats.clear()
      return taken
    },
    reset: () => asked.clear(),
  }
}
