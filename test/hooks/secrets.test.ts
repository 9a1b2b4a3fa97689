import { describe, expect, test } from 'vitest'
import type { Entry } from '../../hooks/doors.ts'
import { createSecrets } from '../../hooks/secrets.ts'
import { createSessionFacts } from '../../hooks/session.ts'
import { compileRelativeGlob } from '../../policy/compile/path-glob.ts'
import { policy } from '../policy/rules.ts'
import { deferred, fakeDoors, HOME, PROJECT, type World } from './doors.ts'

const VALUE = 'zq7-fixture-value-1'
const OTHER = 'zq7-fixture-value-2'

const secretsOf = (dotenv: readonly string[], env: readonly string[] = []) => {
  const globs = dotenv.map(source => {
    const compiled = compileRelativeGlob(source)
    if (!compiled.ok) throw new Error(compiled.message)
    return { source, re: compiled.re }
  })
  return createSecrets(policy([], { secrets: { env, dotenv: globs } }), createSessionFacts())
}

const namesFrom = async (dotenv: readonly string[], world: World): Promise<readonly string[]> =>
  (await secretsOf(dotenv)(fakeDoors(world))).redactor.names

const files = (...paths: string[]) => ({
  files: Object.fromEntries(paths.map((path, i) => [`${PROJECT}/${path}`, `S${i}=${VALUE}${i}\n`])),
})

describe('where values come from', () => {
  test('variables by name, and every assignment of a dotenv file', async () => {
    const load = secretsOf(['.env'], ['TOKEN', 'UNSET'])
    const doors = fakeDoors({
      files: { [`${PROJECT}/.env`]: `A=${VALUE}\nB=${OTHER}\n` },
      env: { TOKEN: 'zq7-from-the-env', UNSET: undefined },
    })
    const { redactor, refused } = await load(doors)
    expect(redactor.names).toEqual(['TOKEN', 'A', 'B'])
    expect(redactor.text(`x ${VALUE} zq7-from-the-env`).text).toBe('x ‹secret:A› ‹secret:TOKEN›')
    expect(refused).toEqual([])
  })

  test('the first name stands for a value that has several', async () => {
    const load = secretsOf(['.env'])
    const { redactor } = await load(fakeDoors({ files: { [`${PROJECT}/.env`]: `A=${VALUE}\nB=${VALUE}\n` } }))
    expect(redactor.names).toEqual(['A'])
  })

  test('what cannot be a secret is refused by name, said once, and its value is in no line', async () => {
    const load = secretsOf(['.env'])
    const doors = fakeDoors({ files: { [`${PROJECT}/.env`]: 'MODE=production\nEMPTY=\nSHORT=zq7\n' } })
    await load(doors)
    const { refused } = await load(doors)
    expect(refused.map(({ name }) => name)).toEqual(['MODE', 'SHORT'])
    expect(doors.logged).toHaveLength(2)
    expect(doors.logged.join()).not.toMatch(/production|zq7/)
  })

  test('what the path of the project or the home directory holds is no secret, and told by name', async () => {
    const values = [`ROOT=${PROJECT}`, 'NAME=srv/project', `HERE=${HOME}`, `TOKEN=${VALUE}`, `DATA=${PROJECT}/data-1`]
    const { redactor, refused, secrets } = await secretsOf(['.env'])(fakeDoors({ files: { [`${PROJECT}/.env`]: values.join('\n') } }))
    expect([redactor.names, secrets.map(({ name }) => name)]).toEqual([
      ['TOKEN', 'DATA'],
      ['TOKEN', 'DATA'],
    ])
    expect(refused.map(({ name }) => name)).toEqual(['ROOT', 'NAME', 'HERE'])
    expect(redactor.text(`${PROJECT}/src/a.ts ${HOME}`).hits).toEqual({})
  })

  test('a file that cannot be read, and a folder that cannot be opened, leave the others and are told', async () => {
    const load = secretsOf(['**/.env'])
    const plain = fakeDoors(files('.env', 'app/.env', 'bad/.env'))
    const doors = fakeDoors(
      {},
      {
        stat: plain.stat,
        list: path => (path.endsWith('/bad') ? Promise.reject(new Error('EACCES')) : plain.list(path)),
        readText: path => (path === `${PROJECT}/.env` ? Promise.reject(new Error('EACCES')) : plain.readText(path)),
      },
    )
    expect((await load(doors)).redactor.names).toEqual(['S1'])
    expect(doors.logged).toEqual([expect.stringContaining('the folder bad'), expect.stringContaining('.env could not be read')])
  })
})

describe('which files', () => {
  test('without globs no folder is opened', async () => {
    const doors = fakeDoors(files('.env'))
    await secretsOf([])(doors)
    expect(doors.asked.filter(asked => asked.startsWith('list'))).toEqual([])
  })

  test('a glob opens no folder deeper than it can match', async () => {
    const doors = fakeDoors(files('.env', 'apps/web/.env', 'apps/web/deep/.env'))
    expect((await secretsOf(['.env', 'apps/*/.env'])(doors)).redactor.names).toEqual(['S0', 'S1'])
    expect(doors.asked).not.toContain(`list ${PROJECT}/apps/web/deep`)
  })

  test('** goes five folders deep', async () => {
    expect(await namesFrom(['**/.env'], files('a/b/c/d/e/.env', 'a/b/c/d/e/f/.env'))).toEqual(['S0'])
  })

  test('a folder the policy names is entered, whatever its name and depth', async () => {
    expect(await namesFrom(['dist/.env', 'a/b/c/d/e/f/g/x.env'], files('dist/.env', 'a/b/c/d/e/f/g/x.env', 'lib/.env'))).toEqual([
      'S0',
      'S1',
    ])
  })

  test('folders of other people are left out', async () => {
    expect(await namesFrom(['**/.env'], files('node_modules/x/.env', '.git/.env', 'src/.env'))).toEqual(['S2'])
  })

  test('at most 500 folders are opened, nearest first, and a walk that was cut says so', async () => {
    const wide = Array.from({ length: 400 }, (_, i): Entry => ({ name: `d${i}`, kind: 'dir', mtimeMs: 0 }))
    const doors = fakeDoors({}, { list: async () => wide })
    await secretsOf(['**/.env'])(doors)
    expect(doors.asked.filter(asked => asked.startsWith('list'))).toHaveLength(500)
    expect(doors.asked).toContain(`list ${PROJECT}/d399`)
    expect(doors.logged.join()).toContain('500')
  })

  test('a walk that ends with the last folder that may be opened says so where there are more', async () => {
    const folders = (count: number): Entry[] => Array.from({ length: count }, (_, i): Entry => ({ name: `d${i}`, kind: 'dir', mtimeMs: 0 }))
    const told = async (deep: number): Promise<string> => {
      const doors = fakeDoors({}, { list: async path => folders(path === PROJECT ? 499 : path === `${PROJECT}/d7` ? deep : 0) })
      await secretsOf(['**/.env'])(doors)
      expect(doors.asked.filter(asked => asked.startsWith('list'))).toHaveLength(500)
      return doors.logged.join()
    }
    expect(await told(1)).toContain('500')
    expect(await told(0)).not.toContain('500')
  })
})

describe('how often', () => {
  test('a burst makes one read, and so does the rest of the session', async () => {
    const load = secretsOf(['.env'])
    const entries = deferred<Entry[]>()
    const doors = fakeDoors(files('.env'), { list: () => entries.promise })
    const burst = [load(doors), load(doors), load(doors)]
    entries.resolve([{ name: '.env', kind: 'file', mtimeMs: 0 }])
    const [first, ...others] = await Promise.all(burst)
    expect(others.every(one => one === first)).toBe(true)
    expect(await load(doors)).toBe(first)
    expect(doors.asked.filter(asked => asked.startsWith('readText'))).toEqual([`readText ${PROJECT}/.env`])
  })

  test('a load that failed rejects for the whole burst and is tried again', async () => {
    const load = secretsOf(['.env'], ['TOKEN'])
    const failing = fakeDoors({}, { secretEnv: () => Promise.reject(new Error('no env')) })
    const burst = await Promise.allSettled([load(failing), load(failing)])
    expect(burst.map(one => one.status)).toEqual(['rejected', 'rejected'])
    expect(failing.asked.filter(asked => asked === 'secretEnv')).toHaveLength(1)
    expect((await load(fakeDoors({ env: { TOKEN: VALUE } }))).redactor.names).toEqual(['TOKEN'])
  })
})
