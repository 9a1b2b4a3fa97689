/** What castellan knows of the session it stands in. Asked once and kept; asked again after a worker respawn, when the module is new. */

import type { Places } from '../policy/facts/facts.ts'
import { foldPath } from '../policy/facts/lexical-path.ts'
import type { Doors } from './doors.ts'

export type SessionFacts = { readonly id: string; readonly places: Places }

const MISSING = ''
/** Look-ups one path may cost. No honest path needs as many, and each is a call to the engine. */
const MAX_LOOKUPS = 128

/**
 * The real spelling of an absolute path: links followed, and for a file that is not there its nearest existing parent's plus the rest.
 * A `..` leaves the folder that the link before it leads to, as the kernel has it. undefined: it cannot be told where it lands.
 */
export async function resolvePath(
  doors: Pick<Doors, 'realPath'>,
  path: string,
  budget = { left: MAX_LOOKUPS },
): Promise<string | undefined> {
  const up = /\/\.\.(?=\/|$)/.exec(path)
  if (up !== null) {
    const before = await resolvePath(doors, path.slice(0, up.index) || '/', budget)
    return before === undefined ? undefined : resolvePath(doors, foldPath(`${before}/..`) + path.slice(up.index + 3), budget)
  }
  const tail: string[] = []
  for (let at = path; budget.left-- > 0; ) {
    const landed = await doors.realPath(at).catch(() => MISSING)
    if (landed === undefined) return undefined
    if (landed !== MISSING) return tail.length === 0 ? landed : foldPath([landed, ...tail].join('/'))
    const cut = at.lastIndexOf('/')
    if (cut < 0 || at === '/') return undefined
    tail.unshift(at.slice(cut + 1))
    at = cut === 0 ? '/' : at.slice(0, cut)
  }
  return undefined
}

const bothSpellings = async (doors: Doors, path: string): Promise<string[]> => {
  const real = await resolvePath(doors, path)
  return real === undefined || real === path ? [path] : [path, real]
}

/** A memo that holds the promise, so that a burst asks once; a rejected one is asked again next time. */
export function createSessionFacts(): (doors: Doors) => Promise<SessionFacts> {
  let known: Promise<SessionFacts> | undefined
  return doors => {
    known ??= askSession(doors).catch(error => {
      known = undefined
      throw error
    })
    return known
  }
}

async function askSession(doors: Doors): Promise<SessionFacts> {
  const [id, home, project] = await Promise.all([doors.sessionId(), doors.home(), doors.projectRoot()])
  return {
    id,
    places: {
      home: home === undefined || home === '' ? [] : await bothSpellings(doors, foldPath(home)),
      project: await bothSpellings(doors, foldPath(project)),
    },
  }
}
