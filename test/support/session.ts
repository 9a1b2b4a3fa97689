import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { engineBinary, engineEnv } from './engine.ts'
import { canUseManaged, managedCommand } from './managed.ts'
import { type Finished, runProcess } from './process.ts'
import { createSandbox, type Files, filesUnder, type Sandbox, textOf, writeFiles, writeLinks } from './sandbox.ts'
import { type LoggedRequest, type Script, startScriptedApi } from './scripted-api.ts'

/** One headless session: what the model says, what the person asks, and what the machine holds. */
export type SessionOptions = {
  script: Script
  prompt: string
  /** What the person says after it, each once the turn before has ended: the session then reads and writes JSON lines. */
  later?: readonly string[]
  /** The person's own settings. Plugins listed in its `prependPlugins` are seated, as long as the machine has no managed settings. */
  settings?: object
  /** Managed settings, seen by this session alone; only where `canUseManaged()`. */
  managed?: object
  project?: Files
  links?: Files
  /** Makes the project a git repository with everything in it committed. */
  git?: boolean
  home?: Files
  pluginDirs?: readonly string[]
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** What is run in the place of the engine, given its command: it under other circumstances. */
  within?: (engine: readonly string[]) => readonly string[]
  /** The engine gets this signal once the project holds this file. */
  endedBy?: { file: string; signal: NodeJS.Signals }
  timeoutMs?: number
  /** An earlier sandbox to go on in, or one made ahead because the settings name its paths. */
  sandbox?: Sandbox
  /** Leaves the sandbox on disk when the process ends. */
  keep?: boolean
}

/** One transcript the engine kept: `rows` are its lines parsed, `text` is the file. */
export type Transcript = { path: string; text: string; rows: Record<string, unknown>[] }

/** What a session left. The readers look at the disk when called, until `cleanup`. */
export type Session = Finished & {
  debugLog: string
  requests: LoggedRequest[]
  transcripts: Transcript[]
  sandbox: Sandbox
  dir: string
  projectDir: string
  homeDir: string
  /** A project file's text, or '' where there is none. */
  readProject: (path: string) => string
  /** Whether the project holds this path. */
  exists: (path: string) => boolean
  cleanup: () => void
}

/**
 * Runs one headless session of the real engine to its end against a scripted API, with an environment, HOME and project of its own. Without
 * `managed` it needs no rights. What the script runs does run on this machine, as this user.
 *
 * Rejects where managed settings are asked for and cannot be given; a session that fails is an answer (`code`, `debugLog`).
 */
export async function runSession(options: SessionOptions): Promise<Session> {
  if (options.managed !== undefined && !canUseManaged())
    throw new Error('managed settings need root or user namespaces: ask canUseManaged() first')
  const sandbox = options.sandbox ?? createSandbox(options.keep)
  await furnish(sandbox, options)
  const api = await startScriptedApi(options.script)
  const debugFile = join(sandbox.dir, 'debug.log')
  const plugins = (options.pluginDirs ?? []).flatMap(folder => ['--plugin-dir', folder])
  const asked = options.later === undefined ? ['-p', options.prompt] : ['-p', ...LINES]
  const engine = [engineBinary(), ...asked, '--debug-file', debugFile, ...plugins, ...(options.args ?? [])]
  const feed = options.later && { lines: [options.prompt, ...options.later].map(messageOf), answers: isTurnsEnd }
  const command = options.managed === undefined ? engine : managedCommand(engine, options.managed, sandbox.dir)
  const argv = options.within?.(command) ?? command
  const env = engineEnv(sandbox, { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_BEDROCK_BASE_URL: api.url, ...options.env })
  const linesBefore = textOf(debugFile).length
  try {
    const endedBy = options.endedBy && { ...options.endedBy, file: join(sandbox.cwd, options.endedBy.file) }
    const finished = await runProcess(argv, { cwd: sandbox.cwd, env, timeoutMs: options.timeoutMs ?? 90_000, feed, endedBy })
    return { ...finished, ...readersOf(sandbox), debugLog: textOf(debugFile).slice(linesBefore), requests: api.requests }
  } finally {
    await api.close()
  }
}

const LINES = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--include-partial-messages', '--verbose'] as const
const messageOf = (content: string): string => JSON.stringify({ type: 'user', message: { role: 'user', content } })
const isTurnsEnd = (line: string): boolean => line.startsWith('{') && (JSON.parse(line) as { type?: unknown }).type === 'result'

/** The flag with which a session asks nobody anything: what a guard does not refuse, runs. */
export const UNATTENDED = ['--dangerously-skip-permissions'] as const

/** Puts in place what the options say the machine holds. */
export async function furnish(
  sandbox: Sandbox,
  options: Pick<SessionOptions, 'settings' | 'project' | 'links' | 'git' | 'home'>,
): Promise<void> {
  writeFiles(sandbox.cwd, options.project ?? {})
  writeLinks(sandbox.cwd, options.links ?? {})
  writeFiles(sandbox.home, options.home ?? {})
  if (options.settings !== undefined) writeFiles(sandbox.home, { '.claude/settings.json': JSON.stringify(options.settings, null, 1) })
  if (options.git === true) await makeRepository(sandbox)
}

async function makeRepository(sandbox: Sandbox): Promise<void> {
  const env = { ...engineEnv(sandbox), GIT_CONFIG_NOSYSTEM: '1' }
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid']
  const steps = [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...identity, 'commit', '-q', '--allow-empty', '-m', 'start'],
  ]
  for (const step of steps) {
    const { code, stderr } = await runProcess(['git', ...step], { cwd: sandbox.cwd, env, timeoutMs: 20_000 })
    if (code !== 0) throw new Error(`git ${step[0]} failed: ${stderr}`)
  }
}

function readersOf(sandbox: Sandbox) {
  const projects = join(sandbox.home, '.claude/projects')
  return {
    sandbox,
    dir: sandbox.dir,
    projectDir: sandbox.cwd,
    homeDir: sandbox.home,
    transcripts: filesUnder(projects, '.jsonl').map(file => transcriptOf(file, projects)),
    readProject: (path: string) => textOf(join(sandbox.cwd, path)),
    exists: (path: string) => existsSync(join(sandbox.cwd, path)),
    cleanup: sandbox.cleanup,
  }
}

function transcriptOf(file: string, root: string): Transcript {
  const text = textOf(file)
  const rows = text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]))
  return { path: relative(root, file), text, rows }
}
