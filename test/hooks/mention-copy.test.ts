import { describe, expect, test } from 'vitest'
import { createCastellan } from '../../hooks/castellan.ts'
import type { MentionInput } from '../../hooks/mention.ts'
import { createMentionCopies } from '../../hooks/mention-copy.ts'
import type { Hits } from '../../redact/hits.ts'
import { createRedactor } from '../../redact/redactor.ts'
import { policy as policyOf } from '../policy/rules.ts'
import { fakeDoors, HOME, PROJECT } from './doors.ts'

const VALUE = 'zq7-fixture-value-1'
const SHOWN = '‹secret:TOKEN›'
const redactor = createRedactor([{ name: 'TOKEN', value: VALUE }])
const NOTES = `${PROJECT}/notes.md`
const OTHER = `${PROJECT}/deep/notes.md`
const FOLDER = `${HOME}/.claude/plugins/data/castellan-acme/mentions/session-1`
const files = { [NOTES]: `a ${VALUE}`, [OTHER]: `b ${VALUE}`, [`${PROJECT}/clean.md`]: 'clean' }

function bench(more: Parameters<typeof fakeDoors>[1] = {}) {
  const written: Record<string, string> = {}
  const counted: Hits[] = []
  const doors = fakeDoors({ files }, { writeText: async (path, text) => void Object.assign(written, { [path]: text }), ...more })
  const copies = createMentionCopies('acme')
  const count = (_: object, hits: Hits) => {
    if (Object.keys(hits).length > 0) counted.push(hits)
    return Object.keys(hits).length > 0
  }
  return { written, counted, mention: (e: MentionInput) => copies(redactor, count, doors, e) }
}
const mentioned = (path: string): MentionInput => ({ mention: path.slice(PROJECT.length + 1), path })

describe('a mentioned file', () => {
  test('with a value in it is read from a copy without, and the model is told which file that stands for', async () => {
    const { written, counted, mention } = bench()
    const { input, told } = await mention(mentioned(NOTES))
    expect(input).toEqual({ mention: 'notes.md', path: `${FOLDER}/1/notes.md` })
    expect([written, counted]).toEqual([{ [`${FOLDER}/1/notes.md`]: `a ${SHOWN}` }, [{ TOKEN: 1 }]])
    const { context = [] } = told({ type: 'file', context: ['of a mod'] })
    expect(context[0]).toBe('of a mod')
    for (const word of ['@notes.md', NOTES, `${FOLDER}/1/notes.md`]) expect(context[1]).toContain(word)
    expect(context[1]).not.toContain(VALUE)
  })

  test('has one copy a session, and two of one name do not share it', async () => {
    const { written, mention } = bench()
    const paths = []
    for (const path of [NOTES, OTHER, NOTES]) paths.push((await mention(mentioned(path))).input.path)
    expect(paths).toEqual([`${FOLDER}/1/notes.md`, `${FOLDER}/2/notes.md`, `${FOLDER}/1/notes.md`])
    expect(Object.keys(written)).toHaveLength(2)
  })

  test('is copied to the engine’s own folder where the environment names one', async () => {
    const { written, mention } = bench({ configFolder: async () => '/etc/engine' })
    await mention(mentioned(NOTES))
    expect(Object.keys(written)).toEqual(['/etc/engine/plugins/data/castellan-acme/mentions/session-1/1/notes.md'])
  })

  test.each([`${PROJECT}/clean.md`, `${PROJECT}/none.md`, PROJECT])(
    'without a value, or that is no text, is mentioned as it is: %s',
    async path => {
      const { written, mention } = bench()
      const e = mentioned(path)
      const { input, told } = await mention(e)
      const answer = { type: 'file' }
      expect(input).toBe(e)
      expect(told(answer)).toBe(answer)
      expect(written).toEqual({})
    },
  )

  test('that was refused beneath, or is of no kind, is told nothing of', async () => {
    const { told } = await bench().mention(mentioned(NOTES))
    for (const answer of [{ deny: 'no' }, { type: null }]) expect(told(answer)).toBe(answer)
  })

  test('is not copied where there is no home, and by its last name in a path of Windows', async () => {
    for (const home of ['', undefined]) await expect(bench({ home: async () => home }).mention(mentioned(NOTES))).rejects.toThrow('no home')
    const { input } = await bench({ readText: async () => VALUE }).mention({ mention: 'a.md', path: 'C:\\x y\\a.md' })
    expect(input.path).toBe(`${FOLDER}/1/a.md`)
  })

  test('of bytes is refused where a value stands in it, and not copied', async () => {
    const { written, mention } = bench({ readText: async () => `\ufffdPNG\0 ${VALUE}` })
    const { deny } = await mention(mentioned(NOTES))
    expect([deny, written]).toEqual([expect.stringContaining('is no text'), {}])
    expect((await bench({ readText: async () => '\ufffdPNG\0 clean' }).mention(mentioned(NOTES))).deny).toBeUndefined()
  })

  test('is not copied over another file that a link in the place of the copy leads to', async () => {
    const at = `${FOLDER}/1/notes.md`
    const realPath = (real: string | undefined) => async (path: string) => (path === at ? real : path.replace(HOME, '/data/person'))
    for (const real of [`${HOME}/.profile`, undefined]) {
      const { written, mention } = bench({ realPath: realPath(real) })
      await expect(mention(mentioned(NOTES))).rejects.toThrow('elsewhere')
      expect(written).toEqual({})
    }
    const { written, mention } = bench({ realPath: realPath(at.replace(HOME, '/data/person')) })
    await mention(mentioned(NOTES))
    expect(Object.keys(written)).toEqual([at])
  })

  test('is refused where the copy cannot be written, or its place is not known', async () => {
    const gone = () => Promise.reject(new Error('gone'))
    for (const more of [{ writeText: gone }, { sessionId: gone }, { home: gone }])
      await expect(bench(more).mention(mentioned(NOTES))).rejects.toThrow('gone')
  })
})

test('a value that a person has just put into a dotenv file is known when that file is mentioned', async () => {
  const file = `${PROJECT}/.env`
  const disk: Record<string, string> = { [file]: 'A=zq7-fixture-value-0' }
  const written: string[] = []
  const doors = fakeDoors(
    { files: disk },
    {
      stat: async () => ({ kind: 'file', mtimeMs: 0, size: disk[file]?.length ?? 0 }),
      writeText: async (_, text) => void written.push(text),
    },
  )
  const secrets = { env: [], dotenv: [{ source: '.env', re: /^\.env$/ }] }
  const castellan = createCastellan(policyOf([], { secrets }))
  await castellan.redactor(doors)
  disk[file] += `\nB=${VALUE}`
  await (await castellan.redactor(doors)).mention({ mention: '.env', path: file })
  expect(written).toEqual(['A=‹secret:A›\nB=‹secret:B›'])
})
