/** The values that sources gave, each once. */
import { isNameIn } from '../policy/decide/name-glob.ts'

export type Known = { readonly name: string; readonly value: string; readonly force: boolean }

/** `force`: globs over the names whose values may be short. */
export function createKnown(force: readonly string[] = []) {
  const known = new Map<string, Known>()
  return {
    /** Whether the value was not known so far. The first name stands for a value that has several, and is forced where one of them is. */
    add(name: string, value: string): boolean {
      const trimmed = value.trim()
      const before = known.get(trimmed)
      const isForced = force.some(glob => isNameIn(glob, name))
      if (trimmed === '' || (before && (before.force || !isForced))) return false
      known.set(trimmed, { name: before?.name ?? name, value: trimmed, force: isForced })
      return true
    },
    /** In the order in which they came to be known. */
    values: (): readonly Known[] => [...known.values()],
  }
}
