import { describe, expect, test } from 'vitest'
import { createSessionFacts, resolvePath } from '../../hooks/session.ts'
import { deferred, fakeDoors, HOME, PROJECT } from './doors.ts'

const FILE = `${PROJECT}/notes/a.txt`

describe('where a path leads', () => {
  test('a file that is there, and one behind a link', async () => {
    const doors = fakeDoors({ files: { [FILE]: '' }, links: { [`${PROJECT}/link`]: '/etc/secret' } })
    expect(await resolvePath(doors, FILE)).toBe(FILE)
    expect(await resolvePath(doors, `${PROJECT}/link`)).toBe('/etc/secret')
  })

  test('a missing file leads where its nearest existing parent does', async () => {
    const doors = fakeDoors({ files: { [FILE]: '' }, links: { [`${PROJECT}/data`]: '/mnt/data' } })
    expect(await resolvePath(doors, `${PROJECT}/data/new/b.txt`)).toBe('/mnt/data/new/b.txt')
    expect(await resolvePath(doors, '/nowhere/at/all')).toBe('/nowhere/at/all')
  })

  test('a link that leads nowhere cannot be told, nor anything beneath it', async () => {
    const doors = fakeDoors({ files: { [FILE]: '' }, links: { [`${PROJECT}/dangling`]: undefined } })
    expect(await resolvePath(doors, `${PROJECT}/dangling`)).toBeUndefined()
    expect(await resolvePath(doors, `${PROJECT}/dangling/x`)).toBeUndefined()
  })

  test('a .. leaves the folder that the link before it leads to', async () => {
    const doors = fakeDoors({ files: { [FILE]: '', '/mnt/data/x': '', '/mnt/.env': '' }, links: { [`${PROJECT}/data`]: '/mnt/data' } })
    expect(await resolvePath(doors, `${PROJECT}/data/../.env`)).toBe('/mnt/.env')
  })

  test('where even the root cannot be looked at, nothing can be told', async () => {
    const doors = fakeDoors({}, { realPath: () => Promise.reject(new Error('no')) })
    expect(await resolvePath(doors, '/a/b')).toBeUndefined()
  })

  test('look-ups are bounded, and past the bound it cannot be told', async () => {
    const doors = fakeDoors({}, { realPath: () => Promise.reject(new Error('no')) })
    expect(await resolvePath(doors, '/a'.repeat(1000))).toBeUndefined()
    expect(await resolvePath(doors, '/a/..'.repeat(1000))).toBeUndefined()
    expect(doors.asked.length).toBeLessThanOrEqual(2 * 128)
  })
})

describe('the session', () => {
  test('both spellings of the places, as given first', async () => {
    const doors = fakeDoors({ links: { [PROJECT]: '/mnt/project', [HOME]: HOME } })
    const facts = await createSessionFacts()(doors)
    expect(facts).toEqual({ id: 'session-1', places: { home: [HOME], project: [PROJECT, '/mnt/project'] } })
  })

  test.each([undefined, ''])('without a home (%j) nothing stands for ~', async home => {
    const { places } = await createSessionFacts()(fakeDoors({}, { home: async () => home }))
    expect(places.home).toEqual([])
  })

  test('a burst asks once', async () => {
    const session = createSessionFacts()
    const id = deferred<string>()
    const doors = fakeDoors({}, { sessionId: () => id.promise })
    const burst = [session(doors), session(doors), session(doors)]
    id.resolve('late')
    expect((await Promise.all(burst)).map(facts => facts.id)).toEqual(['late', 'late', 'late'])
    await session(doors)
    expect(doors.asked.filter(door => door === 'sessionId')).toHaveLength(1)
  })

  test('one that could not be read is asked again, and fails for the whole burst', async () => {
    const session = createSessionFacts()
    const failing = fakeDoors({}, { projectRoot: () => Promise.reject(new Error('gone')) })
    const burst = await Promise.allSettled([session(failing), session(failing)])
    expect(burst.map(one => one.status)).toEqual(['rejected', 'rejected'])
    expect(failing.asked.filter(door => door === 'projectRoot')).toHaveLength(1)
    expect((await session(fakeDoors())).id).toBe('session-1')
  })
})
