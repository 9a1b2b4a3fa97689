/**
 * Keeps sealed records in small files of the plugin's data folder until the collector has them, so that a session that dies leaves them to the next one.
 * What a write answered for is with the system: it survives the death of the process, not that of the machine. Bundled apart, as `spool.js`.
 */
import type { Keeper, KeeperState } from '../audit/keeper.ts'
import { createSpoolFiles } from '../audit/spool-files.ts'
import { byteLength, lineOf } from '../audit/spool-lines.ts'
import { liveFile } from '../audit/spool-names.ts'
import { type Owner, readStat, writeOwner } from '../audit/spool-owner.ts'
import type { CompiledAudit } from '../policy/compile/compiled.ts'
import { dataFolder } from './data-folder.ts'
import type { Doors } from './doors.ts'
import * as realm from './realm.ts'
import { createFormer, type FormerDoors } from './spool-former.ts'
import { createWriter } from './spool-writer.ts'

/** A file is written whole with each line that is kept ahead, so there it is closed sooner. */
const MAX_FILE = { ahead: 32 * 1024, behind: 256 * 1024 }
/** A line that is longer is dropped: it would not be a record. */
const MAX_LINE = 1024 * 1024
/** How long a record kept `behind` may wait before its write begins. */
const TICK_MS = 500
/** How often a session says that it is there, and looks for those that are not. */
const BEAT_MS = 30_000
/** How long a session's end waits for its last lines at least, whatever time it took before. */
const LEAVE_MS = 250

export type SpoolDoors = Pick<Doors, 'configFolder' | 'every' | 'home' | 'list' | 'readText' | 'realPath' | 'writeText'>
/** What the realm gives. */
export type SpoolRealm = Pick<typeof realm, 'clock' | 'randomHex' | 'sleep'>

export type SpoolSettings = {
  readonly marketplace: string
  readonly sessionId: string
  readonly audit: Pick<CompiledAudit, 'durability' | 'spool'>
}

/** The most that a group of events asks for. */
const mostOf = ({ durability }: SpoolSettings['audit']): 'ahead' | 'behind' =>
  Object.values(durability).includes('ahead') ? 'ahead' : 'behind'

/** The process, from what Linux tells of it; elsewhere nothing is known, and a session is gone once it is silent. */
async function learnOwner(doors: SpoolDoors, sessionId: string, load: string): Promise<Owner> {
  const unknown: Owner = { space: '', pid: '', began: '', session: sessionId, load }
  try {
    const [boot, namespace, stat] = await Promise.all([
      doors.readText('/proc/sys/kernel/random/boot_id'),
      doors.realPath('/proc/self/ns/pid'),
      doors.readText('/proc/self/stat'),
    ])
    const process = readStat(stat)
    const isKnown = process !== undefined && namespace !== undefined && boot.trim() !== ''
    return isKnown ? { ...unknown, ...process, space: `${boot.trim()} ${namespace}` } : unknown
  } catch {
    return unknown
  }
}

const allOf = (promises: readonly Promise<unknown>[]): Promise<unknown> => Promise.all(promises)
const settled = (promises: Iterable<Promise<unknown>>): Promise<unknown> => Promise.allSettled(promises)

/** The spool of a session; by a module that is loaded anew, another. Nothing of it rejects but `keep`, and that only where the policy says to refuse. */
export function createSpool(settings: SpoolSettings, doors: SpoolDoors, { clock, sleep, randomHex }: SpoolRealm = realm): Keeper {
  const { cap, full, deadline } = settings.audit.spool
  const isRefusing = full === 'refuse'
  const maxFile = MAX_FILE[mostOf(settings.audit)]
  const files = createSpoolFiles(maxFile)
  const load = randomHex(8)

  let folder: Promise<string> | undefined
  const pathOf = async (name: string): Promise<string> => {
    folder ??= dataFolder(doors, settings.marketplace).catch(error => {
      folder = undefined
      throw error
    })
    return name === '' ? `${await folder}/audit` : `${await folder}/audit/${name}`
  }
  const read = async (name: string): Promise<string> => doors.readText(await pathOf(name))
  const put = async (name: string, text: string): Promise<unknown> => doors.writeText?.(await pathOf(name), text)

  let owner: Promise<Owner> | undefined
  const self = (): Promise<Owner> => {
    owner ??= learnOwner(doors, settings.sessionId, load)
    return owner
  }

  /** Since the session's end; until another begins in the same module. */
  let hasLeft = false
  /** Writes under way that say that this session is there: none of them may come after what takes that back. */
  const marking = new Set<Promise<unknown>>()
  const mark = async (owner: string): Promise<void> => {
    const written = self().then(known => put(liveFile(owner), writeOwner(known)))
    marking.add(written)
    try {
      await written
    } finally {
      marking.delete(written)
    }
  }

  /** The owners whose `.live` file says that this session is there. */
  const told = new Set<string>()
  const tell = async (): Promise<void> => {
    const untold = files.owners().filter(name => !told.has(name))
    await allOf(untold.map(name => mark(name).then(() => told.add(name))))
  }

  const writer = createWriter({
    files,
    // Who writes stands there before what is written, or another session could take the files for those of a dead one.
    write: async (name, text) => {
      if (text !== '') await tell()
      return put(name, text)
    },
    sleep,
    clock,
    deadlineMs: deadline,
  })

  const formerDoors: FormerDoors = {
    async list() {
      const entries = await doors.list(await pathOf('')).catch(error => {
        if (/ENOENT/.test(`${error}`)) return []
        throw error
      })
      // The person's programs can delete what lies there.
      files.compare(new Map(entries.map(({ name, size = Number.POSITIVE_INFINITY }) => [name, size])))
      return entries
    },
    read,
    write: put,
    // A claim that could not be made is seen not to stand.
    mark: async owner => {
      if (!hasLeft) await mark(owner)
    },
    readStat: pid => doors.readText(`/proc/${pid}/stat`),
    sleep,
    clock,
  }
  /** Those of this module. */
  const chains = new Set<string>()
  const former = self().then(known => createFormer(formerDoors, known, chain => chains.has(chain)))
  let others: Awaited<typeof former> | undefined

  let lookedAt = Number.NEGATIVE_INFINITY
  let looking = Promise.resolve()
  /** A look that is no older than a beat. */
  const looked = (): Promise<void> => {
    if (clock() - lookedAt < BEAT_MS) return looking
    lookedAt = clock()
    looking = former.then(async found => {
      await found.look()
      others = found
    })
    return looking
  }

  let beatAt = clock()
  const beat = async (): Promise<void> => {
    if (hasLeft) return
    told.clear()
    await tell()
    await (await former).beat()
  }

  const prune = (): void => {
    if (hasLeft) return
    const spare = files.bytes() + (others?.bytes().all ?? 0) - cap
    if (spare > 0 && !isRefusing) void others?.prune(spare)
  }

  doors.every(TICK_MS, () => {
    writer.tick()
    if (clock() - beatAt < BEAT_MS) return
    beatAt = clock()
    void looked()
      .then(prune)
      .then(beat)
      .catch(() => undefined)
  })
  void looked().then(prune)

  /** Whether a line of so many bytes may be put in; room is made for it where the policy says so. A session has always room for one file. */
  const hasRoom = (bytes: number): boolean => {
    if (bytes > MAX_LINE) return false
    const { all, live } = others?.bytes() ?? { all: 0, live: 0 }
    if (isRefusing) return files.bytes() + all + bytes <= cap
    prune()
    const room = Math.max(2 * maxFile, cap - live)
    while (files.bytes() + bytes > room && files.dropOldest()) {}
    return true
  }

  return {
    async keep(line, durability) {
      hasLeft = false
      const known = lineOf(line)
      if (known === undefined || !hasRoom(byteLength(line) + 1)) {
        files.countDropped()
        if (isRefusing && durability === 'ahead') throw new Error(known === undefined ? 'no sealed record' : 'the spool is full')
        return
      }
      chains.add(known.chain)
      const token = files.append(line)
      if (durability === 'behind' || token === undefined) return
      const failure = await writer.kept(token)
      if (failure !== undefined && isRefusing) throw new Error(failure)
    },
    acknowledge(chain, upToSeq) {
      files.acknowledge(chain, upToSeq)
      others?.acknowledge(chain, upToSeq)
    },
    async recover() {
      await looked()
      return hasLeft ? [] : (await former).recover()
    },
    state(): KeeperState {
      const { waiting, unwritten, dropped } = files.state()
      const seen = others?.state() ?? { recovered: 0, dropped: 0, torn: 0 }
      const lastFailure = writer.lastFailure()
      return {
        waiting,
        unwritten,
        bytes: files.bytes(),
        dropped: dropped + seen.dropped,
        torn: seen.torn,
        recovered: seen.recovered,
        ...(lastFailure === undefined ? {} : { lastFailure }),
      }
    },
    hurry: writer.tick,
    async leave(roomMs) {
      hasLeft = true
      // Not those of a session that begins in the meantime.
      const names = files.owners()
      const emptied = async (): Promise<void> => {
        await writer.flush()
        await settled(marking)
        await allOf(names.map(name => put(liveFile(name), '')))
        for (const name of names) told.delete(name)
      }
      const givenBack = async (): Promise<void> => {
        await settled(marking)
        await (await former).leave()
      }
      await realm.race([settled([emptied(), givenBack()]), sleep(Math.max(LEAVE_MS, Math.min(roomMs, deadline)))]).catch(() => undefined)
    },
  }
}
