/** A machine in memory: a disk that can fail, a clock that is moved by hand, and processes that can be killed in the middle of a write. */
import type { Keeper } from '../../audit/keeper.ts'
import { createSpool } from '../../hooks/spool.ts'
import type { CompiledAudit } from '../../policy/compile/compiled.ts'

export const FOLDER = '/home/person/.claude/plugins/data/castellan-acme/audit'

type Kept = { text: string; mtimeMs: number }
export type Fault = 'full' | 'read-only' | 'hung' | 'unreadable'
export type SessionOptions = {
  readonly full?: CompiledAudit['spool']['full']
  readonly cap?: number
  readonly deadline?: number
  readonly durability?: 'ahead' | 'behind'
  /** Another space of processes: another machine at the same folder, or a container. None: the system does not tell. */
  readonly space?: string | 'none'
  /** Dies in the course of write number `at`, counted from 0, of which so much is done: 0 none, 1 all of it, though nobody hears. */
  readonly dies?: { readonly at: number; readonly done: number }
  /** The process of another session: the same one, with the module loaded anew. */
  readonly process?: string
  /** So long takes each write. */
  readonly lagMs?: number
  readonly id?: string
}
export type Running = { readonly spool: Keeper; readonly kill: () => void; readonly isDead: () => boolean; readonly writes: () => number }

const never = <T>(): Promise<T> => new Promise<T>(() => undefined)
const failure = (code: string): Error => new Error(`castellan: $.fs.write(${FOLDER}/x) failed: ${code}`)

/** Lets everything run that waits for nothing but its turn. */
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 3; turns++) await new Promise(done => setImmediate(done))
}

export function createMachine() {
  const disk = new Map<string, Kept>()
  const processes = new Map<string, string>()
  const timers: { at: number; every?: number; fn: () => void; owner: () => boolean }[] = []
  let now = 1_000_000
  let ids = 0
  let fault: Fault | undefined
  const hung: (() => void)[] = []
  const locked = new Set<string>()

  const textAt = (path: string): string => {
    const kept = disk.get(path)
    if (kept === undefined) throw failure('ENOENT')
    return kept.text
  }

  /** As the engine writes: in place, then cut to its length; a write that is cut off leaves the rest of what was there. */
  const put = (path: string, text: string, done: number): void => {
    const before = disk.get(path)?.text ?? ''
    const length = Math.floor(text.length * done)
    const written = done === 1 ? text : text.slice(0, length) + before.slice(length)
    disk.set(path, { text: written, mtimeMs: now })
  }

  function start(session: string, options: SessionOptions = {}): Running {
    const { full = 'drop-oldest', cap = 1 << 24, deadline = 2000, durability = 'ahead', space = 'here', dies } = options
    const pid = options.process ?? `${100 + ids++}`
    processes.set(`${space} ${pid}`, '77')
    let isDead = false
    let writes = 0
    const kill = (): void => {
      isDead = true
      processes.delete(`${space} ${pid}`)
    }
    const alive = async <T>(work: () => T): Promise<T> => (isDead ? never<T>() : work())
    const proc = (path: string): string => {
      const [, , who = ''] = path.split('/')
      const began = processes.get(`${space} ${who === 'self' ? pid : who}`)
      if (space === 'none' || began === undefined) throw failure('ENOENT')
      return `${who === 'self' ? pid : who} (a) b) S ${'0 '.repeat(18)}${began} 0\n`
    }
    const doors = {
      home: async () => '/home/person',
      configFolder: async () => undefined,
      realPath: (path: string) => alive(() => (path === '/proc/self/ns/pid' && space !== 'none' ? `pid:[${space}]` : path)),
      readText: (path: string) =>
        alive(() => {
          if (fault === 'unreadable' || locked.has(path)) throw failure('EACCES')
          if (path.endsWith('boot_id')) return 'boot-1\n'
          return path.startsWith('/proc/') ? proc(path) : textAt(path)
        }),
      list: (folder: string) =>
        alive(() => {
          const inside = [...disk].filter(([path]) => path.startsWith(`${folder}/`))
          if (fault === 'unreadable') throw failure('EACCES')
          if (inside.length === 0) throw failure('ENOENT')
          return inside.map(([path, { text, mtimeMs }]) => ({
            name: path.slice(folder.length + 1),
            kind: 'file' as const,
            size: text.length,
            mtimeMs,
          }))
        }),
      writeText: async (path: string, text: string) => {
        if (isDead) return never()
        const isLast = writes++ === dies?.at
        if (isLast) {
          put(path, text, dies?.done ?? 0)
          kill()
          return never()
        }
        const { lagMs = 0 } = options
        if (lagMs > 0) await new Promise<void>(fn => timers.push({ at: now + lagMs, fn, owner: () => !isDead }))
        if (fault === 'full') throw failure('ENOSPC')
        if (fault === 'read-only') throw failure('EROFS')
        if (fault === 'hung') {
          await new Promise<void>(done => hung.push(done))
          if (isDead) return never()
        }
        put(path, text, 1)
        return undefined
      },
      every: (ms: number, fn: () => void) => void timers.push({ at: now + ms, every: ms, fn, owner: () => !isDead }),
    }
    const realm = {
      clock: () => now,
      sleep: (ms: number) => new Promise<void>(fn => timers.push({ at: now + ms, fn, owner: () => !isDead })),
      randomHex: () => `load-${pid}-${ids++}`,
    }
    const each = { decisions: durability, redactions: durability, conversation: durability, noise: durability }
    const audit = { durability: each, spool: { cap, full, deadline } }
    const spool = createSpool({ marketplace: 'acme', sessionId: options.id ?? session, audit }, doors, realm)
    return { spool, kill, isDead: () => isDead, writes: () => writes }
  }

  return {
    start,
    /** Lets time pass, and whatever is due happen. */
    async pass(ms = 0): Promise<void> {
      const until = now + ms
      await settle()
      for (;;) {
        const due = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        now = Math.max(now, due.at)
        if (due.every === undefined) timers.splice(timers.indexOf(due), 1)
        else due.at += due.every
        if (due.owner()) due.fn()
        await settle()
      }
      now = until
    },
    /** Somebody removes the folder. */
    wipe: () => disk.clear(),
    /** Nobody may read this file any more. */
    lock: (name: string) => void locked.add(`${FOLDER}/${name}`),
    break: (kind?: Fault) => {
      fault = kind
    },
    /** Writes that hang go on. */
    release: () => {
      for (const done of hung.splice(0)) done()
    },
    /** Names of the files that hold anything, and what. */
    files: (): Readonly<Record<string, string>> =>
      Object.fromEntries([...disk].flatMap(([path, { text }]) => (text === '' ? [] : [[path.slice(FOLDER.length + 1), text]]))),
    /** Lines of all files, in no order. */
    lines: (): string[] =>
      [...disk].flatMap(([path, { text }]) => (path.endsWith('.jsonl') ? text.split('\n').filter(line => line !== '') : [])),
    put: (name: string, text: string) => put(`${FOLDER}/${name}`, text, 1),
  }
}

export type Machine = ReturnType<typeof createMachine>

/** A line as a sealed record is one; `pad` makes it longer. */
export const lineOf = (chain: string, seq: number, pad = 0): string =>
  `{"chain":"${chain.padEnd(16, '0')}","event":"tool.check","pad":"${'x'.repeat(pad)}","seq":${seq},"sessionId":"s${chain[0]}"}`

/** Takes up everything that sessions before left, as a collector that answers for it would. Answers the lines. */
export async function recoverAll(machine: Machine, { spool }: Running): Promise<string[]> {
  const all: string[] = []
  for (let rounds = 0; rounds < 60; rounds++) {
    const got: { lines?: readonly string[] } = {}
    void spool.recover().then(lines => {
      got.lines = lines
    })
    await machine.pass(250)
    const lines = got.lines ?? []
    if (lines.length === 0 && rounds > 2) break
    all.push(...lines)
    for (const line of lines) {
      const { chain, seq } = JSON.parse(line) as { chain: string; seq: number }
      spool.acknowledge(chain, seq)
    }
    await machine.pass(1)
  }
  return all
}
