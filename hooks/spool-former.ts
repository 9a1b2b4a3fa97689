/**
 * What sessions before this one left in the spool. Nothing of a session that may be alive is touched: first its files are claimed, by writing into its
 * `.live` file who has them now, and they are emptied only while that still stands there and they are as they were read.
 */
import { readLines } from '../audit/spool-lines.ts'
import { linesFile, liveFile, readName } from '../audit/spool-names.ts'
import { isGone, isNear, type Owner, readOwner, readStat, writeOwner } from '../audit/spool-owner.ts'
import type { Entry } from './doors.ts'

/** All paths are names in the spool's folder, but those beneath `/proc`. */
export type FormerDoors = {
  readonly list: () => Promise<readonly Entry[]>
  readonly read: (name: string) => Promise<string>
  readonly write: (name: string, text: string) => Promise<unknown>
  /** Says in the `.live` file of a chain that this session has it; does nothing once the session has left. */
  readonly mark: (owner: string) => Promise<unknown>
  readonly readStat: (pid: string) => Promise<string>
  readonly sleep: (ms: number) => Promise<unknown>
  readonly clock: () => number
}

/** How long lines that were handed out may go unacknowledged before they are handed out again. */
const AGAIN_MS = 60_000
/** Two sessions that claim the same files at once: the one whose name stands there after this has them. */
const CLAIM_MS = 200
/** How many dead sessions are asked about in one look. */
const MAX_ASKED = 64

type Lines = { readonly number: number; size: number; readonly mtimeMs: number }
type Group = {
  readonly owner: string
  readonly chain: string
  readonly files: Lines[]
  /** Its `.live` file says something. */
  isMarked: boolean
  /** When its owner last said that it is there. */
  spokeMs: number
  isGone: boolean
  isClaimed: boolean
}
type Handed = {
  readonly group: Group
  readonly file: Lines
  readonly text: string
  readonly lines: readonly string[]
  readonly lastSeq: number
  readonly torn: number
}

export type Former = {
  /** Looks at the folder anew. Never rejects. */
  readonly look: () => Promise<void>
  /** The lines of one file of a session that is gone; none where there is none, or where those handed out before are not acknowledged. Never rejects. */
  readonly recover: () => Promise<readonly string[]>
  readonly acknowledge: (chain: string, upToSeq: number) => void
  /** Empties the oldest files of sessions that are gone until `spare` bytes are. Never rejects. */
  readonly prune: (spare: number) => Promise<void>
  /** Says of the files that this session has taken that it is there; lets go of those that it has no more. May reject. */
  readonly beat: () => Promise<void>
  /** Gives back what it has taken. May reject. */
  readonly leave: () => Promise<void>
  /** Bytes of other sessions, at the last look; of those that may be alive. */
  readonly bytes: () => { readonly all: number; readonly live: number }
  readonly state: () => { readonly recovered: number; readonly dropped: number; readonly torn: number }
}

const bySpoke = (a: Group, b: Group): number => a.spokeMs - b.spokeMs
const sizeOf = (files: readonly Lines[]): number => files.reduce((sum, { size }) => sum + size, 0)

/** `isOwn`: whether it is a chain of this very module. */
export function createFormer(doors: FormerDoors, self: Owner, isOwn: (chain: string) => boolean): Former {
  let groups: Group[] = []
  let handed: Handed | undefined
  let handedAt = 0
  let isPruning = false
  let isReleasing = false
  /** Being claimed: its `.live` file may name this session. */
  let claiming: Group | undefined
  let recovered = 0
  let dropped = 0
  let torn = 0
  const counted = new Set<string>()
  /** Files that cannot be read, or with nothing in them that can: they stay as they are, and keep nobody from the others. */
  const unread = new Set<string>()
  const mine = writeOwner(self)

  const ownerNow = async (group: Group): Promise<Owner | 'left' | undefined> => {
    const text = await doors.read(liveFile(group.owner)).catch(() => undefined)
    return text === undefined ? undefined : readOwner(text)
  }

  const isGroupGone = async (group: Group): Promise<boolean> => {
    const owner = await ownerNow(group)
    const isAsked = typeof owner === 'object' && isNear(owner, self)
    const stat = isAsked ? await doors.readStat(owner.pid).catch(() => '') : ''
    return isGone(owner, self, { beganNow: readStat(stat)?.began, silentMs: doors.clock() - group.spokeMs })
  }

  const grouped = (entries: readonly Entry[]): Group[] => {
    const found = new Map<string, Group>()
    const taken = new Set(groups.flatMap(group => (group.isClaimed ? [group.owner] : [])))
    for (const { name, kind, mtimeMs, size = 1 } of entries) {
      const known = kind === 'file' ? readName(name) : undefined
      if (known === undefined || isOwn(known.chain) || taken.has(known.owner)) continue
      const { owner, chain, number } = known
      const group = found.get(owner) ?? { owner, chain, files: [], spokeMs: 0, isMarked: false, isGone: false, isClaimed: false }
      found.set(owner, group)
      group.spokeMs = Math.max(group.spokeMs, mtimeMs)
      if (size === 0) continue
      if (number === undefined) group.isMarked = true
      else group.files.push({ number, size, mtimeMs })
    }
    return [...found.values()]
  }

  const look = async (): Promise<void> => {
    try {
      const found = grouped(await doors.list()).sort(bySpoke)
      const fresh = found.filter(({ files }) => files.length > 0)
      for (const group of fresh.slice(0, MAX_ASKED)) group.isGone = await isGroupGone(group)
      groups = [...groups.filter(({ isClaimed }) => isClaimed), ...fresh].sort(bySpoke)
      // Whoever wrote these had no time to take them back, and nothing is there to be had.
      const bare = found.filter(({ files, isMarked }) => files.length === 0 && isMarked)
      for (const group of bare.slice(0, MAX_ASKED)) if (await isGroupGone(group)) await doors.write(liveFile(group.owner), '')
    } catch {
      // No such folder yet, or one that cannot be read: nothing is known to be there.
    }
  }

  const isMine = async (group: Group): Promise<boolean> => (await doors.read(liveFile(group.owner)).catch(() => '')) === mine

  /** Asks once more: it may have been a while since the look, and another session may have taken them. */
  const claim = async (group: Group): Promise<boolean> => {
    if (group.isClaimed) return true
    // Whoever is there, or came first, has it until the next look.
    group.isGone = await isGroupGone(group)
    if (!group.isGone) return false
    claiming = group
    try {
      await doors.mark(group.owner)
      await doors.sleep(CLAIM_MS)
      group.isClaimed = await isMine(group)
    } finally {
      claiming = undefined
    }
    group.isGone = group.isClaimed
    return group.isClaimed
  }

  const letGo = (group: Group): void => {
    group.isClaimed = false
    groups = groups.filter(one => one !== group)
  }

  const nameOf = (group: Group, file: Lines): string => linesFile(group.owner, file.number)

  const textOf = async (group: Group, file: Lines): Promise<string | undefined> => {
    const text = await doors.read(nameOf(group, file)).catch(() => undefined)
    if (text === undefined) unread.add(nameOf(group, file))
    return text
  }

  /** Empties a file that holds `text` still, and gives the claim back with the last. */
  const empty = async (group: Group, file: Lines, text: string): Promise<boolean> => {
    const isAsItWas = (await isMine(group)) && (await doors.read(nameOf(group, file))) === text
    if (!isAsItWas) {
      letGo(group)
      return false
    }
    await doors.write(nameOf(group, file), '')
    group.files.splice(group.files.indexOf(file), 1)
    if (group.files.length === 0) {
      await doors.write(liveFile(group.owner), '')
      letGo(group)
    }
    return true
  }

  const release = async ({ group, file, text, torn: cut }: Handed): Promise<void> => {
    try {
      if (await empty(group, file, text)) torn += cut
    } catch {
      // It stays where it is, and is shipped again another time.
      unread.add(nameOf(group, file))
    }
    handed = undefined
    isReleasing = false
  }

  const readable = (group: Group): Lines[] => group.files.filter(file => !unread.has(nameOf(group, file)))

  /** The file whose lines come first: numbers are used again, so they do not tell. */
  const first = async (group: Group): Promise<Handed | undefined> => {
    let best: Handed | undefined
    for (const file of readable(group)) {
      const text = await textOf(group, file)
      if (text === undefined) continue
      const { lines, torn: cut } = readLines(text, group.chain)
      const seqs = lines.map(({ seq }) => seq)
      // One line, cut: its session died as it wrote it, and nobody was told that it is kept.
      const isCut = lines.length === 0 && !text.includes('\n')
      if (isCut && (await empty(group, file, text))) torn += cut
      else if (lines.length === 0) unread.add(nameOf(group, file))
      else if (best === undefined || (seqs[0] as number) < best.lastSeq)
        best = { group, file, text, lines: lines.map(({ line }) => line), lastSeq: Math.max(...seqs), torn: cut }
    }
    return best
  }

  const next = async (): Promise<readonly string[]> => {
    for (const group of groups.filter(one => one.isGone)) {
      if (readable(group).length === 0 || !(await claim(group))) continue
      const found = await first(group)
      if (found === undefined) continue
      handed = found
      handedAt = doors.clock()
      // A file that is handed out again is not recovered twice.
      const key = `${nameOf(group, found.file)} ${found.lastSeq}`
      if (!counted.has(key)) recovered += found.lines.length
      counted.add(key)
      return found.lines
    }
    return []
  }

  const prune = async (spare: number): Promise<void> => {
    let left = spare
    const oldest = groups.filter(({ isGone }) => isGone).flatMap(group => group.files.map(file => ({ group, file })))
    oldest.sort((a, b) => a.file.mtimeMs - b.file.mtimeMs)
    for (const { group, file } of oldest) {
      if (left <= 0) return
      if (handed?.file === file || !(await claim(group))) continue
      const text = await textOf(group, file)
      if (text === undefined || !(await empty(group, file, text))) continue
      left -= file.size
      dropped += readLines(text, group.chain).lines.length
    }
  }

  let last: Promise<unknown> = Promise.resolve()
  /** One after another: each of them looks at what the others change. */
  const quietly = <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    const done = last.then(work).catch(() => otherwise)
    last = done
    return done
  }

  return {
    look: () => quietly(look, undefined),
    recover: () =>
      quietly(async () => {
        if (handed === undefined) return next()
        if (isReleasing || doors.clock() - handedAt < AGAIN_MS) return []
        handedAt = doors.clock()
        return handed.lines
      }, []),
    acknowledge(chain, upToSeq) {
      if (handed?.group.chain !== chain || upToSeq < handed.lastSeq || isReleasing) return
      isReleasing = true
      void release(handed)
    },
    async prune(spare) {
      if (isPruning) return
      isPruning = true
      await quietly(() => prune(spare), undefined)
      isPruning = false
    },
    async beat() {
      for (const group of groups.filter(({ isClaimed }) => isClaimed)) {
        if (await isMine(group)) await doors.mark(group.owner)
        else letGo(group)
      }
    },
    async leave() {
      for (const group of groups.filter(one => one.isClaimed || one === claiming)) {
        if (await isMine(group)) await doors.write(liveFile(group.owner), '')
        letGo(group)
      }
    },
    bytes: () => ({
      all: groups.reduce((sum, { files }) => sum + sizeOf(files), 0),
      live: groups.reduce((sum, group) => sum + (group.isGone ? 0 : sizeOf(group.files)), 0),
    }),
    state: () => ({ recovered, dropped, torn }),
  }
}
