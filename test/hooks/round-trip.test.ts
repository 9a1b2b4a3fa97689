import { describe, expect, test } from 'vitest'
import { createCastellan } from '../../hooks/castellan.ts'
import type { Parts } from '../../hooks/parts.ts'
import { withPatterns } from '../../hooks/patterns.ts'
import { moreSources } from '../../hooks/sources.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { policy as policyOf, reads, rule, runs } from '../policy/rules.ts'
import { fakeDoors, PROJECT } from './doors.ts'

const ENGINE = { plugin: 'engine', tier: 'core' }
const MOD = { plugin: 'tips', tier: 'user' }
const BELOW = { decision: 'allow' } as const
const VALUE = 'zq7-fixture-value-1'
const MARKER = '‹secret:TOKEN›'
const FILE = `${PROJECT}/notes.txt`
const WORLD = { env: { TOKEN: VALUE }, files: { [FILE]: `a: zq7\nkey=${VALUE}\n` } }
const SECRETS = { env: ['TOKEN'], dotenv: [] }
const RULES = [
  rule('touch', { ...runs('touch'), checks: [{ check: 'operand', is: { source: 'zq7*', glob: /^zq7/ } }] } as never, {
    reason: '{found} is not for you.',
  }),
  rule('keys', reads('**/*.key', /\.key$/)),
]

const make = (more: Partial<CompiledPolicy> = {}) => createCastellan(policyOf(RULES, { secrets: SECRETS, ...more }))
type Input = Readonly<Record<string, unknown>>
const check = (tool: string, input: Input, { castellan = make(), doors = fakeDoors(WORLD), origin = ENGINE } = {}) =>
  castellan.check(doors, { tool, input, tool_use_id: 't1' }, origin, BELOW)

describe('a marker of a known secret', () => {
  test.each([
    ['Write', { file_path: '/x', content: `key=${MARKER}` }],
    ['Edit', { file_path: FILE, old_string: `key=${MARKER}`, new_string: 'x' }],
    ['Edit', { file_path: FILE, old_string: 'x', new_string: MARKER }],
    ['MultiEdit', { file_path: FILE, edits: [{ old_string: 'x', new_string: MARKER }] }],
    ['NotebookEdit', { notebook_path: '/x', new_source: MARKER }],
  ])('is not written by %s: %j', async (tool, input) => {
    const { decision, reason } = await check(tool, input)
    expect(decision).toBe('deny')
    expect(reason).toMatch(/‹secret:TOKEN› .*Instead: .*secrets\.hydrate.*\[castellan\.round-trip\]/)
  })

  test('also of a token that only its shape tells', async () => {
    const patterns = [{ name: 'stripe' }]
    const castellan = createCastellan(policyOf(RULES, { secrets: { ...SECRETS, patterns } }), { withPatterns })
    const content = 'key=‹secret:pattern.stripe›'
    expect(await check('Write', { file_path: '/x', content }, { castellan })).toMatchObject({ decision: 'deny' })
    expect(await check('Write', { file_path: '/x', content: '‹secret:pattern.github›' }, { castellan })).toBe(BELOW)
    const doors = fakeDoors({ ...WORLD, files: { [FILE]: `a sk_live_${'aZ3kQ9xB7mW2pL5vR8tY1nC4'}` } })
    const input = { file_path: FILE, old_string: 'a sk_live', new_string: '' }
    expect(await check('Edit', input, { castellan, doors })).toMatchObject({ reason: expect.stringContaining('cuts into') })
  })

  test.each([
    ['Bash', `echo 'TOKEN=${MARKER}' > .env`],
    ['Bash', `cat > .env <<'EOF'\nTOKEN=${MARKER}\nEOF`],
    ['Bash', `cat <<EOF | tee -a config/.env\nTOKEN=${MARKER}\nEOF`],
    ['Bash', `sed -i 's/^TOKEN=.*/TOKEN=${MARKER}/' .env`],
    ['Bash', `bash -c "printf %s ${MARKER} > out.txt"`],
    ['Bash', `python3 -c "open('.env', 'w').write('${MARKER}')"`],
    ['PowerShell', `Set-Content -Path .env -Value 'TOKEN=${MARKER}'`],
  ])('is not written by a command of %s: %s', async (tool, command) => {
    const { decision, reason } = await check(tool, { command })
    expect(decision).toBe('deny')
    expect(reason).toMatch(/‹secret:TOKEN› .*Instead: .*secrets\.hydrate.*\[castellan\.round-trip\]/)
    expect(await check(tool, { command: command.replace(MARKER, 'plain') })).toBe(BELOW)
  })

  test.each([
    `grep -c ${MARKER} .env 2>/dev/null`,
    `curl -H 'X: ${MARKER}' https://x.example`,
    `git commit -m 'mask ${MARKER}' > /dev/null`,
    `zip -q logs.zip build.log && grep -c ${MARKER} build.log`,
  ])('is nothing to a command that leaves text in no file: %s', async command => {
    expect(await check('Bash', { command })).toBe(BELOW)
  })

  test('is nothing to tools that write no file, and a marker of no known name is text', async () => {
    expect(await check('Bash', { command: `echo ${MARKER}` })).toBe(BELOW)
    expect(await check('mcp__x__put', { text: MARKER })).toBe(BELOW)
    expect(await check('Write', { file_path: '/x', content: '‹secret:OTHER› ‹secret:› TOKEN' })).toBe(BELOW)
  })

  test("is not written by a mod's own call either", async () => {
    expect((await check('Write', { file_path: '/x', content: MARKER }, { origin: MOD })).decision).toBe('deny')
  })

  test('is only noted where the policy observes', async () => {
    expect(await check('Write', { file_path: '/x', content: MARKER }, { castellan: make({ mode: 'observe' }) })).toBe(BELOW)
  })

  test('is named with the variable a command may read, where the policy shares it', async () => {
    const castellan = make({ secrets: { ...SECRETS, hydrate: { tools: [], re: /^$/, env: ['TOKEN'] } } })
    expect((await check('Write', { file_path: '/x', content: MARKER }, { castellan })).reason).toContain('$CASTELLAN_TOKEN')
  })

  test.each<[string, Partial<CompiledPolicy['secrets']>, Parts]>([
    ['files', { file: [{ path: '/k/token', format: 'raw', name: 'TOKEN' }] }, { moreSources }],
    ['commands', { command: [{ name: 'TOKEN', argv: ['/bin/x'], timeoutMs: 1, format: 'raw' }] }, { moreSources }],
    ['the settings', { settingsEnv: [] }, { moreSources }],
  ])('is refused, and so is a cut, where all secrets come from %s', async (_, source, parts) => {
    const castellan = createCastellan(policyOf([], { secrets: { env: [], dotenv: [], ...source } }), parts)
    const doors = fakeDoors(
      { files: { ...WORLD.files, '/k/token': VALUE } },
      {
        secretCommand: async () => ({ exitCode: 0, stdout: VALUE, isStdoutTruncated: false }),
        settings: async () => ({ env: { TOKEN: VALUE } }),
      },
    )
    expect((await check('Write', { file_path: '/x', content: MARKER }, { castellan, doors })).decision).toBe('deny')
    expect((await check('Edit', { file_path: FILE, old_string: 'zq7-', new_string: '' }, { castellan, doors })).decision).toBe('deny')
  })

  test('is not written where it stands for a token of a shape that the policy names', async () => {
    const secrets = { env: [], dotenv: [], patterns: [{ name: 'github' }] }
    const castellan = createCastellan(policyOf([], { secrets }), { withPatterns })
    expect((await check('Write', { file_path: '/x', content: '‹secret:pattern.github›' }, { castellan })).reason).toContain(
      'pattern.github',
    )
    expect(await check('Write', { file_path: '/x', content: '‹secret:pattern.stripe›' }, { castellan })).toBe(BELOW)
  })

  test('is nothing in a policy without secrets', async () => {
    expect(await check('Write', { file_path: '/x', content: MARKER }, { castellan: make({ secrets: { env: [], dotenv: [] } }) })).toBe(
      BELOW,
    )
  })
})

describe('an edit', () => {
  const edit = (old_string: string, more: Input = {}, options = {}) =>
    check('Edit', { file_path: FILE, old_string, new_string: 'x', ...more }, options)

  test.each(['zq7', '=z', '1\n', 'fixture'])('that cuts into a value is refused, wherever else %j stands', async part => {
    for (const replace_all of [true, false]) expect((await edit(part, { replace_all })).decision).toBe('deny')
    expect((await edit(part)).reason).toContain('castellan.round-trip')
  })

  test('beside a value, and of a whole one, is let go', async () => {
    expect(await edit('a: ')).toBe(BELOW)
    expect(await edit(`key=${VALUE}`)).toBe(BELOW)
  })

  test('of a file that is not there is let go, of one that cannot be read is not', async () => {
    expect(await edit('z', { file_path: `${PROJECT}/none` })).toBe(BELOW)
    const readText = () => Promise.reject(new Error('too big'))
    expect((await edit('z', {}, { doors: fakeDoors(WORLD, { readText }) })).reason).toContain('cannot be read')
    expect(await edit('', {}, { doors: fakeDoors(WORLD, { readText }) })).toBe(BELOW)
  })

  test('is judged only with the secrets known', async () => {
    const secretEnv = () => Promise.reject(new Error('gone'))
    await expect(edit('a: ', {}, { doors: fakeDoors(WORLD, { secretEnv }) })).rejects.toThrow()
  })

  test('that the engine refuses before it asks is told the reason', async () => {
    const doors = fakeDoors(WORLD)
    const answer = { isError: true as const, text: 'String to replace not found in file.' }
    const e = { tool: 'Edit', tool_use_id: 't9', file_path: FILE, old_string: MARKER, new_string: 'x' }
    expect((await make().refusedFile(doors, e as never, ENGINE, answer)).deny).toContain('castellan.round-trip')
    expect(await make().refusedFile(doors, { ...e, old_string: 'none' } as never, ENGINE, answer)).toBe(answer)
  })
})

describe('a call that holds a value', () => {
  test('is judged with it, and no word of the answer holds it', async () => {
    const castellan = make()
    const doors = fakeDoors(WORLD)
    const e = { tool: 'Bash', input: { command: `touch ${VALUE}` }, tool_use_id: 't1' }
    const { decision, reason } = await castellan.check(doors, e, MOD, BELOW)
    expect([decision, reason]).toEqual(['deny', expect.stringContaining('[touch]')])
    expect(reason).not.toContain('zq7')
  })

  test('is judged by what stands around it as well, with the marker in the text', async () => {
    const long = `${'x'.repeat(90)}${VALUE}.key`
    const { decision, reason } = await check('Read', { file_path: `/${long}` })
    expect(decision).toBe('deny')
    expect(reason).not.toContain('zq7')
  })
})
