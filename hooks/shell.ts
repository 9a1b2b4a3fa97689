/**
 * What the person's shell makes of names. The engine writes its aliases and functions down when the first command starts it, which is after that
 * command was judged: so the shell is started once before, with a command that does nothing. The file is read again whenever it has changed,
 * since every command begins by running it.
 */
import type { Known } from '../policy/shell/known.ts'
import { readSnapshots } from '../policy/shell/snapshot.ts'
import type { Doors } from './doors.ts'
import { sleep } from './realm.ts'

/** undefined: nothing could be learned so far, and every name is taken for a program. */
export type Shell = {
  /** What is known by the time of a command; the first one waits for the shell to start, as it would have to anyway. */
  readonly learn: (doors: Doors) => Promise<Known | undefined>
  /** What was learned so far: it starts nothing. */
  readonly learned: () => Promise<Known | undefined>
}

/**
 * How often, and how long each time, a command waits for the shell to start, the first time: less than a hook has. One that is judged before knows only
 * what other sessions of the same home left. A session that ends waits for the timers there are, so none is long.
 */
const MAX_WAITS = 140
const WAIT_MS = 50
/** Sessions of the same home keep their files in one folder, and none says whose it is: so many of the newest are read. */
const MAX_SNAPSHOTS = 4

const stringify = JSON.stringify

export function createShell(): Shell {
  let starting: Promise<void> | undefined
  let isOver = false
  let folder: string | undefined
  let seen = '[]'
  let known: Promise<Known> | undefined

  // For want of a shell or a file it does not reject.
  const learn: Shell['learn'] = async doors => {
    starting ??= doors
      .startShell()
      .catch(() => doors.log('castellan: the shell could not be started: no aliases'))
      .then(() => {
        isOver = true
      })
    for (let waits = 0; !isOver && waits < MAX_WAITS; waits++) await Promise.race([starting, sleep(WAIT_MS)])
    isOver = true
    folder ??= await snapshotFolder(doors)
    if (folder === undefined) return undefined
    const all = await doors.list(folder).catch(() => [])
    const listed = stringify(all)
    if (listed !== seen) {
      seen = listed
      const newest = all.toSorted((one, other) => one.mtimeMs - other.mtimeMs).slice(-MAX_SNAPSHOTS)
      known = Promise.all(newest.map(({ name }) => doors.readText(`${folder}/${name}`).catch(() => ''))).then(readSnapshots)
    }
    return known
  }
  return { learn, learned: async () => known }
}

/** undefined without a home: a relative folder would be the project's. */
async function snapshotFolder(doors: Doors): Promise<string | undefined> {
  const configFolder = await doors.configFolder()
  if (configFolder) return `${configFolder}/shell-snapshots`
  const home = await doors.home()
  return home ? `${home}/.claude/shell-snapshots` : undefined
}
