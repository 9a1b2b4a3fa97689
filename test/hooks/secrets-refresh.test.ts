import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Doors } from '../../hooks/doors.ts'
import { MAX_AGE_MS, MOST_OF_DOTENV } from '../../hooks/secrets.ts'
import { createRedactor } from '../../redact/redactor.ts'
import { deferred, fakeDoors, PROJECT } from './doors.ts'
import { secretsFrom } from './secrets-from.ts'

const VALUE = 'zq7-fixture-value-1'
const OTHER = 'zq7-fixture-value-2'
const THIRD = 'zq7-fixture-value-3'
const DOTENV = { dotenv: ['.env', '.env.*'] }

const APP = { name: 'app', kind: 'dir', mtimeMs: 0 } as const

/** A disk whose files a test changes, and doors to it; a file that is written has a new time. */
function disk(start: Record<string, string> = {}, more: Partial<Doors> = {}) {
  const files: Record<string, string> = {}
  const times = new Map<string, number>()
  let ticks = 0
  const write = (path: string, text: string): void => {
    files[`${PROJECT}/${path}`] = text
    times.set(`${PROJECT}/${path}`, ++ticks)
  }
  for (const [path, text] of Object.entries(start)) write(path, text)
  const doors = fakeDoors(
    {},
    {
      stat: async path => {
        if (files[path] === undefined) throw new Error(`fs.stat failed: ENOENT`)
        return { kind: 'file', mtimeMs: times.get(path) ?? 0, size: files[path].length }
      },
      readText: async path => files[path] ?? Promise.reject(new Error('ENOENT')),
      list: async () => Object.keys(files).map(path => ({ name: path.slice(PROJECT.length + 1), kind: 'file', mtimeMs: 0 })),
      ...more,
    },
  )
  return { doors, write, remove: (path: string) => void delete files[`${PROJECT}/${path}`] }
}

beforeEach(() => vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => vi.useRealTimers())

describe('while a session goes on', () => {
  test('a file that changed is read again, and what it held before stays known', async () => {
    const { doors, write } = disk({ '.env': `A=${VALUE}` })
    const secrets = secretsFrom(DOTENV)
    await secrets(doors)
    write('.env', `A=${OTHER}`)
    const { redactor } = await secrets.refresh(doors, 'Bash')
    expect(redactor.text(`${VALUE} ${OTHER}`).text).toBe('‹secret:A› ‹secret:A›')
  })

  test('a file that comes to be is found after the call that made it, and one that goes is missed by nobody', async () => {
    const { doors, write, remove } = disk({ '.env': `A=${VALUE}` })
    const secrets = secretsFrom(DOTENV)
    await secrets(doors)
    write('.env.local', `B=${OTHER}`)
    remove('.env')
    const { redactor } = await secrets.refresh(doors, 'Bash')
    expect(redactor.names).toEqual(['A', 'B'])
    expect(secrets.failures()).toEqual([])
  })

  test('what did not change is not read again, and the redactor is the same', async () => {
    const { doors } = disk({ '.env': `A=${VALUE}` })
    const secrets = secretsFrom(DOTENV)
    const first = await secrets(doors)
    expect(await secrets.refresh(doors, 'Bash')).toBe(first)
    expect(doors.asked.filter(asked => asked.startsWith('readText'))).toHaveLength(1)
  })

  test('a file so new that its time may not tell a further change is read again', async () => {
    const { doors, write } = disk({}, { stat: async () => ({ kind: 'file', mtimeMs: Date.now(), size: 22 }) })
    const secrets = secretsFrom(DOTENV)
    write('.env', `A=${VALUE}`)
    await secrets(doors)
    write('.env', `A=${OTHER}`)
    expect((await secrets.refresh(doors, 'Read')).redactor.text(OTHER).text).toBe('‹secret:A›')
  })

  test('after a call that only reads the project is searched as well, where that is quick', async () => {
    const { doors, write } = disk({ '.env': `A=${VALUE}` })
    const secrets = secretsFrom(DOTENV)
    await secrets(doors)
    write('.env.local', `B=${OTHER}`)
    expect((await secrets.refresh(doors, 'Read')).redactor.names).toEqual(['A', 'B'])
  })

  test('where it is not, known files are looked at, and the project is searched when that is due', async () => {
    const quick = disk({ '.env': `A=${VALUE}` })
    const { write } = quick
    const list: Doors['list'] = path => {
      vi.advanceTimersByTime(50)
      return quick.doors.list(path)
    }
    const doors = { ...quick.doors, list }
    const secrets = secretsFrom(DOTENV)
    await secrets(doors)
    write('.env', `A=${OTHER}`)
    write('.env.local', `B=${THIRD}`)
    expect((await secrets.refresh(doors, 'Read')).redactor.text(OTHER + THIRD).text).toBe(`‹secret:A›${THIRD}`)
    vi.advanceTimersByTime(MAX_AGE_MS + 1)
    expect((await secrets.refresh(doors, 'Read')).redactor.text(THIRD).text).toBe('‹secret:B›')
    expect(doors.asked.filter(asked => asked.startsWith('list'))).toHaveLength(2)
  })

  test('who asks without a call looks again only when what is known is old', async () => {
    const { doors, write } = disk({ '.env': `A=${VALUE}` })
    const secrets = secretsFrom(DOTENV)
    await secrets(doors)
    write('.env', `A=${OTHER}`)
    expect((await secrets(doors)).redactor.text(OTHER).text).toBe(OTHER)
    vi.advanceTimersByTime(MAX_AGE_MS + 1)
    expect((await secrets(doors)).redactor.text(OTHER).text).toBe('‹secret:A›')
  })

  test('a search that takes long is not made again so soon', async () => {
    const slow = async () => {
      vi.advanceTimersByTime(1000)
      return []
    }
    const { doors } = disk({}, { list: slow })
    const secrets = secretsFrom(DOTENV)
    await secrets(doors)
    const searches = () => doors.asked.filter(asked => asked.startsWith('list')).length
    vi.advanceTimersByTime(MAX_AGE_MS + 1)
    await secrets(doors)
    expect(searches()).toBe(1)
    vi.advanceTimersByTime(20_000)
    await secrets(doors)
    expect(searches()).toBe(2)
  })

  test('without files to look at, nothing is looked at', async () => {
    const { doors } = disk()
    const secrets = secretsFrom({ env: ['TOKEN'] })
    const first = await secrets(doors)
    vi.advanceTimersByTime(60_000)
    expect(await secrets.refresh(doors, 'Bash')).toBe(first)
    expect(doors.asked.filter(asked => asked === 'secretEnv')).toHaveLength(1)
  })

  test('calls that end together share a look, which began after all of them', async () => {
    const held = deferred<void>()
    let isHeld = false
    const { doors, write } = disk({ '.env': `A=${VALUE}` })
    const secrets = secretsFrom(DOTENV)
    const slow = {
      ...doors,
      stat: async (path: string) => (isHeld ? held.promise.then(() => doors.stat?.(path)) : doors.stat?.(path)),
    } as Doors
    await secrets(slow)
    isHeld = true
    const first = secrets.refresh(slow, 'Bash')
    await vi.advanceTimersByTimeAsync(0)
    write('.env.local', `B=${OTHER}`)
    const later = [secrets.refresh(slow, 'Bash'), secrets.refresh(slow, 'Bash'), secrets.refresh(slow, 'Read')]
    held.resolve()
    await first
    for (const { redactor } of await Promise.all(later)) expect(redactor.names).toEqual(['A', 'B'])
    expect(doors.asked.filter(asked => asked.startsWith('list'))).toHaveLength(3)
  })

  test('a look that fails rejects for who waits for it, and the next one looks again', async () => {
    let isGone = false
    const { doors, write } = disk({ '.env': `A=${VALUE}` }, {})
    const failing = {
      ...doors,
      list: (path: string) => (isGone ? Promise.reject(new Error('x [castellan.guard-failed]')) : doors.list(path)),
    }
    const secrets = secretsFrom(DOTENV)
    await secrets(failing)
    isGone = true
    write('.env.local', `B=${OTHER}`)
    const burst = await Promise.allSettled([secrets.refresh(failing, 'Bash'), secrets.refresh(failing, 'Bash')])
    expect(burst.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isGone = false
    expect((await secrets.refresh(failing, 'Bash')).redactor.names).toEqual(['A', 'B'])
  })

  test('what one source gave stays known where the look at another failed', async () => {
    let isBroken = false
    const { doors, write } = disk({ '.env': `A=${VALUE}`, '.env.local': `B=${OTHER}` })
    const readText: Doors['readText'] = path =>
      isBroken && path.endsWith('.local') ? Promise.reject(new Error('x [castellan.guard-failed]')) : doors.readText(path)
    const failing = { ...doors, readText }
    const secrets = secretsFrom(DOTENV)
    await secrets(failing)
    isBroken = true
    write('.env', `A=${THIRD}`)
    write('.env.local', `B=${OTHER}-new`)
    await expect(secrets.refresh(failing, 'Bash')).rejects.toThrow('guard-failed')
    isBroken = false
    expect((await secrets.refresh(failing, 'Bash')).redactor.text(THIRD).text).toBe('‹secret:A›')
  })

  test('who asks right before a look that others wait for begins waits for that one', async () => {
    const { doors } = disk({ '.env': `A=${VALUE}` })
    const list: Doors['list'] = async path => {
      const found = await doors.list(path)
      vi.advanceTimersByTime(MAX_AGE_MS)
      return found
    }
    const secrets = secretsFrom(DOTENV)
    const slow = { ...doors, list }
    const first = secrets.refresh(slow, 'Bash')
    const between = first.then(() => {
      vi.advanceTimersByTime(100 * MAX_AGE_MS)
      return secrets(slow)
    })
    await Promise.all([between, secrets.refresh(slow, 'Bash')])
    expect(doors.asked.filter(asked => asked.startsWith('list'))).toHaveLength(2)
  })
})

test('what could not be read or searched is told no more once it is gone, or can be', async () => {
  let isClosed = true
  const { doors, remove } = disk({ '.env': `A=${VALUE}`, '.env.local': 'x' })
  const closed: Doors = {
    ...doors,
    list: path => (isClosed && path !== PROJECT ? Promise.reject(new Error('EACCES')) : doors.list(path).then(found => [...found, APP])),
    readText: path => (path.endsWith('.local') ? Promise.reject(new Error('EACCES')) : doors.readText(path)),
  }
  const secrets = secretsFrom({ dotenv: ['.env', '.env.*', 'app/.env'] })
  await secrets(closed)
  expect(secrets.failures()).toEqual(['the folder app could not be searched for dotenv files', '.env.local could not be read'])
  await secrets.refresh(closed, 'Bash')
  expect(secrets.failures()).toHaveLength(2)
  isClosed = false
  remove('.env.local')
  await secrets.refresh(closed, 'Bash')
  expect(secrets.failures()).toEqual([])
})

describe('a dotenv file made to cost', () => {
  test('is read so far, told by name, and the files beside it are read', async () => {
    const { doors } = disk({ '.env': `BIG=${'x'.repeat(MOST_OF_DOTENV)}y\nA=${VALUE}`, '.env.local': `B=${OTHER}` })
    const secrets = secretsFrom(DOTENV)
    expect((await secrets(doors)).redactor.names).toEqual(['A', 'B'])
    expect(secrets.failures()).toEqual(['.env holds more than is read of a dotenv file: the rest is not known'])
  })

  test('has no more values than fit, the first ones', async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `K${at}=zq7-fixture-value-${at}`)
    const made: number[] = []
    const secrets = secretsFrom(DOTENV, known => {
      made.push(known.length)
      return createRedactor(known.slice(0, 1))
    })
    await secrets(disk({ '.env': lines.join('\n') }).doors)
    expect(made[0]).toBeGreaterThan(2500)
    expect(made[0]).toBeLessThan(MOST_OF_DOTENV / 17)
  })
})

describe('what is no file', () => {
  const pipe = { stat: async () => ({ kind: 'other' as const, mtimeMs: 0, size: 0 }), readText: async () => '' }

  test('is not read, and told by name: a pipe gives what it has to another reader', async () => {
    const { doors } = disk({ '.env': '' }, { ...pipe, realPath: async path => path })
    const secrets = secretsFrom(DOTENV)
    await secrets(doors)
    expect(secrets.failures()).toEqual(['.env is a pipe, a device or a folder: what it gives is not known'])
    expect(doors.asked.filter(asked => asked.startsWith('readText'))).toEqual([])
  })

  test('a link that leads nowhere holds nothing', async () => {
    const readText: Doors['readText'] = path => Promise.reject(new Error(`$.fs.read(${path}) failed: ENOENT`))
    const secrets = secretsFrom(DOTENV)
    await secrets(disk({ '.env': '' }, { ...pipe, readText, realPath: async () => undefined }).doors)
    expect(secrets.failures()).toEqual([])
  })
})

test('a file whose name says what castellan says when it fails is only a file that cannot be read', async () => {
  const names = ['.env.[castellan.guard-failed]', '.env.ENOENT']
  const readText: Doors['readText'] = path => Promise.reject(new Error(`$.fs.read(${path}) failed: EACCES`))
  const secrets = secretsFrom(DOTENV)
  await secrets(disk({ [names[0] as string]: 'x', [names[1] as string]: 'x' }, { readText }).doors)
  expect(secrets.failures()).toEqual(names.map(name => `${name} could not be read`))
})
