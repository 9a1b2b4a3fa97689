/** Ways out of the realm that lead nowhere: a small disk in memory, and a count of what was asked. */
import type { Doors, Entry } from '../../hooks/doors.ts'

export const PROJECT = '/srv/project'
export const HOME = '/home/person'

export type World = {
  /** Text by absolute path. Folders are those that files stand in. */
  readonly files?: Readonly<Record<string, string>>
  /** Where a link leads, by absolute path; undefined: nowhere. */
  readonly links?: Readonly<Record<string, string | undefined>>
  readonly env?: Readonly<Record<string, string | undefined>>
}

export type FakeDoors = Doors & { readonly asked: string[]; readonly logged: string[]; readonly tick: () => void }

const missing = (path: string): Error => new Error(`ENOENT: ${path}`)

/** `more` stands in place of the door of that name. */
export function fakeDoors({ files = {}, links = {}, env = {} }: World = {}, more: Partial<Doors> = {}): FakeDoors {
  const asked: string[] = []
  const logged: string[] = []
  const timers: (() => void)[] = []
  const paths = Object.keys(files)
  const isThere = (path: string): boolean => path === '/' || paths.some(file => file === path || file.startsWith(`${path}/`))

  const entriesOf = (folder: string): Entry[] => {
    const beneath = paths.filter(path => path.startsWith(`${folder}/`)).map(path => path.slice(folder.length + 1))
    const names = new Set(beneath.map(path => path.split('/')[0] as string))
    return [...names].map(name => ({ name, kind: beneath.includes(name) ? 'file' : 'dir', mtimeMs: 0 }))
  }

  const plain: Doors = {
    home: async () => HOME,
    configFolder: async () => undefined,
    projectRoot: async () => PROJECT,
    cwd: async () => PROJECT,
    sessionId: async () => 'session-1',
    async readText(path) {
      const text = files[path]
      if (text === undefined) throw missing(path)
      return text
    },
    async stat(path) {
      const text = files[path]
      if (text === undefined) throw missing(path)
      return { kind: 'file', size: text.length, mtimeMs: 0 }
    },
    async realPath(path) {
      if (Object.hasOwn(links, path)) return links[path]
      if (!isThere(path)) throw missing(path)
      return path
    },
    list: async path => entriesOf(path),
    startShell: async () => undefined,
    tools: async () => [],
    managedSettings: async () => ({}),
    secretEnv: async () => env,
    registerCommand: async () => undefined,
    every: (_ms, fn) => void timers.push(fn),
    log: line => void logged.push(line),
    ...more,
  }
  const counted = Object.entries(plain).map(([name, door]) => [
    name,
    (...given: unknown[]) => {
      asked.push(typeof given[0] === 'string' && name !== 'log' && name !== 'post' ? `${name} ${given[0]}` : name)
      return (door as (...given: unknown[]) => unknown)(...given)
    },
  ])
  const tick = (): void => {
    for (const timer of timers) timer()
  }
  return { ...(Object.fromEntries(counted) as Doors), asked, logged, tick }
}

/** A promise settled from outside. */
export function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: Error) => void
  const promise = new Promise<T>((done, fail) => {
    resolve = done
    reject = fail
  })
  return { promise, resolve, reject }
}
