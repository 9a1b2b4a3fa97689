/**
 * The values that must not reach the model, from every source of the policy. Loaded before the first request, lazily again after a worker respawn, and
 * looked at again while a session goes on. What was known once stays known: a value that was replaced may still stand in the conversation.
 */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { withBytes } from '../redact/bytes-layer.ts'
import { parseDotenv } from '../redact/dotenv.ts'
import { eligible } from '../redact/eligible.ts'
import type { Found } from '../redact/found.ts'
import { createKnown, type Known } from '../redact/known-values.ts'
import { markerName } from '../redact/marker.ts'
import { createRedactor, type Redactor } from '../redact/redactor.ts'
import type { Doors } from './doors.ts'
import type { LoadedSecrets } from './loaded-secrets.ts'
import type { Parts } from './parts.ts'
import { clock } from './realm.ts'
import { dotenvFiles } from './secret-dotenv.ts'
import { createFileReader } from './secret-file.ts'
import type { Source } from './secret-source.ts'
import type { SessionFacts } from './session.ts'

/** How old what is known may be where no tool has run since; and no more than a twentieth of the time goes into looking. */
export const MAX_AGE_MS = 2000
const SHARE = 20

/** After a call that may have changed any file the project is searched; after these tools, which change none, only where that is due, or so quick. */
const QUICK_MS = 20
const READERS = /^(?:Read|Glob|Grep|LS|WebFetch|WebSearch|TodoWrite|ToolSearch)$/

/** Characters that the values of one dotenv file may have in all: the project's files must not keep the worker longer than a hook has. */
export const MOST_OF_DOTENV = 65_536

function dotenvValues(text: string): Found {
  let room = MOST_OF_DOTENV
  const all = parseDotenv(text)
  const values = all.filter(({ value: { length } }) => {
    const fits = length <= room
    if (fits) room -= length
    return fits
  })
  return values.length === all.length ? { values } : { values, failure: 'holds more than is read of a dotenv file: the rest is not known' }
}

export type Secrets = {
  /** What is known, looked at again where it is old. A burst makes one look. Rejects when the session, or a required source, cannot be read: redactors then refuse. */
  (doors: Doors): Promise<LoadedSecrets>
  /** The same after a call of this tool, which may have changed any file: a look that began earlier does not do. */
  readonly refresh: (doors: Doors, tool: string) => Promise<LoadedSecrets>
  /** The sources, or parts of them, that could not be loaded, each with why. */
  readonly failures: () => readonly string[]
}

const same = (redactor: Redactor): Redactor => redactor

type RedactorOf = (secrets: readonly Known[]) => Redactor

/** `ways`: to the project and the home. They stand in every request: what is a part of them is no secret, and without it no path could be used. */
function loadedOf(all: readonly Known[], ways: readonly string[], redactorOf: RedactorOf): LoadedSecrets {
  const isOnWay = ({ value }: Known): boolean => ways.some(way => way.includes(value))
  const found = all.filter(one => !isOnWay(one))
  const redactor = redactorOf(found)
  const onWay = all
    .filter(isOnWay)
    .map(({ name }) => ({ name: markerName(name), why: 'stands in the path of the project or the home directory' }))
  return {
    redactor,
    refused: [...redactor.refused, ...onWay],
    secrets: found.filter(({ value, force }) => eligible(value, force).ok),
  }
}

/** `now`: milliseconds. `redactorOf` makes the redactor of the values, in order of priority. */
export function createSecrets(
  policy: Pick<CompiledPolicy, 'secrets'>,
  session: (doors: Doors) => Promise<SessionFacts>,
  { moreSources, withPatterns = same }: Parts = {},
  now: () => number = clock,
  redactorOf: RedactorOf = known => withPatterns(withBytes(createRedactor(known)), policy.secrets.patterns ?? []),
): Secrets {
  const { dotenv, force } = policy.secrets
  const readFile = createFileReader(now)
  const others = moreSources?.(policy, readFile, now)
  const isMoving = others !== undefined || dotenv.length > 0
  const known = createKnown(force)
  const failures = new Map<string, string>()
  const told = new Set<string>()
  const missing = new Set<string>()
  const unsearched = new Set<string>()
  let dotenvs: readonly string[] = []
  let hasEnv = false
  let loaded: LoadedSecrets | undefined
  /** More is known than `loaded` tells, be it of a look that failed midway: no source gives again what it gave. */
  let isMore = true
  let lookedAt = 0
  let cost = 0

  const tell = (doors: Doors, line: string): void => {
    if (!told.has(line)) doors.log(`castellan: ${line}`)
    told.add(line)
  }

  const fail = (doors: Doors, label: string, why: string): void => {
    failures.set(label, why)
    tell(doors, `${label} ${why}`)
  }

  /** Which dotenv files there are now. What had failed and is gone, or can be searched, has not failed any more. */
  const search = async (doors: Doors, project: string): Promise<void> => {
    const before = [...dotenvs, ...unsearched]
    unsearched.clear()
    dotenvs = await dotenvFiles(doors, project, dotenv, (what, why) => {
      unsearched.add(what)
      fail(doors, what, why)
    })
    const still = new Set([...dotenvs, ...unsearched])
    for (const label of before) if (!still.has(label)) failures.delete(label)
  }

  /** `isWhole`: the project is searched, besides a look at the files that are known. */
  const update = async (doors: Doors, isWhole: boolean): Promise<LoadedSecrets> => {
    const began = now()
    const { places } = await session(doors)
    const project = places.project[0] ?? '.'
    if (!hasEnv) for (const [name, value = ''] of Object.entries(await doors.secretEnv())) known.add(name, value)
    hasEnv = true
    if (isWhole) await search(doors, project)
    const sources: readonly Source[] = [
      ...dotenvs.map(label => ({ label, look: () => readFile(doors, `${project}/${label}`, dotenvValues) })),
      ...(others?.(doors, places, isWhole) ?? []),
    ]
    const looks = await Promise.allSettled(sources.map(({ look }) => look()))
    for (const [i, { label, isRequired }] of sources.entries()) {
      const look = looks[i]
      const found = look?.status === 'fulfilled' ? look.value : undefined
      if (found === undefined) continue
      for (const { name, value } of found.values) if (known.add(name, value)) isMore = true
      if (found.failure === undefined) {
        failures.delete(label)
        missing.delete(label)
      } else {
        fail(doors, label, found.failure)
        // Loaded once is enough: what it held then stays known.
        if (isRequired && loaded === undefined) missing.add(label)
      }
    }
    for (const look of looks) if (look.status === 'rejected') throw look.reason
    if (missing.size > 0) throw new Error(`secrets are not known: ${[...missing].join(', ')}`)
    if (isMore) {
      loaded = loadedOf(known.values(), [...places.project, ...places.home], redactorOf)
      isMore = false
      for (const { name, why } of loaded.refused) tell(doors, `${name} is not treated as a secret: ${why}`)
    }
    if (isWhole) {
      lookedAt = now()
      cost = lookedAt - began
    }
    return loaded as LoadedSecrets
  }

  let running: Promise<LoadedSecrets> | undefined
  let waiting: Promise<LoadedSecrets> | undefined
  let isWholeNext = false
  const isOld = (): boolean => isMoving && now() - lookedAt > Math.max(MAX_AGE_MS, SHARE * cost)
  const start = (doors: Doors, isWhole: boolean): Promise<LoadedSecrets> => {
    const mine = update(doors, isWhole || loaded === undefined).finally(() => {
      if (running === mine) running = undefined
    })
    running = mine
    return mine
  }
  const ask = async (doors: Doors): Promise<LoadedSecrets> =>
    running ?? waiting ?? (loaded === undefined || isOld() ? start(doors, true) : loaded)
  const refresh: Secrets['refresh'] = (doors, tool) => {
    if (!isMoving) return ask(doors)
    isWholeNext ||= cost < QUICK_MS || !READERS.test(tool) || isOld()
    const go = (): Promise<LoadedSecrets> => {
      const isWhole = isWholeNext
      waiting = undefined
      isWholeNext = false
      return start(doors, isWhole)
    }
    if (running === undefined && waiting === undefined) return go()
    waiting ??= running?.then(go, go) ?? go()
    return waiting
  }
  return Object.assign(ask, { refresh, failures: () => [...failures].map(parts => parts.join(' ')) })
}
