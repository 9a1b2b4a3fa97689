import type { PathGlob } from '../compile/compiled.ts'
import type { Places } from '../facts/facts.ts'
import { joinPath } from '../facts/lexical-path.ts'
import { globStart } from './glob-start.ts'

/** The directories a glob is certain to start from, or its whole path where nothing in it is open; none for one that may start anywhere. */
export const globRoots = ({ base, source }: PathGlob, places: Places): readonly string[] => {
  const relative = base === 'any' ? source : source.replace(BASE_PREFIX, '')
  const start = globStart(relative)
  const certain = start === relative ? relative : start.slice(0, start.lastIndexOf('/') + 1)
  const root = certain.replace(/\/+$/, '')
  if (base === 'any') return certain.startsWith('/') ? [root || '/'] : []
  return places[base].map(directory => (root === '' ? directory : joinPath(directory, root)))
}

const BASE_PREFIX = /^(?:~|\$\{project\})(?:\/|$)/
