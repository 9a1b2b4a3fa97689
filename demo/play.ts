/** Plays the story once on the real engine and keeps everything that is looked at afterwards. */
import { existsSync } from 'node:fs'
import { findEngine } from '../cli/build/find-engine.ts'
import { runEngine } from '../test/support/engine.ts'
import { type Receiver, startReceiver } from '../test/support/otlp-receiver.ts'
import { runProcess } from '../test/support/process.ts'
import { createSandbox, type Sandbox, writeFiles } from '../test/support/sandbox.ts'
import { runSession, type Session, UNATTENDED } from '../test/support/session.ts'
import { writeMods } from './mods.ts'
import { makeRepository } from './repository.ts'
import type { SpanRow } from './result.ts'
import { buildSeat, type Seat } from './seat.ts'
import { type DemoSecret, makeSecrets } from './secrets.ts'
import { rowsOf } from './span-summary.ts'
import { PROMPT, projectFiles, script } from './story.ts'

/** Says in one line what is being done, for a person who waits. */
export type Say = (line: string) => void

export type Run = {
  readonly engine: string
  readonly seat: Extract<Seat, { ok: true }>
  readonly secrets: { readonly password: DemoSecret; readonly token: DemoSecret }
  /** The project's files as they lay on the disk when the session started. */
  readonly files: Readonly<Record<string, string>>
  readonly session: Session
  readonly rows: readonly SpanRow[]
  readonly receiver: Pick<Receiver, 'spans' | 'problems' | 'exports'>
  readonly remote: { readonly before: string; readonly after: string; readonly wouldReplace: boolean }
}

export type Played =
  | { readonly is: 'played'; readonly run: Run }
  /** Something has to be installed before the demo can run. */
  | { readonly is: 'missing'; readonly what: string }
  | { readonly is: 'failed'; readonly why: string }

/** Makes the seat of a run under a folder, for an engine and the place its spans go to. */
export type MakeSeat = (dir: string, engine: string, endpoint: string) => Seat

// Some seconds on a quiet machine; a busy one may not fail it.
const SESSION_LIMIT_MS = 180_000

const NO_ENGINE =
  'No Claude Code engine was found. `npm ci` installs the one the demo is pinned to (as an optional package for this platform); or name another with CASTELLAN_ENGINE=/path/to/claude.'
const NO_GIT =
  'git was not found in /usr/local/bin, /usr/bin or /bin. The demo makes a repository for the push that is refused: install git.'

// Where they stand, managed settings alone say who is seated, and the demo seats by those of the person.
const MANAGED = ['/etc/claude-code/managed-settings.json', '/Library/Application Support/ClaudeCode/managed-settings.json']
const isManaged = (file: string) =>
  `This machine has managed settings for Claude Code (${file}), and they alone say which plugins are seated. Run the demo where there are none, in a container for example.`

async function hasGit(sandbox: Sandbox): Promise<boolean> {
  const options = { cwd: sandbox.cwd, env: { PATH: '/usr/local/bin:/usr/bin:/bin' }, timeoutMs: 10_000 }
  const finished = await runProcess(['git', '--version'], options).catch(() => undefined)
  return finished?.code === 0
}

async function playIn(sandbox: Sandbox, receiver: Receiver, engine: string, say: Say, makeSeat: MakeSeat): Promise<Played> {
  if (!(await hasGit(sandbox))) return { is: 'missing', what: NO_GIT }
  const managed = MANAGED.find(file => existsSync(file))
  if (managed !== undefined) return { is: 'failed', why: isManaged(managed) }
  say('Building policies/reference, with the engine as its judge ...')
  const seat = makeSeat(sandbox.dir, engine, `${receiver.url}/v1/traces`)
  if (!seat.ok) return { is: 'failed', why: `The policy could not be built.\n${seat.problem}` }

  const secrets = makeSecrets()
  const files = projectFiles(secrets.password, secrets.token)
  writeFiles(sandbox.cwd, files)
  const repository = await makeRepository(sandbox)
  const before = await repository.remoteHead()

  say('Running one session on the real engine, with a scripted model ...')
  const session = await runSession({
    sandbox,
    script: script(sandbox.cwd),
    prompt: PROMPT,
    settings: seat.settings,
    pluginDirs: writeMods(sandbox.dir),
    env: { [secrets.token.name]: secrets.token.value },
    args: UNATTENDED,
    timeoutMs: SESSION_LIMIT_MS,
  })
  const remote = { before, after: await repository.remoteHead(), wouldReplace: await repository.wouldReplace() }
  const { stdout } = await runEngine(['--version'], sandbox)
  const run = {
    engine: stdout.trim().replace(/ \(.*\)$/, ''),
    seat,
    secrets,
    files,
    session,
    rows: rowsOf(receiver.spans),
    receiver,
    remote,
  }
  return { is: 'played', run }
}

/** Plays it. The folders of the run are removed when `done` with it, or kept where `CASTELLAN_KEEP=1`. Rejects only on a bug. */
export async function play<T>(say: Say, done: (played: Played) => T, makeSeat: MakeSeat = buildSeat): Promise<T> {
  const engine = findEngine(undefined, process.env, process.cwd())
  if (!engine.found) return done({ is: 'missing', what: engine.is === 'unusable' ? engine.why : NO_ENGINE })
  // The session asks for the engine by this name: the build and the session are to have the same one.
  process.env.CASTELLAN_ENGINE = engine.path
  const sandbox = createSandbox()
  const receiver = await startReceiver()
  try {
    return done(await playIn(sandbox, receiver, engine.path, say, makeSeat))
  } finally {
    await receiver.close()
    if (process.env.CASTELLAN_KEEP !== '1') sandbox.cleanup()
  }
}
