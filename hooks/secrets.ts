/** Loads the values that must not reach the model: named environment variables and dotenv files under the project. */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { parseDotenv } from '../redact/dotenv.ts'
import { eligible } from '../redact/eligible.ts'
import { createRedactor, type Redactor } from '../redact/redactor.ts'
import type { Doors } from './doors.ts'
import { GUARD_FAILED } from './guard-failed.ts'
import type { SessionFacts } from './session.ts'

/** How far a `**` in a dotenv glob looks, which folders it leaves out, and how many are opened at most: a walk must not hold a session. */
const MAX_DEPTH = 5
const MAX_FOLDERS = 500
const SKIPPED = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', 'vendor', 'dist', 'target'])

type Named = { readonly name: string; readonly value: string }

/** `names`: what is registered. `refused`: what was found and cannot be a secret, with why; never a value. */
export type LoadedSecrets = { readonly redactor: Redactor; readonly refused: readonly { readonly name: string; readonly why: string }[] }

/** A file that castellan's own gate refused because it failed is no file that cannot be read: whatever it holds is not known yet. */
function rethrowGuardFailure(error: unknown): void {
  const isGuardFailure = error instanceof Error && error.message.includes(GUARD_FAILED)
  if (isGuardFailure) throw error
}

/** Whether a file beneath this folder could fit the glob. What the glob names is entered; what its `**` only reaches is bounded. */
function mayHold(source: string, folder: readonly string[]): boolean {
  const wanted = source.split('/')
  for (const [at, name] of folder.entries()) {
    const segment = wanted[at]
    if (segment === '**') return folder.length - at <= MAX_DEPTH && !folder.slice(at).some(one => SKIPPED.has(one))
    const isLast = at >= wanted.length - 1
    if (segment === undefined || isLast) return false
    const isOpen = /[*?[{\\]/.test(segment)
    if (!isOpen && segment.toLowerCase() !== name.toLowerCase()) return false
  }
  return true
}

async function dotenvFiles(doors: Doors, project: string, globs: CompiledPolicy['secrets']['dotenv']): Promise<string[]> {
  if (globs.length === 0) return []
  const found: string[] = []
  let folders = ['']
  let opened = 0
  while (folders.length > 0) {
    const next: string[] = []
    for (const folder of folders) {
      if (opened === MAX_FOLDERS) {
        doors.log(`castellan: only ${MAX_FOLDERS} folders were searched for dotenv files: values in the others are not known as secrets`)
        return found
      }
      opened++
      const entries = await doors.list(folder === '' ? project : `${project}/${folder}`).catch(error => {
        rethrowGuardFailure(error)
        doors.log(`castellan: the folder ${folder || '.'} could not be searched for dotenv files`)
        return []
      })
      for (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.kind === 'dir') {
          const segments = path.split('/')
          if (globs.some(glob => mayHold(glob.source, segments))) next.push(path)
        } else if (globs.some(glob => glob.re.test(path))) found.push(path)
      }
    }
    folders = next
  }
  return found
}

async function load(policy: CompiledPolicy, doors: Doors, project: string): Promise<LoadedSecrets> {
  const named: Named[] = []
  for (const [name, value] of Object.entries(await doors.secretEnv())) if (value !== undefined) named.push({ name, value })
  for (const file of await dotenvFiles(doors, project, policy.secrets.dotenv)) {
    // A session goes on without a file it cannot read, such as one of other people's: most of these the model cannot be shown either.
    const text = await doors.readText(`${project}/${file}`).catch(error => {
      rethrowGuardFailure(error)
      doors.log(`castellan: ${file} could not be read: its values are not known as secrets`)
      return ''
    })
    named.push(...parseDotenv(text))
  }
  const secrets: Named[] = []
  const refused: { name: string; why: string }[] = []
  const known = new Set<string>()
  for (const { name, value } of named) {
    if (value === '') continue
    const judged = eligible(name, value)
    if (!judged.ok) refused.push({ name, why: judged.why })
    else if (!known.has(judged.value)) {
      known.add(judged.value)
      secrets.push({ name, value: judged.value })
    }
  }
  return { redactor: createRedactor(secrets), refused }
}

/** A memo that holds the promise. Loaded before the first request at session start, and again lazily after a worker respawn. Rejects when the session cannot be read: redactors then refuse. */
export function createSecrets(
  policy: CompiledPolicy,
  session: (doors: Doors) => Promise<SessionFacts>,
): (doors: Doors) => Promise<LoadedSecrets> {
  let loaded: Promise<LoadedSecrets> | undefined
  return doors => {
    loaded ??= session(doors)
      .then(({ places }) => load(policy, doors, places.project[0] ?? '.'))
      .then(secrets => {
        for (const { name, why } of secrets.refused) doors.log(`castellan: ${name} is not treated as a secret: ${why}`)
        return secrets
      })
      .catch(error => {
        loaded = undefined
        throw error
      })
    return loaded
  }
}
