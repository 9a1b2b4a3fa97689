import { foldPath, joinPath } from '../facts/lexical-path.ts'
import { CASE_HOME, CASE_PROJECT } from './case.ts'

/** As the kernel: a path that takes more hops leads nowhere. */
const MAX_HOPS = 40

export type Links = ReadonlyMap<string, string>

/** A case's links, both ends absolute; relative ones start at the project directory, `~/` is the case's home. */
export const linksOf = (written: Readonly<Record<string, string>> = {}): Links =>
  new Map(Object.entries(written).map(([path, target]) => [foldPath(absolute(path)), absolute(target)]))

/** A path of a case, absolute, `..` kept. */
export const absolute = (path: string): string =>
  path === '~' || path.startsWith('~/') ? CASE_HOME + path.slice(1) : joinPath(CASE_PROJECT, path)

/**
 * Where an absolute path leads once every link on it is followed, step by step, so that `..` goes up from where a link led.
 * Whatever is no link is taken to be there. undefined after `MAX_HOPS` links.
 */
export const followLinks = (path: string, links: Links): string | undefined => {
  let at = '/'
  let hops = 0
  const ahead = path.split('/').reverse()
  while (ahead.length > 0) {
    at = foldPath(`${at}/${ahead.pop()}`)
    const target = links.get(at)
    if (target === undefined) continue
    hops += 1
    if (hops > MAX_HOPS) return undefined
    at = '/'
    ahead.push(...target.split('/').reverse())
  }
  return at
}
