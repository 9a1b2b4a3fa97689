import { race } from './realm.ts'

/**
 * What comes up, unless the time is up first: then it rejects. The engine unloads a module whose hooks run on after their time twice in a row
 * (seen on 2.1.332), and the outermost hook ends with what ends it.
 */
export const inTime = <T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (signal === undefined) return answer
  const isUp = new Promise<never>((_, reject) => {
    const end = (): void => reject(new Error('castellan: out of time'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
  })
  return race([answer, isUp])
}
