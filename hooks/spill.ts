/** Output too long for an answer: the engine keeps it whole in a file that the answer names, and the model may read it. */
import { tidyPath } from '../policy/facts/lexical-path.ts'
import { type Hits, NO_HITS } from '../redact/hits.ts'
import type { Redactor } from '../redact/redactor.ts'
import type { Doors } from './doors.ts'

/** A file of the engine's own, beneath its projects folder. What an answer names is anybody's word, and no other file may be written over. */
const SPILLED = /^\/[^/]+\/[^/]+\/tool-results\/[^/]+\.txt$/

/** `$.fs.write` takes so many characters at most (seen on 2.1.332), less room for the line that says so. */
const MAX_LENGTH = 4_194_304 - 1024
const CUT = '\n[castellan: the rest was left out: longer than a mod may write]\n'
const GONE = '[castellan: this output could not be read whole, so it could not be cleaned of secret values, and was removed]\n'

type Answer = { readonly result?: unknown; readonly text?: string }

const foldersOf = async (doors: Doors): Promise<readonly string[]> => {
  const [configured, home] = await Promise.all([doors.configFolder(), doors.home()])
  return [configured, home && `${home}/.claude`]
    .filter(folder => folder !== undefined && folder !== '')
    .map(folder => tidyPath(`${folder}/projects`))
}

/** What stands in a text after the projects folder: no folder of the engine's making has blanks in its name, though the way to them may. */
const TOLD = /^\/[^/\s]+\/([^/\s]+)\/tool-results\/[^/\s"'<>]+\.txt/

/** Longer than any such name. */
const MOST_OF_NAME = 1024

/**
 * The file that an answer says it was spilled to; undefined where there is none. Texts name such files for other reasons as well, a listing of them for one:
 * in them only a file of this very session counts.
 */
async function spilledPath(doors: Doors, { result, text }: Answer): Promise<string | undefined> {
  const named = typeof result === 'object' && result !== null && 'persistedOutputPath' in result ? result.persistedOutputPath : undefined
  if (typeof named === 'string') return named
  const told = typeof result === 'string' ? result : text
  if (told === undefined || !told.includes('/tool-results/')) return undefined
  const session = await doors.sessionId()
  for (const folder of await foldersOf(doors)) {
    for (let at = told.indexOf(`${folder}/`); at >= 0; at = told.indexOf(`${folder}/`, at + 1)) {
      const match = TOLD.exec(told.slice(at + folder.length, at + folder.length + MOST_OF_NAME))
      if (match?.[1] === session) return folder + match[0]
    }
  }
  return undefined
}

/** Whether the engine made it: by its name, and by where that leads. A link to another file has such a name as well. */
async function isEngines(doors: Doors, path: string): Promise<boolean> {
  const folder = (await foldersOf(doors)).find(one => path.startsWith(`${one}/`))
  if (folder === undefined) return false
  const rest = path.slice(folder.length)
  const real = (one: string) => doors.realPath(one).catch(() => '')
  return SPILLED.test(rest) && (await real(path)) === (await real(folder)) + rest
}

/**
 * Cleans the file behind a spilled answer in place. A file that cannot be read is written over: what it holds is not known. Answers what was cut;
 * undefined where it stays as it is, or there is none. Rejects when it cannot be written, and the answer is then withheld.
 */
export async function scrubSpilled(redactor: Redactor, doors: Doors, answer: Answer): Promise<Hits | undefined> {
  const path = await spilledPath(doors, answer)
  if (path === undefined || !(await isEngines(doors, path))) return undefined
  const raw = await doors.readText(path).catch(() => undefined)
  const { text, hits } = raw === undefined ? { text: GONE, hits: NO_HITS } : redactor.text(raw)
  if (text === raw) return undefined
  await doors.writeText?.(path, text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) + CUT : text)
  return hits
}
