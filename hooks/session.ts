/** What castellan knows of the session it stands in. Asked once and kept; asked again after a worker respawn, when the module is new. */
import { foldPath } from '../policy/facts/lexical-path.ts'
import type { Places } from '../policy/facts/facts.ts'
import type { Doors } from './doors.ts'

export type SessionFacts = { readonly id: string; readonly places: Places }

const MISSING = ''

/**
 * The real spelling of an absolute path: links followed, and for a file that is not there its nearest existing parent's plus the rest.
 * undefined: it cannot be told where it lands.
 */
export async function resolvePath(doors: Pick<Doors, 'realPath'>, path: string): Promise<string | undefined> {
  const tail: string[] = []
  for (let at = path; ; ) {
    const landed = await doors.realPath(at).catch(() => MISSING)
    if (landed === undefined) return undefined
    if (landed !== MISSING) return tail.length === 0 ? landed : foldPath([landed, ...tail].join('/'))
    const cut = at.lastIndexOf('/')
    if (cut < 0 || at === '/') return undefined
    tail.unshift(at.slice(cut + 1))
    at = cut === 0 ? '/' : at.slice(0, cut)
  }
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
