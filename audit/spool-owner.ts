/** Who writes a chain's files, and whether it is gone: what a dead session left is taken up, what a live one writes is let be. */

/** One load of the module in one session of one process. `space`: within it a process id means something; empty where the system does not tell. */
export type Owner = {
  readonly space: string
  readonly pid: string
  /** When the process began, as the system counts it: a number given anew is another process. */
  readonly began: string
  readonly session: string
  /** Random, of this load of the module. */
  readonly load: string
}

/** Without word from an owner that cannot be asked about, so long; it says that it is there every half minute. */
export const SILENT_MS = 5 * 60_000

export const writeOwner = (owner: Owner): string => JSON.stringify(owner)

const KEYS = ['space', 'pid', 'began', 'session', 'load'] as const

/** `left`: it went in good order. undefined: nothing that can be read. */
export function readOwner(text: string): Owner | 'left' | undefined {
  if (text === '') return 'left'
  try {
    const said = JSON.parse(text) as Readonly<Record<string, unknown>>
    return KEYS.every(key => typeof said[key] === 'string') ? (said as unknown as Owner) : undefined
  } catch {
    return undefined
  }
}

/** Process id and beginning in the text of Linux's `/proc/<pid>/stat`; the name between them may hold anything. */
export function readStat(text: string): Pick<Owner, 'pid' | 'began'> | undefined {
  const pid = /^\d+/.exec(text)?.[0]
  const began = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .at(19)
  return pid !== undefined && began !== undefined && /^\d+$/.test(began) ? { pid, began } : undefined
}

/** Whether only the process's number need be looked up to know. */
export const isNear = (owner: Owner, self: Owner): boolean => owner.space !== '' && owner.space === self.space

/**
 * Whether nobody writes those files any more. `beganNow`: when the process of that number began, undefined where there is none; asked only of one that
 * `isNear`. `silentMs`: since the owner last said that it is there.
 */
export function isGone(
  owner: Owner | 'left' | undefined,
  self: Owner,
  seen: { readonly beganNow: string | undefined; readonly silentMs: number },
): boolean {
  if (owner === 'left') return true
  const isSilent = seen.silentMs > SILENT_MS
  if (owner === undefined || !isNear(owner, self)) return isSilent
  const isThisProcess = owner.pid === self.pid && owner.began === self.began
  // A session has one module of castellan: what another load of it began, this one replaced.
  if (isThisProcess) return owner.load !== self.load && (owner.session === self.session || isSilent)
  return seen.beganNow !== owner.began
}
