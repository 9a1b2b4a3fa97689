import { describe, expect, test } from 'vitest'
import { scrubSpilled } from '../../hooks/spill.ts'
import { createRedactor } from '../../redact/redactor.ts'
import { fakeDoors, HOME, PROJECT, type World } from './doors.ts'

const VALUE = 'zq7-fixture-value-1'
const SHOWN = '‹secret:TOKEN›'
const redactor = createRedactor([{ name: 'TOKEN', value: VALUE }])
const FOLDER = `${HOME}/.claude/projects/-srv-project/session-1`
const FILE = `${FOLDER}/tool-results/b1.txt`

const named = (path: string) => ({ result: { stdout: 'x', persistedOutputPath: path } })

/** What was written, and what was asked of the disk for it. */
async function scrubbed(answer: { result?: unknown; text?: string }, world: World = {}, more: Parameters<typeof fakeDoors>[1] = {}) {
  const written: [path: string, text: string][] = []
  const doors = fakeDoors(
    { files: { [FILE]: `a ${VALUE} b` }, ...world },
    { writeText: async (path, text) => void written.push([path, text]), ...more },
  )
  const hits = await scrubSpilled(redactor, doors, answer)
  return { hits, written, read: doors.asked.filter(asked => asked.startsWith('readText ')) }
}

describe('the file that output was spilled to', () => {
  test.each([
    ['its record', named(FILE)],
    ['its text', { result: `Output too large. Full output saved to: ${FILE}\n\nPreview` }],
    ['an error', { result: { no: 1 }, text: `<persisted-output>${FILE}</persisted-output>` }],
  ])('is cleaned in place, where %s names it', async (_, answer) => {
    const { hits, written } = await scrubbed(answer)
    expect([hits, written]).toEqual([{ TOKEN: 1 }, [[FILE, `a ${SHOWN} b`]]])
  })

  test('is found in the folder that the environment names, and behind a home that is a link', async () => {
    const file = '/etc/engine/projects/p/s/tool-results/b1.txt'
    const { written } = await scrubbed(named(file), { files: { [file]: VALUE } }, { configFolder: async () => '/etc/engine' })
    expect(written).toEqual([[file, SHOWN]])
    const slashed = await scrubbed(named(file), { files: { [file]: VALUE } }, { configFolder: async () => '/etc//engine/' })
    expect(slashed.written).toEqual([[file, SHOWN]])
    const links = { [FILE]: FILE.replace(HOME, '/data/person'), [`${HOME}/.claude/projects`]: '/data/person/.claude/projects' }
    expect((await scrubbed(named(FILE), { links })).written).toEqual([[FILE, `a ${SHOWN} b`]])
  })

  test('is found in a text where the way to it has blanks, and behind other names like its own', async () => {
    const folder = '/Users/Some One/.claude'
    const file = `${folder}/projects/p/session-1/tool-results/b1.txt`
    const result = `${folder}/projects/p/tool-results/x.txt\nOutput too large. Saved to: ${file}\n`
    const { written } = await scrubbed({ result }, { files: { [file]: VALUE } }, { home: async () => '/Users/Some One' })
    expect(written).toEqual([[file, SHOWN]])
  })

  test('of another session, which a text only names, is neither read nor written', async () => {
    const file = FILE.replace('session-1', 'session-2')
    const readText = () => Promise.reject(new Error('too big'))
    for (const answer of [{ result: `-rw 5000000 ${file}` }, { text: file, result: { stdout: file } }])
      expect(await scrubbed(answer, { files: { [file]: VALUE } }, { readText })).toEqual({ hits: undefined, written: [], read: [] })
  })

  test('stays as it is without a value in it', async () => {
    expect(await scrubbed(named(FILE), { files: { [FILE]: 'clean' } })).toMatchObject({ hits: undefined, written: [] })
  })

  test('is written over where it cannot be read: what it holds is not known', async () => {
    const { written } = await scrubbed(named(FILE), {}, { readText: () => Promise.reject(new Error('too big')) })
    expect(written).toEqual([[FILE, expect.stringContaining('could not be read whole')]])
  })

  test('is cut where it is longer than a mod may write, and says so', async () => {
    const { written } = await scrubbed(named(FILE), { files: { [FILE]: `${VALUE}${'x'.repeat(5_000_000)}` } })
    const [[, text = ''] = []] = written
    expect([text.startsWith(SHOWN), text.length < 4_194_304, text.endsWith('longer than a mod may write]\n')]).toEqual([true, true, true])
  })

  test('that cannot be written makes it fail: the answer is then withheld', async () => {
    await expect(scrubbed(named(FILE), {}, { writeText: () => Promise.reject(new Error('full')) })).rejects.toThrow('full')
  })
})

describe('what is not the engine’s own file is neither read nor written', () => {
  const elsewhere = [
    `${PROJECT}/tool-results/b1.txt`,
    `/srv/projects/p/s/tool-results/b1.txt`,
    `${HOME}/.claude/projects/p/s/memory/b1.txt`,
    `${HOME}/.claude/projects/p/s/tool-results/b1.md`,
    `${HOME}/.claude/projects/p/s/tool-results/b1.txt.md`,
    `${HOME}/.claude/projects/p/s/tool-results/deep/b1.txt`,
    `${HOME}/.claude/projects/p/tool-results/b1.txt`,
    `${HOME}/.claude/projects/p/s/deep/tool-results/b1.txt`,
    `${HOME}/.claude/projects2/p/s/tool-results/b1.txt`,
  ]
  test.each(elsewhere)('%s', async path => {
    const files = { [path]: VALUE }
    for (const answer of [named(path), { result: `saved to ${path}` }])
      expect(await scrubbed(answer, { files })).toEqual({ hits: undefined, written: [], read: [] })
  })

  test.each([
    `${FOLDER}/../session-1/tool-results/b1.txt`,
    `${HOME}/.claude/projects/../../x/tool-results/b1.txt`,
    `${FOLDER}/tool-results/../tool-results/b1.txt`,
    `${FOLDER}/tool-results/...txt/../b1.txt`,
  ])('a way around: %s', async path => {
    // The real path of such a name is another; the fake disk has to be told.
    const links = { [path]: `${PROJECT}/notes.txt` }
    expect(await scrubbed(named(path), { links })).toEqual({ hits: undefined, written: [], read: [] })
  })

  test('a link to somebody’s file, the file itself or a folder on the way', async () => {
    const files = { [FILE]: VALUE, [`${PROJECT}/notes.txt`]: VALUE }
    for (const links of [{ [FILE]: `${PROJECT}/notes.txt` }, { [FILE]: '/srv/tool-results/b1.txt' }, { [FILE]: undefined }])
      expect(await scrubbed(named(FILE), { files, links })).toEqual({ hits: undefined, written: [], read: [] })
  })

  test('a file that is not there is not made', async () => {
    expect(await scrubbed(named(`${FOLDER}/tool-results/none.txt`))).toEqual({ hits: undefined, written: [], read: [] })
  })

  test('an answer that names none', async () => {
    for (const answer of [{}, { result: 'x' }, { result: { persistedOutputPath: 5 } }, { result: null }, { text: 'tool-results/b1.txt' }])
      expect(await scrubbed(answer)).toEqual({ hits: undefined, written: [], read: [] })
  })
})
