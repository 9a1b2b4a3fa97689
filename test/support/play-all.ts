/** So many sessions run at once: each is half a gigabyte, and most of those that wait for a hook that hangs need nothing else. */
const AT_ONCE = 6

/** How long a file's sessions may take, all together, where the machine has other things to do as well. */
export const PATIENCE_MS = 300_000

/** Starts these, a few at a time in the order they stand, and answers what each came to, by its name. Rejects with the first that does. */
export async function playAll<Played extends Readonly<Record<string, () => Promise<unknown>>>>(
  plays: Played,
): Promise<{ [Name in keyof Played]: Awaited<ReturnType<Played[Name]>> }> {
  const waiting = Object.entries(plays)
  const played: Record<string, unknown> = {}
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) played[next[0]] = await next[1]()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return played as { [Name in keyof Played]: Awaited<ReturnType<Played[Name]>> }
}
