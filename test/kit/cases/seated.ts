// What stands beneath the seat in a kit test. Copied beside the tests, into the built plugin: it may import nothing else.
import { type MockClock, mock, type Plugin, type TestBody, test } from 'claude-code/testing'

export const PROJECT = '/srv/project'
export const START = { surface: 'terminal', isInteractive: true, cwd: PROJECT } as const
export const TOKEN = 'zq7-fixture-token-1'
export const DOTENV_VALUE = 'zq7-fixture-dotenv-2'

/** A second each on a quiet machine. */
const TEST_MS = 60_000

/** A test of the kit, the plugins named loaded beneath the seat. */
export const kitTest = (name: string, plugins: readonly Plugin[], body: TestBody) => test(name, { plugins, timeoutMs: TEST_MS }, body)

// biome-ignore lint/suspicious/noExplicitAny: the test's registrar takes hooks of every event; each is typed by what it answers.
type On = any
// biome-ignore lint/suspicious/noExplicitAny: an event of any kind
type Event = any

/** What is beneath, as a test may change it while it runs. */
export type World = {
  /** What a tool call's check comes to. */
  check?: Readonly<Record<string, unknown>>
  /** What a tool call comes to. */
  call?: Readonly<Record<string, unknown>>
  tools?: readonly unknown[]
  /** The engine will not say which session this is. */
  isSessionUnknown?: boolean
}

export type Seen = {
  readonly clock: MockClock
  readonly reads: string[]
  readonly lists: string[]
  readonly posts: Event[]
  readonly calls: string[]
}

/** Answers everything that the seat asks, from a project that holds `.env` and `notes`. What was asked is kept. */
export function seated(on: On, world: World = {}): Seen {
  const seen = { reads: [] as string[], lists: [] as string[], posts: [] as Event[], calls: [] as string[] }
  const value = (answer: unknown) => () => ({ value: answer })
  on('session.start', (_$: unknown, e: Event) => ({ cwd: e.cwd }))
  on('session.cwd', value(PROJECT))
  on('session.root', value(PROJECT))
  on('session.id', () => (world.isSessionUnknown ? { deny: 'nobody says' } : { value: 'session-1' }))
  on('settings.read', value({ told: 'beneath' }))
  on('command.register', value({ command: 'castellan' }))
  on('tool.list', () => ({ value: world.tools ?? [] }))
  on('ui.log', value(undefined))
  on('tool.check', () => world.check ?? { decision: 'allow' })
  on('tool.call', (_$: unknown, e: Event) => {
    seen.calls.push(e.tool)
    return world.call ?? { result: 'ran' }
  })
  on('fs.list', (_$: unknown, e: Event) => {
    seen.lists.push(e.path)
    return {
      value:
        e.path === PROJECT
          ? [
              { name: '.env', kind: 'file' },
              { name: 'notes', kind: 'file' },
            ]
          : [],
    }
  })
  on('fs.read', (_$: unknown, e: Event) => {
    seen.reads.push(e.path)
    return { value: e.path === `${PROJECT}/.env` ? `DB_PASSWORD=${DOTENV_VALUE}\n` : 'text' }
  })
  on('fs.stat', (_$: unknown, e: Event) => ({ value: { kind: 'file', size: 0, mtimeMs: 0, isLink: false, realPath: e.path } }))
  on('fs.exists', value(true))
  on('fs.write', value(undefined))
  on('fs.ancestors', value([]))
  on('env.set', value(undefined))
  on('http.fetch', (_$: unknown, e: Event) => {
    seen.posts.push(e)
    return { value: { status: 200, ok: true, headers: {}, text: '' } }
  })
  mock.env(on, { HOME: '/home/person', GITHUB_TOKEN: TOKEN })
  return { ...seen, clock: mock.clock(on, { now: 1 }) }
}

/** A command as a person types it. */
export const typed = (command: string, args = '') =>
  ({ command, args, origin: { kind: 'composer' }, presentation: { isFullscreen: false, columns: 100 } }) as const
